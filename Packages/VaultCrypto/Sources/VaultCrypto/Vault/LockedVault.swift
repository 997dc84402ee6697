public import CloudCore
internal import Foundation

/// A vault whose files were fetched and parsed, before its passphrase is known.
public struct LockedVault: Sendable {
    /// What the vault says about itself, not verified yet.
    public let info: VaultInfo

    let files: VaultFiles
    let masterkeyFile: MasterkeyFile
    let masterkeyBytes: [UInt8]
    let config: UnverifiedVaultConfig?
    let logger: Logger

    /// The folder of the vault.
    public var path: CloudPath { files.path }

    /// Derives the key from the passphrase, and proves that it is the vault's.
    ///
    /// - Parameter passphrase: UTF-8, as typed.
    /// - Returns: the open vault.
    /// - Throws: ``VaultError/wrongPassphrase``; ``VaultError/malformedMasterkeyFile(_:)`` if its version was changed;
    ///   ``VaultError/keyDoesNotBelongToVault``; ``VaultError/migrationUnfinished``; errors of the provider.
    @concurrent public func unlock(passphrase: SecretBytes) async throws -> UnlockedVault {
        let masterkey = try await masterkeyFile.unlock(passphrase: passphrase)
        let info = try config.map { try VaultInfo($0.verify(rawKey: masterkey.rawKey)) } ?? info
        let vault = UnlockedVault(info: info, masterkey: masterkey, files: files, logger: logger)
        if info.format == 6 { try await checkMigration(of: vault) }
        return vault
    }

    /// A migration to format 7 that was killed has left nodes of both formats: as format 6, only a part would show.
    private func checkMigration(of vault: UnlockedVault) async throws {
        let store = vault.store
        let root = try store.contentFolder(of: [])
        do {
            try await store.forEachPage(of: root) { page in
                let isMigrated = page.items.contains { item in
                    !item.name.hasPrefix(".")
                        && [FormatSeven.ending, FormatSeven.shortenedEnding].contains(where: item.name.hasSuffix)
                }
                if isMigrated { throw VaultError.migrationUnfinished }
            }
        } catch CloudProviderError.itemNotFound {}  // listing the root tells
    }
}
