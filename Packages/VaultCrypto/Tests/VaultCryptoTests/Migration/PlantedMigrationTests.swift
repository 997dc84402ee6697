import CloudCore
import InMemoryCloud
import Testing

@testable import VaultCrypto

/// Migration of what sync clients and interrupted runs leave in a vault of format 6.
@Suite("Migration of odd vaults")
struct PlantedMigrationTests {
    private static let path = (try? CloudPath("/vault")) ?? .root

    private struct Old: Sendable {
        let cloud: InMemoryCloud
        let vault: UnlockedVault

        var provider: VaultProvider { get throws { try vault.makeProvider() } }
        var root: CloudPath { get throws { try vault.store.contentFolder(of: []) } }

        init(_ settings: InMemoryCloud.Settings = .init()) async throws {
            cloud = InMemoryCloud(settings)
            vault = try await Vault.create(
                at: PlantedMigrationTests.path,
                in: cloud.makeProvider(),
                passphrase: "old",
                as: .format6,
                scryptCostParam: 2
            )
        }

        func fullName(_ name: String, _ prefix: String = "") throws -> String {
            try prefix + vault.store.cryptor.encryptFileName(name, dirId: [], encoding: .base32)
        }

        func migrated() async throws -> (provider: VaultProvider, left: [CloudPath]) {
            let left = Locked<[CloudPath]>([])
            try await VaultMigration(
                ofVaultAt: PlantedMigrationTests.path,
                in: cloud.makeProvider(),
                passphrase: SecretBytes(utf8: "old"),
                scryptCostParam: 2
            ).run(to: .format7) { event in
                if case .leftBehind(let path, _) = event { left.withLock { $0.append(path) } }
            }
            let vault = try await Vault.open(
                at: PlantedMigrationTests.path,
                in: cloud.makeProvider(),
                passphrase: "old"
            )
            return (try vault.makeProvider(), left.withLock(\.self))
        }
    }

    @Test("names around the threshold, of every kind", arguments: [1, 7, 1000])
    func names(_ pageSize: Int) async throws {
        var settings = InMemoryCloud.Settings()
        settings.pageSize = pageSize
        let old = try await Old(settings)
        for length in [1, 59, 60, 64, 65, 143, 146, 147, 200] {
            let name = String(repeating: "n", count: length)
            try await old.provider.put([UInt8(length)], at: "/" + name)
            try await old.provider.createFolder(at: CloudPath("/f" + name))
            try await old.provider.put([UInt8(length)], at: "/f\(name)/inner")
        }
        let before = try await old.provider.tree()
        let (provider, left) = try await old.migrated()
        #expect(left.isEmpty)
        #expect(try await provider.tree() == before)
        let names = old.cloud.paths.map(\.name)
        #expect(names.allSatisfy { $0.utf8.count <= 220 })
        #expect(names.filter { $0.hasSuffix(".c9s") }.count > 0)
    }

    @Test("conflict copies become conflict copies; the original keeps its name")
    func conflictCopies() async throws {
        let old = try await Old()
        try await old.provider.put([1], at: "/file")
        let names = [" (1)", "_", " (Alice)"]
        for (index, suffix) in names.enumerated() {
            let copy = try old.vault.store.cryptor.encryptedFile([UInt8(index) + 2])
            old.cloud.put(copy, at: try old.root.appending(old.fullName("file") + suffix))
        }
        let (provider, left) = try await old.migrated()
        // The original and two copies; the third one finds all names taken.
        #expect(left.count == 1)
        #expect(try await provider.content(of: "/file") == [1])
        let listed = try await provider.names()
        #expect(listed.count == 3)
        #expect(old.cloud.contents(at: try #require(left.first)) != nil)
    }

    @Test("a file and a folder of one name both stay", arguments: [true, false])
    func fileAndFolder(_ bothKinds: Bool) async throws {
        var settings = InMemoryCloud.Settings()
        settings.bothKinds = bothKinds
        let old = try await Old(settings)
        try await old.provider.createFolder(at: CloudPath("/name"))
        try await old.provider.put([2], at: "/name/inner")
        old.cloud.put(
            try old.vault.store.cryptor.encryptedFile([1]),
            at: try old.root.appending(old.fullName("name"))
        )
        let (provider, left) = try await old.migrated()
        #expect(left.isEmpty)
        #expect(try await provider.content(of: "/name") == [1])
        let folder = try #require(try await provider.types().first { $0.value == .folder }?.key)
        #expect(try await provider.content(of: "/\(folder)/inner") == [2])
    }

    @Test("what is not of the vault, and what lost its name, stays")
    func foreignFiles() async throws {
        let old = try await Old()
        let long = String(repeating: "l", count: 120)
        try await old.provider.put([1], at: "/" + long)
        let entry = try #require(old.cloud.paths.first { $0.name.hasSuffix(".lng") && $0.isDescendant(of: Self.path) })
        old.cloud.remove(at: try Self.path.appending("m"))
        let names = [".DS_Store", "IMPORTANT.rtf", "desktop.ini", "README12", "._" + (try old.fullName("file"))]
        for name in names { old.cloud.put([7], at: try old.root.appending(name)) }
        let lost = try old.root.appending(entry.name)
        let (provider, left) = try await old.migrated()
        #expect(left == [lost])
        #expect(old.cloud.contents(at: lost) != nil)
        for name in names { #expect(old.cloud.contents(at: try old.root.appending(name)) == [7], "\(name)") }
        #expect(try await provider.names().isEmpty)
    }

    @Test("a placeholder of a file that is not downloaded stops it before any change")
    func placeholder() async throws {
        let old = try await Old()
        try await old.provider.put([1], at: "/file")
        let placeholder = try old.root.appending(".\(old.fullName("other")).icloud")
        old.cloud.put([], at: placeholder)
        let before = old.cloud.snapshot()
        await #expect(throws: MigrationError.notDownloaded(placeholder)) { try await old.migrated() }
        #expect(old.cloud.snapshot() == before)
    }

    @Test("a storage for short names stops it before any change, if a name doesn't fit")
    func shortNames() async throws {
        var settings = InMemoryCloud.Settings()
        settings.namePolicy.maximumNameLength = 140
        let old = try await Old(settings)
        // 64 bytes have 128 characters in format 6 and 112 in format 7; 100 bytes have 36 (shortened) and 160.
        try await old.provider.put([1], at: "/" + String(repeating: "n", count: 64))
        let fitting = old.cloud.snapshot()
        #expect(try await old.migrated().left.isEmpty)
        old.cloud.restore(fitting)
        try await old.provider.put([1], at: "/" + String(repeating: "n", count: 100))
        let entry = try #require(old.cloud.paths.first { $0.name.hasSuffix(".lng") && $0.parent == (try? old.root) })
        let before = old.cloud.snapshot()
        await #expect(throws: MigrationError.nameTooLong(entry, limit: 140)) { try await old.migrated() }
        #expect(old.cloud.snapshot() == before)
    }
}
