public import CloudCore

/// A vault whose key is known.
///
/// The key is wiped from memory when the vault and all its providers are gone.
public struct UnlockedVault: Sendable {
    /// What the vault says about itself, verified.
    public let info: VaultInfo
    /// The vault's key.
    public let masterkey: Masterkey

    let files: VaultFiles
    private let logger: Logger

    init(info: VaultInfo, masterkey: Masterkey, files: VaultFiles, logger: Logger) {
        self.info = info
        self.masterkey = masterkey
        self.files = files
        self.logger = logger
    }

    /// The folder of the vault.
    public var path: CloudPath { files.path }

    /// The 44 words from which the vault can be restored: a secret like its key.
    public var recoveryKey: String { RecoveryKey.encode(masterkey) }

    /// Makes a provider of the vault's cleartext, without deriving the key again.
    ///
    /// - Returns: a provider with caches of its own.
    /// - Throws: an error of the cryptographic library.
    public func makeProvider() throws -> VaultProvider {
        let store = store
        return try VaultProvider(store: store, format: info.makeFormat(over: store))
    }

    var store: CiphertextStore {
        CiphertextStore(
            delegate: files.delegate,
            root: files.path,
            cryptor: Cryptor(masterkey: masterkey, scheme: info.cipherCombo),
            logger: logger
        )
    }
}

extension VaultInfo {
    func makeFormat(over store: CiphertextStore) -> any VaultFormat {
        guard format > 6 else { return FormatSix(store: store) }
        return FormatSeven(
            store: store,
            shorteningThreshold: shorteningThreshold,
            writesDirectoryIdBackups: format == VaultConfig.supportedFormat
        )
    }
}
