import CloudCore
import Foundation
import TestData
import TestDataTesting
import Testing

@testable import VaultCrypto

/// Vaults of other implementations: only they can tell that a round trip through our own code isn't a closed circle.
@Suite("Keys of real vaults", .requiresSharedData)
struct RealVaultKeysTests {
    private struct Expected: Decodable {
        struct Config: Decodable {
            struct Payload: Decodable {
                var jti: String
            }

            var payload: Payload
        }

        var passphrase: String
        var format: Int
        var cipherCombo: CryptorScheme
        var shorteningThreshold: Int?
        var rawMasterkeyHex: String
        var recoveryKey: String
        var rootDir: String
        var masterkeyVersion: Int
        var vaultConfig: Config?
        var vaultConfigFile: String?
    }

    static let vaults = [
        "negative-v8-ctrmac-one-corrupt-file", "v6-desktop-awendland", "v6-java-a", "v7-desktop-eocron",
        "v7-desktop-pr0n00gler", "v7-java-a", "v8-ctrmac-desktop-mangocubes-1",
        "v8-ctrmac-desktop-mangocubes-2-longnames", "v8-ctrmac-desktop-yombar", "v8-ctrmac-java-a",
        "v8-ctrmac-pr0n00gler", "v8-ctrmac-yombar-unpadded-base64", "v8-gcm-desktop-chrschu90", "v8-gcm-desktop-yombar",
        "v8-gcm-java-a", "v8-gcm-java-passphrase-changed", "v8-gcm-java-threshold-100", "v8-gcm-pycryptomator-1",
        "v8-gcm-pycryptomator-2-300-files", "v8-gcm-yombar-unpadded-base64",
    ]

    @Test("unlock, recovery key, configuration and root folder are as expected", arguments: vaults)
    func keys(_ name: String) async throws {
        let expected = try SharedData.json(Expected.self, "vaults/\(name)/expected.json")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vault-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let vault = try await SharedData.unpackVault(name, into: folder)

        let file = try MasterkeyFile.withContentFromURL(vault.appendingPathComponent("masterkey.cryptomator"))
        #expect(file.version == expected.masterkeyVersion)
        let masterkey = try await file.unlock(passphrase: expected.passphrase)
        #expect(masterkey.rawKey.revealed == hex(expected.rawMasterkeyHex))
        #expect(RecoveryKey.encode(masterkey) == expected.recoveryKey)
        #expect(try file.holds(masterkey))
        #expect(try !file.holds(Masterkey.createNew()))

        let hash = try Cryptor(masterkey: masterkey, scheme: expected.cipherCombo).encryptDirId([])
        #expect("d/" + hash.prefix(2) + "/" + hash.dropFirst(2) == expected.rootDir)

        guard expected.format == 8 else { return }
        let configURL = vault.appendingPathComponent(expected.vaultConfigFile ?? "vault.cryptomator")
        let token = String(decoding: try Data(contentsOf: configURL), as: UTF8.self)
        let unverified = try UnverifiedVaultConfig(token: token)
        try unverified.checkSupported()
        let config = try unverified.verify(rawKey: masterkey.rawKey)
        #expect(config.id == expected.vaultConfig?.payload.jti)
        #expect(config.cipherCombo == expected.cipherCombo)
        #expect(config.shorteningThreshold == expected.shorteningThreshold)
    }
}
