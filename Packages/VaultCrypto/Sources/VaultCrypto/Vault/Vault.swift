public import CloudCore
internal import Foundation

/// Opens, creates and maintains Cryptomator vaults in any provider.
///
/// Nothing here keeps state. A vault that is only opened stays byte for byte as it is.
public enum Vault: Sendable {
    /// Opens a vault: fetches its two files at once, finds out its format, derives the key and proves that it fits.
    ///
    /// - Parameters:
    ///   - path: the folder of the vault.
    ///   - provider: where it lies.
    ///   - passphrase: UTF-8, as typed.
    ///   - logger: where the vault's providers log.
    /// - Returns: the open vault, which makes any number of providers.
    /// - Throws: as ``inspect(at:in:logger:)`` and ``LockedVault/unlock(passphrase:)``.
    @concurrent public static func open(
        at path: CloudPath,
        in provider: any CloudProvider,
        passphrase: SecretBytes,
        logger: Logger = .shared
    ) async throws -> UnlockedVault {
        try await inspect(at: path, in: provider, logger: logger).unlock(passphrase: passphrase)
    }

    /// Opens a vault with a passphrase in a string, which can't be wiped.
    ///
    /// - Parameters:
    ///   - path: the folder of the vault.
    ///   - provider: where it lies.
    ///   - passphrase: as typed.
    ///   - logger: where the vault's providers log.
    /// - Returns: the open vault, which makes any number of providers.
    /// - Throws: as ``inspect(at:in:logger:)`` and ``LockedVault/unlock(passphrase:)``.
    @concurrent public static func open(
        at path: CloudPath,
        in provider: any CloudProvider,
        passphrase: String,
        logger: Logger = .shared
    ) async throws -> UnlockedVault {
        try await open(at: path, in: provider, passphrase: SecretBytes(utf8: passphrase), logger: logger)
    }

    /// Finds out what vault lies in a folder, without a passphrase.
    ///
    /// - Parameters:
    ///   - path: the folder of the vault.
    ///   - provider: where it lies.
    ///   - logger: where the vault's providers log.
    /// - Returns: the vault, still locked.
    /// - Throws: ``VaultError`` for what is no vault, one of another format, one whose key is elsewhere, or damaged
    ///   files; errors of the provider, unchanged.
    @concurrent public static func inspect(
        at path: CloudPath,
        in provider: any CloudProvider,
        logger: Logger = .shared
    ) async throws -> LockedVault {
        try Task.checkCancellation()
        let delegate = provider.streaming(temporaryDirectory: FileManager.default.temporaryDirectory)
        let files = VaultFiles(delegate: delegate, path: path)
        async let hasData = files.hasData
        let (masterkey, token) = try await files.fetch()
        guard masterkey != nil || token != nil else { throw VaultError.notAVault }
        let config = try token.map { try UnverifiedVaultConfig(token: String(decoding: $0, as: UTF8.self)) }
        try config?.checkSupported()
        guard let masterkey else { throw VaultError.masterkeyFileMissing }
        let masterkeyFile = try MasterkeyFile.withContentFromData(Data(masterkey))
        let info = try config.map(VaultInfo.init) ?? VaultInfo(legacyVersion: masterkeyFile.version)
        guard try await hasData else { throw VaultError.notAVault }
        return LockedVault(
            info: info,
            files: files,
            masterkeyFile: masterkeyFile,
            masterkeyBytes: masterkey,
            config: config,
            logger: logger
        )
    }
}
