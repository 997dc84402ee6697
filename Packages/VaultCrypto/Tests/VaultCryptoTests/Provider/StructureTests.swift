import CloudCore
import ConformanceKit
import InMemoryCloud
import Testing

@testable import VaultCrypto

/// Damaged nodes are a clear error or stand in `skipped`, and never lead to other data (field cases F-VSTR).
@Suite("Damaged structure")
struct StructureTests {
    @Test(
        "an empty id never leads to the root, and deleting the folder deletes only its node",
        arguments: TestVaultKind.allCases
    )
    func emptyId(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        try vault.plantFile("keep", [1])
        vault.cloud.put([], at: try vault.body("X", .folder))
        let provider = try vault.makeProvider()
        let path = try CloudPath("/X")
        let error = VaultNodeError.invalidDirectoryId(try vault.body("X", .folder))
        await #expect(throws: error) { try await provider.fetchItemList(forFolderAt: path, withPageToken: nil) }
        await #expect(throws: error) { try await provider.put([2], at: "/X/file") }
        #expect(try await provider.types() == ["keep": .file, "X": .folder])

        vault.cloud.faults.reset()
        try await provider.deleteFolder(at: path)
        let changes = vault.cloud.faults.requests.filter(\.operation.isChange)
        #expect(changes.map(\.path) == [try vault.entry("X", .folder)])
        #expect(try await provider.names() == ["keep"])
    }

