public import CloudCore
internal import Foundation

extension Vault {
    /// Changes the passphrase of a vault (vault format, section 11).
    ///
    /// The key stays, so that nothing else in the vault changes and old backups still open with the old passphrase. The
    /// backup of the masterkey file comes first; replacing it is one request, which commits.
    ///
    /// - Parameters:
    ///   - path: the folder of the vault.
    ///   - provider: where it lies.
    ///   - oldPassphrase: UTF-8, as typed.
    ///   - newPassphrase: UTF-8.
    /// - Throws: as ``open(at:in:passphrase:logger:)-(_,_,SecretBytes,_)``; ``MasterkeyReplacementError`` if the file
    ///   was damaged on the way.
    @concurrent public static func changePassphrase(
        at path: CloudPath,
        in provider: any CloudProvider,
        from oldPassphrase: SecretBytes,
        to newPassphrase: SecretBytes
    ) async throws {
        let vault = try await inspect(at: path, in: provider)
        let masterkey = try await vault.unlock(passphrase: oldPassphrase).masterkey
        let relocked = try await vault.masterkeyFile.relock(masterkey, Passphrase(newPassphrase))
        try await vault.files.replaceMasterkey(vault.masterkeyBytes, with: Array(relocked))
    }

    /// Gives a vault a new passphrase by its recovery key, and a new masterkey file if that is missing or damaged
    /// (vault format, section 13.1).
    ///
    /// - Parameters:
    ///   - path: the folder of the vault.
    ///   - provider: where it lies.
    ///   - recoveryKey: the 44 words.
    ///   - newPassphrase: UTF-8.
    ///   - scryptCostParam: `nil` for 32768; lower ones are for tests.
    /// - Throws: ``RecoveryKey/Failure`` for words that are none, before any request;
    ///   ``VaultError/keyDoesNotBelongToVault`` for those of another vault; ``VaultError/vaultConfigMissing`` where
    ///   nothing tells whether the key is the vault's; as ``inspect(at:in:logger:)``; ``MasterkeyReplacementError``.
    @concurrent public static func restore(
        at path: CloudPath,
        in provider: any CloudProvider,
        recoveryKey: String,
        newPassphrase: SecretBytes,
        scryptCostParam: Int? = nil
    ) async throws {
        let masterkey = try RecoveryKey.decode(recoveryKey)
        try Task.checkCancellation()
        let delegate = provider.streaming(temporaryDirectory: FileManager.default.temporaryDirectory)
        let files = VaultFiles(delegate: delegate, path: path)
        async let hasData = files.hasData
        let (old, token) = try await files.fetch()
        guard try await hasData else { throw VaultError.notAVault }
        let version = try restoredVersion(masterkeyFile: old, token: token, masterkey: masterkey)
        let locked = try await MasterkeyFile.lock(
            masterkey: masterkey,
            vaultVersion: version,
            passphrase: newPassphrase,
            scryptCostParam: scryptCostParam
        )
        try await files.replaceMasterkey(old, with: Array(locked))
    }

    /// The version of the restored masterkey file, if the key belongs to the vault.
    private static func restoredVersion(
        masterkeyFile: [UInt8]?,
        token: [UInt8]?,
        masterkey: Masterkey
    ) throws -> Int {
        if let token {
            let config = try UnverifiedVaultConfig(token: String(decoding: token, as: UTF8.self))
            try config.checkSupported()
            _ = try config.verify(rawKey: masterkey.rawKey)
            return MasterkeyFile.versionOfFormat8
        }
        guard let masterkeyFile else { throw VaultError.vaultConfigMissing }
        let legacy = try MasterkeyFile.withContentFromData(Data(masterkeyFile))
        _ = try VaultInfo(legacyVersion: legacy.version)
        guard try legacy.holds(masterkey) else { throw VaultError.keyDoesNotBelongToVault }
        return legacy.version
    }
}
