import CloudCore
import ConformanceKit
import InMemoryCloud
import Testing

@testable import VaultCrypto

/// Names that are shortened, and those just short enough (field cases F-VSTR-10, F-NAME-13).
@Suite("Long names")
struct LongNameTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: Int
        var isShortened: Bool
        var testDescription: String { "\(bytes) bytes, shortened: \(isShortened)" }
    }

    static let names = [
        Row(name: String(repeating: "a", count: 142) + ".txt", bytes: 146, isShortened: false),
        Row(name: String(repeating: "a", count: 143) + ".txt", bytes: 147, isShortened: true),
        Row(name: String(repeating: "あ", count: 47) + ".txt", bytes: 145, isShortened: false),
        Row(name: String(repeating: "あ", count: 48) + ".txt", bytes: 148, isShortened: true),
    ]

    @Test("the border is 146 bytes", arguments: TestVaultKind.withFolders, names)
    func border(_ kind: TestVaultKind, _ row: Row) async throws {
        let vault = try TestVault(kind)
        let provider = try vault.makeProvider()
        #expect(row.name.utf8.count == row.bytes)
        try await provider.put([1, 2, 3], at: "/" + row.name)
        let contents = try vault.contents(of: "")
        let entries = vault.cloud.paths.filter { $0.parent == contents }
        #expect(entries.count == 1)
        #expect(entries.first?.name.hasSuffix(row.isShortened ? ".c9s" : ".c9r") == true)
        if row.isShortened, let entry = entries.first {
            #expect(entry.name.count == 32)
            let name = try #require(vault.cloud.contents(at: try entry.appending("name.c9s")))
            #expect(name == Array(try vault.fullName(row.name).utf8))
        }
        #expect(try await provider.types() == [row.name: .file])
        #expect(try await provider.content(of: "/" + row.name) == [1, 2, 3])
        #expect(try await provider.fetchItemMetadata(at: CloudPath("/" + row.name)).size == 3)
    }

    @Test("format 6: names of 64 bytes stay, those of 65 go to m/", arguments: [(64, 0), (65, 1)])
    func borderOfFormat6(_ length: Int, _ expected: Int) async throws {
        let vault = try TestVault(.format6)
        let provider = try vault.makeProvider()
        let (file, folder) = (String(repeating: "a", count: length), String(repeating: "b", count: length))
        try await provider.put([1], at: "/" + file)
        try await provider.createFolder(at: CloudPath("/" + folder))
        let metadata = vault.cloud.snapshot().files.filter { $0.key.string.contains("/m/") }
        #expect(metadata.count == 2 * expected)
        if expected == 1 {
            #expect(
                Set(metadata.values) == [
                    Array(try vault.fullName(file).utf8), Array(try vault.fullName(folder, .folder).utf8),
                ]
            )
        }
        #expect(try await provider.types() == [file: .file, folder: .folder])
        #expect(try await provider.content(of: "/" + file) == [1])
        try await provider.put([2], at: "/\(folder)/inside")
        #expect(try await provider.names(in: "/" + folder) == ["inside"])
    }

    /// All that can be moved, from and to names of all lengths.
    @Test(
        "files, folders and links move between long and short names",
        arguments: TestVaultKind.allCases,
        [CloudItemType.file, .folder, .symlink]
    )
    func moves(_ kind: TestVaultKind, _ type: CloudItemType) async throws {
        let vault = try TestVault(kind)
        let provider = try vault.makeProvider()
        try await provider.createFolder(at: CloudPath("/other"))
        switch type {
        case .folder:
            try await provider.createFolder(at: CloudPath("/n0"))
            try await provider.put([5], at: "/n0/child")
        case .symlink: try vault.plantLink("n0", to: "target")
        default: try await provider.put([5], at: "/n0")
        }
        let long = String(repeating: "l", count: 200)
        let stops = ["/n0", "/\(long)1", "/\(long)2", "/other/\(long)2", "/n1", "/other/n1", "/n0"]
        for (source, target) in zip(stops, stops.dropFirst()) {
            let (from, to) = (try CloudPath(source), try CloudPath(target))
            if type == .folder {
                await #expect(throws: CloudProviderError.itemTypeMismatch) {
                    try await provider.moveFile(from: from, to: to)
                }
                try await provider.moveFolder(from: from, to: to)
                #expect(try await provider.names(in: target) == ["child"])
                #expect(try await provider.content(of: target + "/child") == [5])
            } else {
                await #expect(throws: CloudProviderError.itemTypeMismatch) {
                    try await provider.moveFolder(from: from, to: to)
                }
                try await provider.moveFile(from: from, to: to)
                if type == .file { #expect(try await provider.content(of: target) == [5]) }
            }
            await #expect(throws: CloudProviderError.itemNotFound) { try await provider.fetchItemMetadata(at: from) }
            #expect(try await provider.fetchItemMetadata(at: to).itemType == type)
            #expect(try await provider.types(in: to.parent.string)[to.name] == type)
        }
        // Nothing of the long names is left but the metadata of format 6, which is never deleted.
        let left = vault.cloud.paths.filter { !$0.string.contains("/m") }.map(\.name)
        #expect(!left.contains { $0.hasSuffix(".c9s") || $0.hasSuffix(".lng") })
    }

    @Test("moving onto a long name that is taken changes nothing", arguments: TestVaultKind.allCases)
    func takenTarget(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let provider = try vault.makeProvider()
        let long = "/" + String(repeating: "l", count: 200)
        try await provider.put([1], at: "/a")
        try await provider.createFolder(at: CloudPath(long))
        let before = vault.cloud.snapshot().paths
        await #expect(throws: CloudProviderError.itemAlreadyExists) {
            try await provider.moveFile(from: CloudPath("/a"), to: CloudPath(long))
        }
        await #expect(throws: CloudProviderError.itemAlreadyExists) { try await provider.put([2], at: long) }
        await #expect(throws: CloudProviderError.itemAlreadyExists) {
            try await provider.createFolder(at: CloudPath(long))
        }
        #expect(vault.cloud.snapshot().paths == before)
    }

    @Test("a file with a long name is replaced in place, under its conditions", arguments: TestVaultKind.allCases)
    func replacing(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let provider = try vault.makeProvider()
        let long = "/" + String(repeating: "l", count: 200)
        await #expect(throws: RevisionMismatch.self) { try await provider.put([1], at: long, .revision("1")) }
        #expect(try await provider.names().isEmpty)
        let first = try await provider.put([1], at: long)
        await #expect(throws: CloudProviderError.itemAlreadyExists) { try await provider.put([2], at: long, .absent) }
        let second = try await provider.put([3], at: long, .revision(try #require(first.revision)))
        await #expect(throws: RevisionMismatch.self) {
            try await provider.put([4], at: long, .revision(try #require(first.revision)))
        }
        #expect(try await provider.content(of: long) == [3])
        #expect(try await provider.fetchItemMetadata(at: CloudPath(long)).revision == second.revision)
        vault.cloud.faults.reset()
        try await provider.put([5], at: long)
        let changes = vault.cloud.faults.requests.filter(\.operation.isChange)
        #expect(changes.last?.operation == .writeFile)
        if !kind.isFormat6 { #expect(changes.count == 1, "the folder and its name are there already") }
    }
}
