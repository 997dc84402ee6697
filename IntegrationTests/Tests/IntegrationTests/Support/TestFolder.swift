import CloudCore
import CloudLocalFileSystem
import CryptoPrimitives
import Foundation
import TestData
import VaultCrypto

/// A temporary folder with a vault in it, removed when the test that owns it ends.
final class TestFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("cloudaccess-integration-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Where the vault lies, seen by other programs.
    var vault: URL { url.appendingPathComponent("vault", isDirectory: true) }

    /// Where the vault lies, seen through ``provider()``.
    static var vaultPath: CloudPath { get throws { try CloudPath("/vault") } }

    func provider() throws -> LocalFileSystemProvider { try LocalFileSystemProvider(rootURL: url) }

    func open(passphrase: String) async throws -> UnlockedVault {
        try await Vault.open(at: try Self.vaultPath, in: provider(), passphrase: passphrase)
    }

    /// Everything below the vault's folder: of files the hash, of folders nothing.
    func snapshot() throws -> [String: String] {
        var found: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: vault.path) {
            let item = vault.appendingPathComponent(name)
            let isFolder = try item.resourceValues(forKeys: [.isDirectoryKey]).isDirectory ?? false
            found[name] = isFolder ? "" : Digest.sha256(try Data(contentsOf: item)).hex
        }
        return found
    }

    /// Writes a local file outside the vault.
    func file(_ name: String, _ bytes: [UInt8]) throws -> URL {
        let file = url.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        return file
    }
}
