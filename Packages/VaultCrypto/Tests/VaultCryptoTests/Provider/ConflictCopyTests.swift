import CloudCore
import ConformanceKit
import CryptoPrimitives
import InMemoryCloud
import Testing

@testable import VaultCrypto

/// Copies that sync clients made of ciphertext are listed, reached under their names, and never shadow an item.
@Suite("Conflict copies")
struct ConflictCopyTests {
    /// Adds a suffix to an entry's name as a sync client does, before the ending.
    private func copyName(_ entry: CloudPath, _ suffix: String) throws -> CloudPath {
        guard entry.name.hasSuffix(".c9r") else { return try entry.parent.appending(entry.name + suffix) }
        return try entry.parent.appending(entry.name.dropLast(4) + suffix + ".c9r")
    }

    private func plantCopy(of name: String, _ suffix: String, _ content: [UInt8], in vault: TestVault) throws
        -> CloudPath
    {
        let path = try copyName(vault.entry(name), suffix)
        vault.cloud.put(try vault.cryptor.encryptedFile(content), at: path)
        return path
    }

    @Test(
        "a copy is listed with the client's suffix and can be read, moved and deleted",
        arguments: TestVaultKind.allCases
    )
    func suffix(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        try vault.plantFile("bar.txt", [1])
        let copy = try plantCopy(of: "bar.txt", " (Created by Alice)", [2], in: vault)
        let before = vault.cloud.snapshot()
        let provider = try vault.makeProvider()
        let name = "bar (Created by Alice).txt"
        #expect(try await provider.names() == ["bar.txt", name])
        #expect(try await provider.content(of: "/" + name) == [2])
        #expect(try await provider.content(of: "/bar.txt") == [1])
        #expect(try await provider.fetchItemMetadata(at: CloudPath("/" + name)).size == 1)
        #expect(vault.cloud.snapshot() == before, "reading renames nothing")

        try await provider.moveFile(from: CloudPath("/" + name), to: CloudPath("/mine.txt"))
        #expect(vault.cloud.contents(at: copy) == nil)
        #expect(vault.cloud.contents(at: try vault.entry("mine.txt")) != nil)
        _ = try plantCopy(of: "bar.txt", " (1)", [3], in: vault)
        #expect(try await provider.names() == ["bar.txt", "bar (1).txt", "mine.txt"])
        try await provider.deleteFile(at: CloudPath("/bar (1).txt"))
        #expect(try await provider.names() == ["bar.txt", "mine.txt"])
    }

