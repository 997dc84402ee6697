import CloudCore
import Foundation
import InMemoryCloud
import TestData
import Testing

@testable import VaultCrypto

/// A vault that another program wrote, and what is known to be in it.
struct VaultFixture: Decodable, Sendable {
    struct Entry: Decodable, Sendable {
        var path: String
        var type: CloudItemType
        var size: Int?
        var sha256: String?
        var target: String?

        private enum CodingKeys: CodingKey { case path, type, size, sha256, target }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            path = try container.decode(String.self, forKey: .path)
            type = try container.decode(CloudItemType.self, forKey: .type)
            size = try? container.decode(Int.self, forKey: .size)  // "unknown" where nothing verified it
            let hash = try container.decodeIfPresent(String.self, forKey: .sha256)
            sha256 = hash == "unknown" ? nil : hash
            target = try container.decodeIfPresent(String.self, forKey: .target)
        }
    }

    var passphrase: String
    var format: Int
    var cipherCombo: CryptorScheme
    var shorteningThreshold: Int?
    var rawMasterkeyHex: String?
    var recoveryKey: String?
    var rootDir: String?
    var vaultConfigFile: String?
    var tree: [Entry]?

    /// Vaults in the test's own resources.
    static let own = [
        "v6-java-a", "v7-java-a", "v8-ctrmac-java-a", "v8-gcm-java-a", "v8-gcm-java-threshold-100",
        "v8-gcm-java-passphrase-changed", "v8-gcm-pycryptomator-2-300-files", "migration-s-step-6",
        "migration-s-step-7", "migration-s-step-8",
    ]

    /// Vaults that may not be copied, or are large.
    static let shared = [
        "v6-desktop-awendland", "v7-desktop-eocron", "v7-desktop-pr0n00gler", "v8-ctrmac-desktop-mangocubes-1",
        "v8-ctrmac-desktop-mangocubes-2-longnames", "v8-ctrmac-desktop-yombar", "v8-ctrmac-pr0n00gler",
        "v8-ctrmac-yombar-unpadded-base64", "v8-gcm-desktop-chrschu90", "v8-gcm-desktop-yombar",
        "v8-gcm-pycryptomator-1", "v8-gcm-yombar-unpadded-base64",
    ]

    private static func isOwn(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: ownFolder(name).path)
    }

    private static func ownFolder(_ name: String) -> URL {
        Bundle.module.bundleURL.appendingPathComponent("Fixtures/vaults/\(name)")
    }

    static func expected<Value: Decodable>(_ type: Value.Type, of name: String) throws -> Value {
        guard isOwn(name) else { return try SharedData.json(type, "vaults/\(name)/expected.json") }
        return try JSONDecoder().decode(
            type,
            from: Data(contentsOf: ownFolder(name).appendingPathComponent("expected.json"))
        )
    }

    static func load(_ name: String) throws -> VaultFixture {
        try expected(VaultFixture.self, of: name)
    }

    /// Puts a vault into the folder `/vault` of an in-memory cloud.
    static func cloud(with name: String, settings: InMemoryCloud.Settings = .init()) async throws -> InMemoryCloud {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vault-\(UUID().uuidString)")
        try await BlockingWork.run {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        }
        let vault: URL
        if isOwn(name) {
            let archive = ownFolder(name).appendingPathComponent("vault.tar.gz").path
            let result = try await ChildProcess.run(
                "tar",
                ["--extract", "--gzip", "--no-same-owner", "--file", archive, "--directory", folder.path]
            )
            try #require(result.status == 0, "\(result.errorText)")
            vault = folder.appendingPathComponent("vault")
        } else {
            vault = try await SharedData.unpackVault(name, into: folder)
        }
        let cloud = InMemoryCloud(settings)
        try await cloud.load(vault, into: CloudPath("/vault"))
        try await BlockingWork.run { try FileManager.default.removeItem(at: folder) }
        return cloud
    }

    static let path = (try? CloudPath("/vault")) ?? .root
}
