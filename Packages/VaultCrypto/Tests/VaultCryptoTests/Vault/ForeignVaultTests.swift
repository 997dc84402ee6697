import CloudCore
import CryptoPrimitives
import Foundation
import InMemoryCloud
import TestData
import TestDataTesting
import Testing

@testable import VaultCrypto

/// Vaults that other programs wrote open, and every file hashes as their notes say.
@Suite("Vaults of other programs")
struct ForeignVaultTests {
    @Test("our copies of vaults by the Java reference and pycryptomator", arguments: VaultFixture.own)
    func own(_ name: String) async throws {
        try await check(name)
    }

    @Test("other people's vaults", .requiresSharedData, arguments: VaultFixture.shared)
    func shared(_ name: String) async throws {
        try await check(name)
    }

    @Test("over a cloud with ids, small pages and expensive listings", arguments: ["v6-java-a", "v8-gcm-java-a"])
    func expensive(_ name: String) async throws {
        var settings = InMemoryCloud.Settings()
        settings.cheapListing = false
        settings.addressing = .identifiers
        settings.pageSize = 3
        try await check(name, settings)
    }

    private func check(_ name: String, _ settings: InMemoryCloud.Settings = .init()) async throws {
        let fixture = try VaultFixture.load(name)
        let cloud = try await VaultFixture.cloud(with: name, settings: settings)
        if let config = fixture.vaultConfigFile, config != "vault.cryptomator" {
            cloud.move(
                from: try VaultFixture.path.appending(config),
                to: try VaultFixture.path.appending("vault.cryptomator")
            )
        }
        let before = cloud.snapshot()
        let vault = try await Vault.open(
            at: VaultFixture.path,
            in: cloud.makeProvider(),
            passphrase: fixture.passphrase
        )
        #expect(vault.info.format == fixture.format)
        #expect(vault.info.cipherCombo == fixture.cipherCombo)
        if let threshold = fixture.shorteningThreshold { #expect(vault.info.shorteningThreshold == threshold) }
        if let raw = fixture.rawMasterkeyHex { #expect(vault.masterkey.rawKey.revealed == hex(raw)) }
        if let words = fixture.recoveryKey { #expect(vault.recoveryKey == words) }
        let provider = try vault.makeProvider()
        if let root = fixture.rootDir {
            let contents = try VaultFixture.path.appending(path: root)
            #expect(provider.tree.root.contents == contents)
        }

        var expected: [[UInt8]: VaultFixture.Entry] = [:]
        for entry in fixture.tree ?? [] { expected[Array(entry.path.utf8)] = entry }
        var folders = [CloudPath.root]
        while let folder = folders.popLast() {
            for item in try await provider.fetchItemListExhaustively(forFolderAt: folder).items {
                let metadata = try await provider.fetchItemMetadata(at: item.cloudPath)
                let known = expected.removeValue(forKey: Array(item.cloudPath.string.utf8))
                let entry = try #require(known, "\(item.cloudPath)")
                #expect(metadata.itemType == entry.type, "\(item.cloudPath)")
                switch entry.type {
                case .folder: folders.append(item.cloudPath)
                case .symlink:
                    await #expect(throws: CloudProviderError.itemTypeMismatch) {
                        try await provider.openFile(at: item.cloudPath)
                    }
                default: try await check(item, entry, with: provider)
                }
            }
        }
        #expect(expected.values.map(\.path) == [])
        #expect(cloud.snapshot() == before, "reading changes no byte")
    }

    private func check(_ item: CloudItemMetadata, _ entry: VaultFixture.Entry, with provider: VaultProvider)
        async throws
    {
        if let size = entry.size { #expect(item.size == size, "\(item.cloudPath)") }
        guard let hash = entry.sha256 else { return }
        let content = try await provider.content(of: item.cloudPath.string)
        #expect(Digest.sha256(content) == hex(hash), "\(item.cloudPath)")
    }

    @Test("one corrupt file fails, the others are read", .requiresSharedData)
    func oneCorruptFile() async throws {
        let name = "negative-v8-ctrmac-one-corrupt-file"
        let fixture = try VaultFixture.load(name)
        let cloud = try await VaultFixture.cloud(with: name)
        let provider = try await Vault.open(
            at: VaultFixture.path,
            in: cloud.makeProvider(),
            passphrase: fixture.passphrase
        ).makeProvider()
        for entry in fixture.tree ?? [] where entry.type == .file {
            if entry.path == "/.DS_Store" {
                await #expect(throws: VaultError.self) { try await provider.content(of: entry.path) }
            } else if let hash = entry.sha256 {
                #expect(Digest.sha256(try await provider.content(of: entry.path)) == hex(hash), "\(entry.path)")
            }
        }
    }

    @Test("a masterkey of version 999 without configuration is refused", .requiresSharedData)
    func badVersionMac() async throws {
        let cloud = try await VaultFixture.cloud(with: "negative-masterkey-999-bad-versionmac")
        await #expect(throws: VaultError.vaultConfigMissing) {
            try await Vault.open(at: VaultFixture.path, in: cloud.makeProvider(), passphrase: "12345678")
        }
    }

    @Test("a configuration with an invalid signature is refused", .requiresSharedData)
    func corruptedConfig() async throws {
        let name = "v8-ctrmac-desktop-mangocubes-1"
        let cloud = try await VaultFixture.cloud(with: name)
        cloud.remove(at: try VaultFixture.path.appending("vault.cryptomator"))
        cloud.move(
            from: try VaultFixture.path.appending("vault-corrupted.cryptomator"),
            to: try VaultFixture.path.appending("vault.cryptomator")
        )
        let passphrase = try VaultFixture.load(name).passphrase
        await #expect(throws: VaultError.keyDoesNotBelongToVault) {
            try await Vault.open(at: VaultFixture.path, in: cloud.makeProvider(), passphrase: passphrase)
        }
    }
}

/// The special sets: conflicts, odd ciphertexts, damage.
@Suite("Special vaults")
struct SpecialVaultTests {
    private func open(_ name: String) async throws -> (InMemoryCloud, VaultProvider) {
        let cloud = try await VaultFixture.cloud(with: name)
        let passphrase = try VaultFixture.expected([String: AnyPassphrase].self, of: name)["passphrase"]?.text
        let vault = try await Vault.open(
            at: VaultFixture.path,
            in: cloud.makeProvider(),
            passphrase: try #require(passphrase)
        )
        return (cloud, try vault.makeProvider())
    }