    @Test("a provider that never listed the folder finds the copy by its name", arguments: TestVaultKind.allCases)
    func withoutListing(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        try vault.plantFile("bar.txt", [1])
        _ = try plantCopy(of: "bar.txt", " (1)", [2], in: vault)
        let provider = try vault.makeProvider()
        #expect(try await provider.content(of: "/bar (1).txt") == [2])
        // Once a folder was looked through, a name that is missing costs no listing.
        vault.cloud.faults.reset()
        await #expect(throws: CloudProviderError.itemNotFound) { try await provider.content(of: "/missing") }
        #expect(
            !vault.cloud.faults.requests.contains {
                $0.operation == .fetchItemList && $0.path.string.contains("/d/") && $0.path.name.count == 30
            }
        )
    }

    @Test(
        "if the suffix is taken the copies are numbered to nine, the others reported",
        arguments: TestVaultKind.allCases
    )
    func numbers(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        try vault.plantFile("bar.txt", [0])
        try vault.plantFile("bar_x.txt", [0])
        try vault.plantFile("bar (3).txt", [0])
        var copies: [CloudPath] = []
        for number in 0..<10 {
            // The clients' texts differ, but all are cut to the same suffix: none.
            copies.append(
                try copyName(vault.entry("bar.txt"), "_x").parent.appending(
                    "Copy \(number) of " + vault.entry("bar.txt").name
                )
            )
            vault.cloud.put(try vault.cryptor.encryptedFile([UInt8(number)]), at: try #require(copies.last))
        }
        let provider = try vault.makeProvider()
        let list = try await provider.fetchItemListExhaustively(forFolderAt: .root)
        let expected = Set(["bar.txt", "bar_x.txt"] + (1...9).map { "bar (\($0)).txt" })
        #expect(Set(list.items.map(\.name)) == expected)
        #expect(list.skipped.count == 2, "8 numbers are free for 10 copies")
        #expect(Set(list.skipped.map(\.path)).isSubset(of: copies.map(\.string)))
        // Every listing of the same provider gives every copy the same name.
        let contents = try await withContents(of: list, provider)
        #expect(
            try await withContents(of: provider.fetchItemListExhaustively(forFolderAt: .root), provider) == contents
        )
    }

    private func withContents(of list: CloudItemList, _ provider: VaultProvider) async throws -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for item in list.items { contents[item.name] = try await provider.content(of: item.cloudPath.string) }
        return contents
    }

    @Test("two machines create one folder: both are listed and can be entered", arguments: TestVaultKind.allCases)
    func folders(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        try vault.plantFolder("N", id: "A")
        try vault.plantFile("a", [1], in: "A")
        let copy = try copyName(vault.entry("N", .folder), " (1)")
        vault.cloud.put("B".utf8, at: kind.isFormat6 ? copy : try copy.appending("dir.c9r"))
        vault.cloud.makeFolder(at: try vault.contents(of: "B"))
        try vault.plantFile("b", [2], in: "B")
        let before = vault.cloud.snapshot()
        let provider = try vault.makeProvider()
        #expect(try await provider.types() == ["N": .folder, "N (1)": .folder])
        #expect(try await provider.names(in: "/N") == ["a"])
        #expect(try await provider.names(in: "/N (1)") == ["b"])
        #expect(try await provider.content(of: "/N (1)/b") == [2])
        #expect(vault.cloud.snapshot() == before)
        try await provider.moveFolder(from: CloudPath("/N (1)"), to: CloudPath("/M"))
        #expect(try await provider.names(in: "/M") == ["b"])
        #expect(try vault.id(of: "M") == "B")
    }

    @Test("a copy with the same id or link is reported, not listed twice", arguments: TestVaultKind.allCases)
    func sameContent(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        try vault.plantFolder("N", id: "A")
        try vault.plantLink("L", to: "x")
        let link = try #require(vault.cloud.contents(at: vault.body("L", .symlink)))
        let copies = [
            try copyName(vault.entry("N", .folder), " (1)"), try copyName(vault.entry("L", .symlink), " (1)"),
        ]
        vault.cloud.put("A".utf8, at: kind.isFormat6 ? copies[0] : try copies[0].appending("dir.c9r"))
        vault.cloud.put(link, at: kind.isFormat6 ? copies[1] : try copies[1].appending("symlink.c9r"))
        let list = try await vault.makeProvider().fetchItemListExhaustively(forFolderAt: .root)
        #expect(Set(list.items.map(\.name)) == ["N", "L"])
        #expect(Set(list.skipped.map(\.path)) == Set(copies.map(\.string)))
    }

    @Test(
        "a copy whose original is gone has its name, and a new file there is an original",
        arguments: TestVaultKind.allCases
    )
    func original(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        _ = try plantCopy(of: "moved.txt", " (2)", [1], in: vault)
        let provider = try vault.makeProvider()
        #expect(try await provider.names() == ["moved.txt"])
        #expect(try await provider.content(of: "/moved.txt") == [1])
        try await provider.put([2], at: "/moved.txt")
        #expect(try await provider.content(of: "/moved.txt") == [2])
        #expect(try await provider.names() == ["moved.txt", "moved (2).txt"])
        #expect(try await provider.content(of: "/moved (2).txt") == [1])
    }

    @Test("format 6: a sync client that appends _ makes copies of file and folder")
    func underscore() async throws {
        let vault = try TestVault(.format6)
        try vault.plantFile("F", [1])
        try vault.plantFolder("F2", id: "A")
        _ = try plantCopy(of: "F", "_", [2], in: vault)
        vault.cloud.put("B".utf8, at: try copyName(vault.entry("F2", .folder), "_"))
        vault.cloud.makeFolder(at: try vault.contents(of: "B"))
        let provider = try vault.makeProvider()
        #expect(try await provider.types() == ["F": .file, "F_": .file, "F2": .folder, "F2_": .folder])
        #expect(try await provider.content(of: "/F_") == [2])
        #expect(try await provider.names(in: "/F2_").isEmpty)
    }

    @Test("a copy of a long name's folder is listed under a name of its own", arguments: TestVaultKind.withFolders)
    func longNames(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let provider = try vault.makeProvider()
        let long = String(repeating: "l", count: 200)
        try await provider.put([1], at: "/" + long)
        let entry = try #require(vault.cloud.paths.first { $0.name.hasSuffix(".c9s") && $0.name.count == 32 })
        let copy = try entry.parent.appending(entry.name.dropLast(4) + " (1).c9s")
        vault.cloud.put(
            try #require(vault.cloud.contents(at: entry.appending("name.c9s"))),
            at: try copy.appending("name.c9s")
        )
        vault.cloud.put(try vault.cryptor.encryptedFile([2]), at: try copy.appending("contents.c9r"))
        let name = String(repeating: "l", count: 142) + " (1)"
        #expect(try await provider.names() == [long, name])
        #expect(try await provider.content(of: "/" + name) == [2])
        #expect(try await provider.content(of: "/" + long) == [1])
        try await provider.moveFile(from: CloudPath("/" + name), to: CloudPath("/" + long + "2"))
        #expect(try await provider.names() == [long, long + "2"])
        #expect(try await provider.content(of: "/" + long + "2") == [2])
    }

    @Test("a name stored decomposed by another tool is listed as stored and reached", arguments: TestVaultKind.allCases)
    func decomposed(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        // The cryptor composes names; another tool didn't: AES-SIV of the decomposed bytes.
        let siv = vault.cryptor.names
        let sealed = try siv.seal(Array("u\u{308}.txt".utf8), authenticating: [[]])
        let encoding: NameEncoding = kind.isFormat6 ? .base32 : .base64url
        let name = encoding.encode(sealed) + (kind.isFormat6 ? "" : ".c9r")
        vault.cloud.put(try vault.cryptor.encryptedFile([1]), at: try vault.contents(of: "").appending(name))
        let provider = try vault.makeProvider()
        let list = try await provider.fetchItemListExhaustively(forFolderAt: .root)
        #expect(list.items.map { Array($0.name.utf8) } == [Array("u\u{308}.txt".utf8)])
        for path in ["/u\u{308}.txt", "/\u{FC}.txt"] { #expect(try await provider.content(of: path) == [1]) }
        // Renaming it to its composed form is a real move.
        try await provider.moveFile(from: CloudPath("/u\u{308}.txt"), to: CloudPath("/\u{FC}.txt"))
        #expect(vault.cloud.contents(at: try vault.entry("\u{FC}.txt")) != nil)
        #expect(try await provider.names() == ["\u{FC}.txt"])
    }

    @Test("names across the page border are given once", arguments: TestVaultKind.allCases)
    func pages(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        try vault.plantFile("a.txt", [0])
        for suffix in [" (1)", " (2)", " (3)"] { _ = try plantCopy(of: "a.txt", suffix, [1], in: vault) }
        let provider = try vault.makeProvider(over: vault.cloud.makeProvider(pageSize: 1))
        for _ in 0..<2 {
            #expect(try await provider.names() == ["a.txt", "a (1).txt", "a (2).txt", "a (3).txt"])
        }
    }
}
