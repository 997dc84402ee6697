public import CloudCore
internal import Foundation

/// Brings a vault of format 6 or 7 to a newer format (vault format, section 16).
///
/// It goes step by step, each with a backup of the masterkey file first. Contents and keys stay as they are. One that
/// was killed is finished by repeating it: until then a vault on its way from 7 to 8 opens with the old or the new
/// format, and one on its way from 6 to 7 doesn't open (``VaultError/migrationUnfinished``). Nobody else should use the
/// vault meanwhile.
public struct VaultMigration: Sendable {
    /// A format that a vault can be brought to.
    public enum Target: Int, Sendable, CaseIterable {
        /// Format 7.
        case format7 = 7
        /// Format 8.
        case format8 = 8
    }

    /// What happens on the way.
    public enum Event: Hashable, Sendable {
        /// The vault has this format from now on.
        case reached(format: Int)
        /// A file stays where it is, among the ciphertext, and is not in the migrated vault; with the reason.
        case leftBehind(CloudPath, reason: String)
    }

    private let path: CloudPath
    private let provider: any CloudProvider
    private let passphrase: SecretBytes
    private let scryptCostParam: Int?
    private let logger: Logger

    /// Prepares a migration.
    ///
    /// - Parameters:
    ///   - path: the folder of the vault.
    ///   - provider: where it lies.
    ///   - passphrase: UTF-8, as typed.
    ///   - scryptCostParam: of the new masterkey files; `nil` for 32768, or what the old one has if that is more. Lower
    ///     ones are for tests.
    ///   - logger: where to log.
    public init(
        ofVaultAt path: CloudPath,
        in provider: any CloudProvider,
        passphrase: SecretBytes,
        scryptCostParam: Int? = nil,
        logger: Logger = .shared
    ) {
        self.path = path
        self.provider = provider
        self.passphrase = passphrase
        self.scryptCostParam = scryptCostParam
        self.logger = logger
    }

    /// Migrates the vault; one that has the format already stays as it is.
    ///
    /// - Parameters:
    ///   - target: the format it gets.
    ///   - handler: gets what happens; may be called from several tasks at once.
    /// - Throws: ``MigrationError``; as ``Vault/inspect(at:in:logger:)`` and ``LockedVault/unlock(passphrase:)``;
    ///   ``MasterkeyReplacementError``; errors of the provider and the handler; `CancellationError`.
    @concurrent public func run(
        to target: Target,
        _ handler: @escaping @Sendable (Event) async throws -> Void = { _ in }
    ) async throws {
        while true {
            let vault = try await Vault.inspect(at: path, in: provider, logger: logger)
            let format = vault.info.format
            guard format <= target.rawValue else { throw MigrationError.newerFormat(format) }
            if format == target.rawValue {
                if format == VaultConfig.supportedFormat { try await finishFormatEight(vault) }
                return
            }
            switch format {
            case 6: try await migrateToSeven(vault, handler)
            default: try await migrateToEight(vault)
            }
            try await handler(.reached(format: format + 1))
        }
    }

    // MARK: Steps

    /// Commits with the masterkey file, which comes last: until then the vault doesn't open.
    private func migrateToSeven(
        _ vault: LockedVault,
        _ handler: @escaping @Sendable (Event) async throws -> Void
    ) async throws {
        let masterkey = try await vault.masterkeyFile.unlock(passphrase: passphrase)
        let store = UnlockedVault(info: vault.info, masterkey: masterkey, files: vault.files, logger: logger).store
        let renaming = FormatSixRenaming(store: store) { try await handler(.leftBehind($0, reason: $1)) }
        try await renaming.check()
        _ = try await vault.files.backUp(vault.masterkeyBytes, of: VaultEntry.masterkey)
        try await renaming.renameAll()
        try await store.delegate.deleteFolderIfExisting(at: path.appending(VaultEntry.longNames))
        try await writeMasterkey(masterkey, version: 7, of: vault)
    }

    /// Commits with the configuration: the vault is an old one until that is there, then a new one, whatever the
    /// masterkey file says.
    private func migrateToEight(_ vault: LockedVault) async throws {
        let masterkey = try await vault.masterkeyFile.unlock(passphrase: passphrase)
        _ = try await vault.files.backUp(vault.masterkeyBytes, of: VaultEntry.masterkey)
        let config = VaultConfig.createNew(
            cipherCombo: vault.info.cipherCombo,
            shorteningThreshold: vault.info.shorteningThreshold
        )
        let token = try config.toToken(rawKey: masterkey.rawKey)
        try await vault.files.write(Array(token.utf8), to: VaultEntry.config, condition: .absent)
        try await writeMasterkey(masterkey, version: MasterkeyFile.versionOfFormat8, of: vault)
    }

    /// Gives the masterkey file its version, if a migration to format 8 was killed before it did.
    private func finishFormatEight(_ vault: LockedVault) async throws {
        guard vault.masterkeyFile.version != MasterkeyFile.versionOfFormat8 else { return }
        let unlocked = try await vault.unlock(passphrase: passphrase)
        try await writeMasterkey(unlocked.masterkey, version: MasterkeyFile.versionOfFormat8, of: vault)
    }

    private func writeMasterkey(_ masterkey: Masterkey, version: Int, of vault: LockedVault) async throws {
        let locked = try await MasterkeyFile.lock(
            masterkey: masterkey,
            vaultVersion: version,
            passphrase: passphrase,
            scryptCostParam: try scryptCostParam ?? vault.masterkeyFile.scrypt.strengthened.costParam
        )
        try await vault.files.replaceMasterkey(vault.masterkeyBytes, with: Array(locked))
    }
}
