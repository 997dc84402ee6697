public import CloudCore
internal import Foundation

/// What kind of vault is made.
public enum NewVault: Hashable, Sendable {
    /// Format 6, which no app makes any more: for tests.
    case format6
    /// Format 7, for apps before 2021.
    case format7
    /// Format 8.
    ///
    /// - Parameters:
    ///   - cipherCombo: how contents are encrypted.
    ///   - shorteningThreshold: 36 to 220; anything else traps.
    case format8(
        cipherCombo: CryptorScheme = .sivGcm,
        shorteningThreshold: Int = VaultConfig.defaultShorteningThreshold
    )
}

extension Vault {
    /// Creates a vault in a folder that is missing or empty (vault format, section 10).
    ///
    /// What was written is removed as far as possible if the creation fails.
    ///
    /// - Parameters:
    ///   - path: the folder, whose parent exists.
    ///   - provider: where it is.
    ///   - passphrase: UTF-8.
    ///   - kind: of vault.
    ///   - scryptCostParam: `nil` for 32768; lower ones are for tests.
    ///   - logger: where the vault's providers log.
    /// - Returns: the open vault.
    /// - Throws: `CloudProviderError.itemAlreadyExists` if the folder isn't empty or is a file;
    ///   `CloudProviderError.parentFolderDoesNotExist`; errors of the provider.
    @concurrent public static func create(
        at path: CloudPath,
        in provider: any CloudProvider,
        passphrase: SecretBytes,
        as kind: NewVault = .format8(),
        scryptCostParam: Int? = nil,
        logger: Logger = .shared
    ) async throws -> UnlockedVault {
        try Task.checkCancellation()
        let delegate = provider.streaming(temporaryDirectory: FileManager.default.temporaryDirectory)
        let files = VaultFiles(delegate: delegate, path: path)
        let isNew = try await files.makeEmptyFolder()
        let masterkey = try Masterkey.createNew()
        let (info, token) = try kind.description(signedWith: masterkey)
        let vault = UnlockedVault(info: info, masterkey: masterkey, files: files, logger: logger)
        do {
            let locked = try await MasterkeyFile.lock(
                masterkey: masterkey,
                vaultVersion: token == nil ? info.format : MasterkeyFile.versionOfFormat8,
                passphrase: passphrase,
                scryptCostParam: scryptCostParam
            )
            try await files.write(Array(locked), to: VaultEntry.masterkey, condition: .absent)
            if let token { try await files.write(Array(token.utf8), to: VaultEntry.config, condition: .absent) }
            try await vault.makeRoot()
        } catch {
            await vault.store.cleanUp("\(path)") { try await files.removeNewVault(withFolder: isNew) }
            throw error
        }
        return vault
    }

    /// Creates a vault with a passphrase in a string, which can't be wiped.
    ///
    /// - Parameters:
    ///   - path: the folder, whose parent exists.
    ///   - provider: where it is.
    ///   - passphrase: as typed.
    ///   - kind: of vault.
    ///   - scryptCostParam: `nil` for 32768; lower ones are for tests.
    ///   - logger: where the vault's providers log.
    /// - Returns: the open vault.
    /// - Throws: as with a passphrase in wiped memory.
    @concurrent public static func create(
        at path: CloudPath,
        in provider: any CloudProvider,
        passphrase: String,
        as kind: NewVault = .format8(),
        scryptCostParam: Int? = nil,
        logger: Logger = .shared
    ) async throws -> UnlockedVault {
        try await create(
            at: path,
            in: provider,
            passphrase: SecretBytes(utf8: passphrase),
            as: kind,
            scryptCostParam: scryptCostParam,
            logger: logger
        )
    }
}

extension NewVault {
    /// What the vault says about itself, and its configuration if it has one.
    fileprivate func description(signedWith masterkey: Masterkey) throws -> (info: VaultInfo, token: String?) {
        switch self {
        case .format6: return (try VaultInfo(legacyVersion: 6), nil)
        case .format7: return (try VaultInfo(legacyVersion: 7), nil)
        case .format8(let cipherCombo, let shorteningThreshold):
            let config = VaultConfig.createNew(cipherCombo: cipherCombo, shorteningThreshold: shorteningThreshold)
            return (VaultInfo(config), try config.toToken(rawKey: masterkey.rawKey))
        }
    }
}

extension UnlockedVault {
    /// Makes the content folder of the root.
    fileprivate func makeRoot() async throws {
        let provider = try makeProvider()
        let root = provider.tree.root
        try await store.delegate.createFolderWithIntermediates(for: root.contents)
        switch info.format {
        case 6: try await store.delegate.createFolder(at: path.appending(VaultEntry.longNames))
        case VaultConfig.supportedFormat: await provider.tree.writeBackup(ofIdOf: root)
        default: break
        }
    }
}

extension VaultFiles {
    /// Makes the folder of a new vault.
    ///
    /// - Returns: whether it was missing.
    fileprivate func makeEmptyFolder() async throws -> Bool {
        do {
            try await delegate.createFolder(at: path)
            return true
        } catch CloudProviderError.itemAlreadyExists {
            guard try await isEmptyFolder else { throw CloudProviderError.itemAlreadyExists }
            return false
        }
    }

    private var isEmptyFolder: Bool {
        get async throws {
            do {
                let list = try await delegate.fetchItemListExhaustively(forFolderAt: path)
                return list.items.isEmpty && list.skipped.isEmpty
            } catch CloudProviderError.itemTypeMismatch {
                return false
            }
        }
    }

    /// Removes what a failed creation made.
    fileprivate func removeNewVault(withFolder: Bool) async throws {
        guard !withFolder else { return try await delegate.deleteFolderIfExisting(at: path) }
        for file in [VaultEntry.config, VaultEntry.masterkey] {
            try await delegate.deleteFileIfExisting(at: path.appending(file))
        }
        for folder in [VaultEntry.data, VaultEntry.longNames] {
            try await delegate.deleteFolderIfExisting(at: path.appending(folder))
        }
    }
}