    @Test(
        "an id that is too long or no ASCII is refused",
        arguments: TestVaultKind.allCases,
        [String(repeating: "a", count: 37), "über", String(repeating: "b", count: 1 << 20)]
    )
    func impossibleId(_ kind: TestVaultKind, _ id: String) async throws {
        let vault = try TestVault(kind)
        vault.cloud.put(id.utf8, at: try vault.body("X", .folder))
        let provider = try vault.makeProvider()
        await #expect(throws: VaultNodeError.invalidDirectoryId(try vault.body("X", .folder))) {
            try await provider.names(in: "/X")
        }
        try await provider.moveFolder(from: CloudPath("/X"), to: CloudPath("/Y"))
        try await provider.deleteFolder(at: CloudPath("/Y"))
        #expect(try await provider.names().isEmpty)
    }

    @Test(
        "a folder without its content is listed, can't be entered, and can be deleted",
        arguments: TestVaultKind.allCases
    )
    func missingContent(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let id = "11111111-2222-3333-4444-555555555555"
        vault.cloud.put(id.utf8, at: try vault.body("X", .folder))
        let provider = try vault.makeProvider()
        let path = try CloudPath("/X")
        #expect(try await provider.types() == ["X": .folder])
        await #expect(throws: CloudProviderError.itemNotFound) { try await provider.names(in: "/X") }
        await #expect(throws: CloudProviderError.itemAlreadyExists) { try await provider.createFolder(at: path) }
        await #expect(throws: CloudProviderError.parentFolderDoesNotExist) { try await provider.put([1], at: "/X/a") }
        try await provider.deleteFolder(at: path)
        #expect(try await provider.names().isEmpty)
    }

    @Test(
        "a folder with an id of a folder above it can't be entered, and deleting it spares that one",
        arguments: TestVaultKind.allCases
    )
    func cycle(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        try vault.plantFolder("above", id: "above")
        try vault.plantFile("keep", [1], in: "above")
        vault.cloud.put("above".utf8, at: try vault.body("loop", .folder, in: "above"))
        let provider = try vault.makeProvider()
        await #expect(throws: VaultNodeError.directoryCycle(try vault.entry("loop", .folder, in: "above"))) {
            try await provider.names(in: "/above/loop")
        }
        try await provider.deleteFolder(at: CloudPath("/above/loop"))
        #expect(try await provider.names(in: "/above") == ["keep"])
    }

    @Test(
        "of two folders with one id both are listed, and deleting one spares what the other shows",
        arguments: TestVaultKind.allCases
    )
    func collision(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        try vault.plantFolder("one", id: "same")
        try vault.plantFolder("two", id: "same")
        try vault.plantFile("keep", [1], in: "same")
        let provider = try vault.makeProvider()
        for folder in ["/one", "/two"] { #expect(try await provider.names(in: folder) == ["keep"]) }
        try await provider.deleteFolder(at: CloudPath("/one"))
        #expect(try await provider.names() == ["two"])
        #expect(try await provider.names(in: "/two") == ["keep"])
    }

    @Test("names that begin with a dot are neither items nor conflicts", arguments: TestVaultKind.allCases)
    func hiddenFiles(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        try vault.plantFile("a", [1])
        let contents = try vault.contents(of: "")
        for name in [
            "._" + (try vault.fullName("a")), "._4bycopA9c4SHxhbNUTmRJLLtv2w=.c9s", ".DS_Store", "desktop.ini",
        ] {
            vault.cloud.put([0], at: try contents.appending(name))
        }
        let list = try await vault.makeProvider().fetchItemListExhaustively(forFolderAt: .root)
        #expect(list.items.map(\.name) == ["a"])
        #expect(list.skipped.isEmpty)
    }

    @Test(
        "a node of several kinds or of none is skipped where it can be looked into",
        arguments: TestVaultKind.withFolders
    )
    func typesWhereListingIsCheap(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let nodes = try plantNodesOfNoKind(in: vault)
        let list = try await vault.makeProvider().fetchItemListExhaustively(forFolderAt: .root)
        #expect(list.items.isEmpty)
        #expect(Set(list.skipped.map(\.path)) == Set(nodes.map(\.string)))
    }

    @Test(
        "elsewhere it is a folder until it is entered, deleted or moved, then an error with its path",
        arguments: TestVaultKind.withFolders
    )
    func typesWhereListingIsExpensive(_ kind: TestVaultKind) async throws {
        let vault = try TestVault.overExpensiveCloud(kind)
        let nodes = try plantNodesOfNoKind(in: vault)
        let provider = try vault.makeProvider()
        let list = try await provider.fetchItemListExhaustively(forFolderAt: .root)
        #expect(Set(list.items.map(\.name)) == ["ambiguous", "empty"])
        #expect(list.items.allSatisfy { $0.itemType == .folder })
        #expect(list.skipped.map(\.path) == [nodes[2].string])

        let errors: [(String, VaultNodeError)] = [
            ("/ambiguous", .severalTypeFiles(nodes[0])), ("/empty", .noTypeFile(nodes[1])),
        ]
        for (path, error) in errors {
            let path = try CloudPath(path)
            await #expect(throws: error) { try await provider.fetchItemList(forFolderAt: path, withPageToken: nil) }
            await #expect(throws: error) { try await provider.deleteFolder(at: path) }
            await #expect(throws: error) { try await provider.deleteFile(at: path) }
            await #expect(throws: error) { try await provider.moveFolder(from: path, to: CloudPath("/moved")) }
            await #expect(throws: CloudProviderError.itemTypeMismatch) { try await provider.openFile(at: path) }
        }
    }

    /// The folders of a node of two kinds, of one of none, and of a shortened one of two.
    private func plantNodesOfNoKind(in vault: TestVault) throws -> [CloudPath] {
        let ambiguous = try vault.entry("ambiguous")
        vault.cloud.put("id".utf8, at: try ambiguous.appending("dir.c9r"))
        vault.cloud.put([1], at: try ambiguous.appending("symlink.c9r"))
        let empty = try vault.entry("empty")
        vault.cloud.makeFolder(at: empty)
        let long = String(repeating: "l", count: 200)
        let shortened = try vault.contents(of: "").appending(FormatSeven.shortened(vault.fullName(long)))
        vault.cloud.put(try vault.fullName(long).utf8, at: try shortened.appending("name.c9s"))
        vault.cloud.put("id".utf8, at: try shortened.appending("dir.c9r"))
        vault.cloud.put([1], at: try shortened.appending("contents.c9r"))
        return [ambiguous, empty, shortened]
    }

    @Test(
        "an entry that can't be read hides no other where that is no matter of a login or a network",
        arguments: TestVaultKind.withFolders,
        [true, false]
    )
    func unreadableEntries(_ kind: TestVaultKind, isCheap: Bool) async throws {
        struct BrokenDisk: CategorizedError {
            let category = ErrorCategory.other
            let reason = "the disk is broken"
        }
        let errors: [(any Error, String)] = [
            (CloudProviderError.unauthorized, "it may not be read"), (BrokenDisk(), "the disk is broken"),
        ]
        for (error, reason) in errors {
            let vault = try isCheap ? TestVault(kind) : .overExpensiveCloud(kind)
            try vault.plantFile("open", [1])
            try vault.plantFolder("closed", id: "closed id")
            let longName = try vault.fullName(String(repeating: "l", count: 180))
            let entries = try [
                vault.entry("closed"), vault.contents(of: "").appending(FormatSeven.shortened(longName)),
            ]
            vault.cloud.faults.arm(Fault(.fetchItemList, at: entries[0], .before, .fail(error), times: .max))
            let nameFile = try entries[1].appending("name.c9s")
            vault.cloud.put(longName.utf8, at: nameFile)
            vault.cloud.put(try vault.cryptor.encryptedFile([1]), at: try entries[1].appending("contents.c9r"))
            vault.cloud.faults.arm(Fault(.openFile, at: nameFile, .before, .fail(error), times: .max))
            let provider = try vault.makeProvider()
            guard isCheap else {
                await #expect {
                    try await provider.fetchItemListExhaustively(forFolderAt: .root)
                } throws: {
                    type(of: $0) == type(of: error)
                }
                continue
            }
            let list = try await provider.fetchItemListExhaustively(forFolderAt: .root)
            #expect(list.items.map(\.name) == ["open"])
            #expect(Set(list.skipped) == Set(entries.map { CloudItemList.Skipped(path: $0.string, reason: reason) }))
        }
    }

    @Test("damage of long names hides no other item, and is reported", arguments: TestVaultKind.withFolders)
    func damagedLongNames(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let contents = try vault.contents(of: "")
        func plant(_ letter: Character, _ nameFile: (String) -> [UInt8]?, folder: String? = nil) throws -> CloudPath {
            let full = try vault.fullName(String(repeating: letter, count: 180))
            let path = try contents.appending(folder ?? FormatSeven.shortened(full))
            vault.cloud.put(
                try vault.cryptor.encryptedFile([UInt8](String(letter).utf8)),
                at: try path.appending("contents.c9r")
            )
            if let bytes = nameFile(full) { vault.cloud.put(bytes, at: try path.appending("name.c9s")) }
            return path
        }
        let missing = try plant("a", { _ in nil })
        let mismatch = try plant("b", { Array($0.utf8) }, folder: "aaaaaaaaaaaaaaaaaaaaaaaaaaa=.c9s")
        _ = try plant("c", { Array($0.utf8) + "TRAILING".utf8 })
        let huge = try plant("d", { Array($0.utf8) + [UInt8](repeating: 0x61, count: 1 << 20) })
        let undecodable = try plant("e", { _ in Array("no valid name".utf8) })
        _ = try plant("f", { Array($0.utf8) })
        let notUTF8 = try plant("g", { _ in [0xFF, 0xFE] })
        try vault.plantFile("healthy", [1])

        let provider = try vault.makeProvider()
        vault.cloud.faults.reset()
        let list = try await provider.fetchItemListExhaustively(forFolderAt: .root)
        let names = ["healthy", String(repeating: "c", count: 180), String(repeating: "f", count: 180)]
        #expect(Set(list.items.map(\.name)) == Set(names))
        #expect(Set(list.skipped.map(\.path)) == Set([missing, mismatch, huge, undecodable, notUTF8].map(\.string)))
        let reads = vault.cloud.faults.requests.filter { $0.operation == .readFile }.map(\.path)
        #expect(try !reads.contains(huge.appending("name.c9s")), "a name of 1 MiB must not be downloaded")
        #expect(try await provider.content(of: "/" + names[1]) == Array("c".utf8))
    }

    @Test("format 6: long names that are missing or huge are reported")
    func damagedLongNamesOfFormat6() async throws {
        let vault = try TestVault(.format6)
        let provider = try vault.makeProvider()
        let long = String(repeating: "l", count: 100)
        try await provider.put([1], at: "/" + long)
        try await provider.put([2], at: "/short")
        let entry = try #require(vault.cloud.paths.first { $0.name.hasSuffix(".lng") && $0.string.contains("/d/") })
        let nameFile = try #require(vault.cloud.paths.first { $0.name == entry.name && $0.string.contains("/m/") })
        #expect(try await provider.names() == [long, "short"])
        vault.cloud.put([UInt8](repeating: 0x41, count: 1 << 20), at: nameFile)
        for _ in 0..<2 {
            let list = try await provider.fetchItemListExhaustively(forFolderAt: .root)
            #expect(list.items.map(\.name) == ["short"])
            #expect(list.skipped.map(\.path) == [entry.string])
            vault.cloud.remove(at: nameFile)
        }
    }

    @Test("format 6: file and folder of one name are both listed, and each method acts on its kind")
    func fileBesideFolder() async throws {
        let vault = try TestVault(.format6)
        try vault.plantFile("C", [1, 2])
        try vault.plantFolder("C", id: "folder")
        try vault.plantFile("inside", [3], in: "folder")
        let provider = try vault.makeProvider()
        let list = try await provider.fetchItemListExhaustively(forFolderAt: .root)
        #expect(list.items.map(\.itemType.rawValue).sorted() == ["file", "folder"])
        #expect(try await provider.fetchItemMetadata(at: CloudPath("/C")).itemType == .file)
        try await provider.moveFolder(from: CloudPath("/C"), to: CloudPath("/D"))
        #expect(try await provider.names(in: "/D") == ["inside"])
        #expect(try await provider.content(of: "/C") == [1, 2])
    }

    @Test("entries of other programs, and undecodable names, never fail a listing", arguments: TestVaultKind.allCases)
    func foreignEntries(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        try vault.plantFile("a", [1])
        let contents = try vault.contents(of: "")
        let undecodable = kind.isFormat6 ? String(repeating: "B", count: 40) : "AAAAAAAAAAAAAAAAAAAAAAAAAAAA.c9r"
        for name in ["notes.txt", "sync.tmp", "x.partial~", undecodable] {
            vault.cloud.put([0], at: try contents.appending(name))
        }
        let list = try await vault.makeProvider().fetchItemListExhaustively(forFolderAt: .root)
        #expect(list.items.map(\.name) == ["a"])
        #expect(list.skipped.map(\.path) == [try contents.appending(undecodable).string])
    }

    @Test(
        "a name that no path can hold is skipped, not shown as another",
        arguments: TestVaultKind.allCases,
        ["a/b", "..", ".", ""]
    )
    func impossibleNames(_ kind: TestVaultKind, _ name: String) async throws {
        let vault = try TestVault(kind)
        try vault.plantFile(name, [1])
        let list = try await vault.makeProvider().fetchItemListExhaustively(forFolderAt: .root)
        #expect(list.items.isEmpty)
        #expect(list.skipped.map(\.path) == [try vault.entry(name).string])
        #expect(!list.skipped.contains { $0.reason.contains("a/b") })
    }

    @Test(
        "a damaged file can be deleted, moved and replaced, and its errors don't tell its name",
        arguments: TestVaultKind.allCases
    )
    func damagedFile(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let header = vault.cryptor.headerSize
        let contents: [[UInt8]] = [[], Array(0..<10), [UInt8](repeating: 0, count: header + 100), testContent(500)]
        let provider = try vault.makeProvider()
        for (number, content) in contents.enumerated() {
            let name = "secret\(number)"
            vault.cloud.put(content, at: try vault.body(name))
            let metadata = try await provider.fetchItemMetadata(at: CloudPath("/" + name))
            #expect(metadata.size == vault.cryptor.cleartextSize(ofCiphertext: content.count))
            do {
                _ = try await provider.content(of: "/" + name)
                Issue.record("damaged content was read")
            } catch let error as VaultError {
                #expect(error == .fileDoesNotAuthenticate(.header, try vault.body(name)))
                #expect(!error.description.contains("secret"))
            }
            try await provider.moveFile(from: CloudPath("/" + name), to: CloudPath("/moved"))
            try await provider.put([7], at: "/moved")
            #expect(try await provider.content(of: "/moved") == [7])
            try await provider.deleteFile(at: CloudPath("/moved"))
        }
        #expect(try await provider.names().isEmpty)
    }
}