    /// The only member that is wanted of a file with members of many types.
    private struct AnyPassphrase: Decodable {
        var text: String?
        init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
    }

    @Test("conflict copies have the names of the current rule")
    func conflicts() async throws {
        struct Expected: Decodable {
            struct Conflict: Decodable {
                var cleartext: String
                var content: String?
            }
            var currentRuleNames: [String: String]
            var conflicts: [Conflict]
        }
        let name = "conflicts-v8-gcm"
        let expected = try VaultFixture.expected(Expected.self, of: name)
        let (cloud, provider) = try await open(name)
        let before = cloud.snapshot()
        let list = try await provider.fetchItemListExhaustively(forFolderAt: .root)
        let names = Set(list.items.map(\.cloudPath.string))
        #expect(names.count == list.items.count)
        #expect(names.isSuperset(of: expected.currentRuleNames.values))
        for conflict in expected.conflicts {
            guard let content = conflict.content, let path = expected.currentRuleNames[conflict.cleartext] else {
                continue
            }
            #expect(try await provider.content(of: path) == Array(content.utf8), "\(path)")
        }
        // The originals, the copies, and the copy of a shortened folder; the two identical copies are only reported.
        let originals = Set(expected.conflicts.map(\.cleartext))
        let shortened = "/" + String(repeating: "s", count: 142) + " (1)"
        let taken = "/taken (1).txt"
        #expect(names == originals.union(expected.currentRuleNames.values).union([shortened, taken]))
        #expect(list.skipped.count == 2)
        #expect(try await provider.names(in: "/other dir (1)") == ["in c.txt"])
        #expect(try await provider.names(in: "/other dir") == ["in b.txt"])
        #expect(cloud.snapshot() == before)
    }

