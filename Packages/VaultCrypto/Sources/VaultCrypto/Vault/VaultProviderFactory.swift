public import CloudCore
internal import Foundation

/// Makes providers of vaults whose key the caller has already.
public enum VaultProviderFactory: Sendable {
    /// Makes the provider of a vault of format 8; sends nothing.
    ///
    /// - Parameters:
    ///   - unverifiedVaultConfig: from `vault.cryptomator`; wherever it says that its key is.
    ///   - masterkey: the vault's key.
    ///   - vaultPath: the folder of the vault.
    ///   - provider: where the vault lies.
    /// - Returns: the vault's cleartext.
    /// - Throws: ``VaultError/unsupportedVaultVersion(_:)``, ``VaultError/unsupportedCipherCombo(_:)``,
    ///   ``VaultError/keyDoesNotBelongToVault``.
    public static func createVaultProvider(
        from unverifiedVaultConfig: UnverifiedVaultConfig,
        masterkey: Masterkey,
        vaultPath: CloudPath,
        with provider: any CloudProvider
    ) throws -> VaultProvider {
        let config = try unverifiedVaultConfig.verify(rawKey: masterkey.rawKey)
        return try makeProvider(VaultInfo(config), masterkey, vaultPath, provider)
    }

    /// Makes the provider of a vault of format 6 or 7; sends nothing.
    ///
    /// - Parameters:
    ///   - masterkey: the vault's key.
    ///   - vaultVersion: ``MasterkeyFile/version`` of the vault's masterkey file.
    ///   - vaultPath: the folder of the vault.
    ///   - provider: where the vault lies.
    /// - Returns: the vault's cleartext.
    /// - Throws: ``VaultError/unsupportedVaultVersion(_:)``; ``VaultError/vaultConfigMissing`` for version 999.
    public static func createLegacyVaultProvider(
        from masterkey: Masterkey,
        vaultVersion: Int,
        vaultPath: CloudPath,
        with provider: any CloudProvider
    ) throws -> VaultProvider {
        try makeProvider(VaultInfo(legacyVersion: vaultVersion), masterkey, vaultPath, provider)
    }

    private static func makeProvider(
        _ info: VaultInfo,
        _ masterkey: Masterkey,
        _ path: CloudPath,
        _ provider: any CloudProvider
    ) throws -> VaultProvider {
        let delegate = provider.streaming(temporaryDirectory: FileManager.default.temporaryDirectory)
        let files = VaultFiles(delegate: delegate, path: path)
        return try UnlockedVault(info: info, masterkey: masterkey, files: files, logger: .shared).makeProvider()
    }
}
