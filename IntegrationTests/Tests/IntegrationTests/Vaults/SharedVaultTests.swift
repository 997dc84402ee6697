import CloudCore
import CloudLocalFileSystem
import CryptoPrimitives
import Foundation
import TestData
import TestDataTesting
import Testing
import VaultCrypto

/// Vaults that other programs wrote, on the local file system: they open, every file hashes as it should, and
/// reading leaves them byte for byte as they were.
@Suite("Vaults of other programs", .requiresSharedData, .timeLimit(.minutes(10)))
struct SharedVaultTests {
    private static let special = [
        "conflicts-v8-gcm", "damaged-v8-gcm", "edge-v8-gcm-odd-ciphertexts", "negative-masterkey-999-bad-versionmac",
        "negative-v8-ctrmac-one-corrupt-file",
    ]

    /// Every folder of vaults, so that a new one can't be forgotten.
    private static let ordinary =
        (try? FileManager.default.contentsOfDirectory(
            atPath: SharedData.folder.appendingPathComponent("vaults").path
        ).filter { $0 != "README.md" && !special.contains($0) }.sorted()) ?? []

    @Test("none of the vaults is missing")
    func complete() {
        #expect(Self.ordinary.count >= 22)
    }

    @Test("opens, and every file hashes as expected", arguments: ordinary)
    func reads(_ name: String) async throws {
        let folder = try await unpack(name)
        let expected = try ExpectedVault.load(name)
        if let config = expected.vaultConfigFile {
            try FileManager.default.moveItem(
                at: folder.vault.appendingPathComponent(config),
                to: folder.vault.appendingPathComponent("vault.cryptomator")
            )
        }
        let before = try folder.snapshot()
        let vault = try await folder.open(passphrase: expected.passphrase)
        #expect(vault.info.format == expected.format)
        #expect(vault.info.cipherCombo == expected.cipherCombo)
        #expect(vault.recoveryKey == expected.recoveryKey)
        let contents = try await VaultContents.read(vault.makeProvider())
        #expect(try #require(expected.tree).count > 0)
        #expect(try expected.differences(from: contents) == [])
        #expect(try folder.snapshot() == before, "reading changes no byte")
    }

    @Test("of a vault with one corrupt file every other is read")
    func oneCorruptFile() async throws {
        let name = "negative-v8-ctrmac-one-corrupt-file"
        let folder = try await unpack(name)
        let before = try folder.snapshot()
        let expected = try ExpectedVault.load(name)
        let provider = try await folder.open(passphrase: expected.passphrase).makeProvider()
        for entry in try #require(expected.tree) where entry.type == .file {
            let path = try CloudPath(entry.path)
            if let hash = try #require(entry.sha256).value {
                #expect(Digest.sha256(try await provider.contents(of: path)).hex == hash, "\(path)")
            } else {
                let target = folder.url.appendingPathComponent("target")
                await #expect(throws: VaultError.self) { try await provider.downloadFile(from: path, to: target) }
                #expect(!FileManager.default.fileExists(atPath: target.path), "nothing is left of a damaged file")
            }
        }
        #expect(try folder.snapshot() == before)
    }

    @Test("a masterkey of format 8 without configuration is refused")
    func refused() async throws {
        let name = "negative-masterkey-999-bad-versionmac"
        let folder = try await unpack(name)
        let passphrase = try ExpectedVault.load(name).passphrase
        await #expect(throws: VaultError.vaultConfigMissing) { try await folder.open(passphrase: passphrase) }
    }

    @Test("conflict copies are listed beside their originals, none twice, none renamed")
    func conflicts() async throws {
        struct Conflicts: Decodable {
            struct Conflict: Decodable {
                var cleartext: String
                var content: String?
            }
            var conflicts: [Conflict]
            var currentRuleNames: [String: String]
        }
        let name = "conflicts-v8-gcm"
        let folder = try await unpack(name)
        let before = try folder.snapshot()
        let provider = try await folder.open(passphrase: try ExpectedVault.load(name).passphrase).makeProvider()
        let list = try await provider.fetchItemListExhaustively(forFolderAt: .root)
        #expect(Set(list.items.map(\.cloudPath)).count == list.items.count)
        let expected = try SharedData.json(Conflicts.self, "vaults/\(name)/expected.json")
        for conflict in expected.conflicts {
            let original = try CloudPath(conflict.cleartext)
            #expect(list.items.contains { $0.cloudPath == original }, "\(original)")
            guard let alias = expected.currentRuleNames[conflict.cleartext], let content = conflict.content else {
                continue
            }
            #expect(try await provider.contents(of: CloudPath(alias)) == Array(content.utf8), "\(alias)")
        }
        #expect(try folder.snapshot() == before)
    }

    @Test("odd ciphertexts are read where they can be, and are an error of that file elsewhere")
    func oddCiphertexts() async throws {
        struct Edge: Decodable {
            struct Entry: Decodable {
                var path: String
                var cleartextSize: Int?
                var sha256: String?
            }
            var entries: [Entry]
        }
        let name = "edge-v8-gcm-odd-ciphertexts"
        let folder = try await unpack(name)
        let before = try folder.snapshot()
        let provider = try await folder.open(passphrase: try ExpectedVault.load(name).passphrase).makeProvider()
        let entries = try SharedData.json(Edge.self, "vaults/\(name)/expected.json").entries
        let listed = try await provider.fetchItemListExhaustively(forFolderAt: .root).items
        #expect(Set(listed.map(\.cloudPath.string)) == Set(entries.map(\.path)))
        for entry in entries {
            let path = try CloudPath(entry.path)
            if let hash = entry.sha256 {
                #expect(Digest.sha256(try await provider.contents(of: path)).hex == hash, "\(path)")
            } else {
                let target = folder.url.appendingPathComponent("target")
                await #expect(throws: VaultError.self, "\(path)") {
                    try await provider.downloadFile(from: path, to: target)
                }
                #expect(!FileManager.default.fileExists(atPath: target.path))
            }
        }
        #expect(try folder.snapshot() == before)
    }

    @Test("of a damaged vault everything that the Java reference lists is read, and the damage is reported")
    func damaged() async throws {
        struct Damaged: Decodable {
            struct Entry: Decodable {
                var type: CloudItemType
                var size: Int?
                var sha256: String?
            }
            var listingBefore: [String: Entry]
        }
        let name = "damaged-v8-gcm"
        let folder = try await unpack(name)
        let before = try folder.snapshot()
        let provider = try await folder.open(passphrase: try ExpectedVault.load(name).passphrase).makeProvider()
        for (path, entry) in try SharedData.json(Damaged.self, "vaults/\(name)/expected.json").listingBefore {
            let metadata = try await provider.fetchItemMetadata(at: CloudPath(path))
            #expect(metadata.itemType == entry.type, "\(path)")
            guard let hash = entry.sha256 else { continue }
            #expect(metadata.size == entry.size, "\(path)")
            #expect(Digest.sha256(try await provider.contents(of: metadata.cloudPath)).hex == hash, "\(path)")
        }
        #expect(try await !provider.fetchItemListExhaustively(forFolderAt: .root).skipped.isEmpty)
        #expect(try folder.snapshot() == before)
    }

    private func unpack(_ name: String) async throws -> TestFolder {
        let folder = try TestFolder()
        _ = try await SharedData.unpackVault(name, into: folder.url)
        return folder
    }
}