    @Test("odd ciphertexts: sizes as they can be read, errors where nothing can")
    func edge() async throws {
        struct Expected: Decodable {
            struct Entry: Decodable {
                var path: String
                var cleartextSize: Int?
                var sha256: String?
            }
            var entries: [Entry]
        }
        let name = "edge-v8-gcm-odd-ciphertexts"
        let (cloud, provider) = try await open(name)
        let before = cloud.snapshot()
        let entries = try VaultFixture.expected(Expected.self, of: name).entries
        let names = try await provider.names()
        #expect(names == Set(entries.map { String($0.path.dropFirst()) }))
        for entry in entries {
            guard let hash = entry.sha256 else {
                await #expect(throws: VaultError.self, "\(entry.path)") { try await provider.content(of: entry.path) }
                continue
            }
            #expect(try await provider.fetchItemMetadata(at: CloudPath(entry.path)).size == entry.cleartextSize)
            #expect(Digest.sha256(try await provider.content(of: entry.path)) == hex(hash), "\(entry.path)")
        }
        for path in ["/zero-byte-ciphertext.bin", "/truncated-header.bin", "/header-plus-10.bin"] {
            #expect(try await provider.fetchItemMetadata(at: CloudPath(path)).size == nil)
        }
        #expect(cloud.snapshot() == before)
    }

    @Test("a damaged vault shows all that is whole, and reports the rest")
    func damaged() async throws {
        struct Expected: Decodable {
            struct Entry: Decodable {
                var type: CloudItemType
                var sha256: String?
            }
            var listingAfterFixes: [String: Entry]
        }
        let name = "damaged-v8-gcm"
        let (cloud, provider) = try await open(name)
        let before = cloud.snapshot()
        let list = try await provider.fetchItemListExhaustively(forFolderAt: .root)
        let listed = Set(list.items.map(\.cloudPath.string))
        // What the fixes add: found orphans, and the folder name that now fits its long name. The reference takes a node
        // of two kinds for a folder; here it is reported.
        let expected = try VaultFixture.expected(Expected.self, of: name).listingAfterFixes.filter { path, _ in
            !path.hasPrefix("/LOST+FOUND") && !path.hasSuffix(" mismatch") && path != "/ambiguous"
        }
        for (path, entry) in expected where path.dropFirst().firstIndex(of: "/") == nil {
            #expect(listed.contains(path), "\(path)")
            if let hash = entry.sha256 {
                #expect(Digest.sha256(try await provider.content(of: path)) == hex(hash), "\(path)")
            }
        }
        let reported = Set(list.skipped.map { $0.path.split(separator: "/").last ?? "" })
        #expect(
            reported.isSuperset(of: [
                "pLSKgc2rHhpd03kH1shcocYd3Hw=.c9s", "8FSGuxG8zvUr7u76Eas4UBekcvg=.c9s",
                "a3yyRRNCeqt66La7tJV8LUi46UE=.c9s",
                "XNuw_p1mNAzDBc-01rcCIYUbLqA=.c9s", "0-tDmgGpzhsvbNIWR9oi3cm78aXkGAsEbHUZXQ==.c9r",
                "aiQYYmOKHJ27_u3hDd9Dft2VqHidCAlAKQ==.c9r",
            ])
        )
        await #expect(throws: CloudProviderError.itemNotFound) { try await provider.names(in: "/content dir missing") }
        #expect(try await provider.names(in: "/good folder") == ["inside.txt"])
        #expect(cloud.snapshot() == before)
    }
}
