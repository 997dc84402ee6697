public import CloudCore

/// Why a vault can't be opened, or something in it can't be read.
///
/// The texts hold ciphertext paths and values of unverified files, made harmless for a terminal, but neither secrets
/// nor cleartext names.
public enum VaultError: CategorizedError, Hashable, CustomStringConvertible {
    /// The folder holds neither `vault.cryptomator` nor `masterkey.cryptomator`, or no folder `d`.
    case notAVault
    /// The masterkey file is one of format 8 (version 999), but `vault.cryptomator` is missing.
    case vaultConfigMissing
    /// `vault.cryptomator` is there, but `masterkey.cryptomator`, which holds its key, is missing.
    case masterkeyFileMissing
    /// The vault has another format than 6, 7 or 8.
    case unsupportedVaultVersion(Int)
    /// The key of the vault is kept by a Cryptomator Hub; the value is its host.
    case hubVault(String)
    /// A migration from format 6 to 7 was begun and not finished.
    case migrationUnfinished

    /// The passphrase, or the pepper, doesn't unlock the masterkey file.
    case wrongPassphrase
    /// `masterkey.cryptomator` breaks the rules of its format, or was tampered with; the value says where.
    case malformedMasterkeyFile(String)
    /// Deriving the key would take more than 1 GiB of memory, or the parameters are none of scrypt.
    case unsupportedScryptParameters(costParam: Int, blockSize: Int)

    /// `vault.cryptomator` breaks the rules of its format; the value says where.
    case malformedVaultConfig(String)
    /// `vault.cryptomator` is signed in a way that proves nothing, such as `none`.
    case unsupportedAlgorithm(String)
    /// `vault.cryptomator` wants its key from a place other than `masterkey.cryptomator` or a hub.
    case unsupportedKeyLocation(String)
    /// `vault.cryptomator` names a cipher combination that is not known.
    case unsupportedCipherCombo(String)
    /// The signature of `vault.cryptomator` was not made with the key of the masterkey file.
    case keyDoesNotBelongToVault

    /// A part of an encrypted file is damaged or foreign.
    ///
    /// The path is that of the ciphertext, `nil` where the caller of the cryptor knows none.
    case fileDoesNotAuthenticate(FilePart, CloudPath?)
    /// An encrypted name is damaged, or belongs to another folder or vault.
    case nameDoesNotAuthenticate(String)

    /// A part of an encrypted file.
    public enum FilePart: Hashable, Sendable, CustomStringConvertible {
        /// The first 68 or 88 bytes.
        case header
        /// A chunk of up to 32,768 bytes of cleartext, counted from 0.
        case chunk(Int)

        /// How a sentence names it.
        public var description: String {
            switch self {
            case .header: "its header"
            case .chunk(let number): "its block \(number)"
            }
        }
    }

    /// The kind of failure.
    public var category: ErrorCategory {
        switch self {
        case .notAVault: .notFound
        case .unsupportedVaultVersion, .hubVault, .migrationUnfinished, .unsupportedScryptParameters,
            .unsupportedAlgorithm, .unsupportedKeyLocation, .unsupportedCipherCombo:
            .unsupported
        case .wrongPassphrase: .wrongPassphrase
        case .vaultConfigMissing, .masterkeyFileMissing, .malformedMasterkeyFile, .malformedVaultConfig,
            .keyDoesNotBelongToVault:
            .other
        case .fileDoesNotAuthenticate, .nameDoesNotAuthenticate: .notAuthentic
        }
    }

    /// The name of the case.
    public var code: String {
        switch self {
        case .notAVault: "notAVault"
        case .vaultConfigMissing: "vaultConfigMissing"
        case .masterkeyFileMissing: "masterkeyFileMissing"
        case .unsupportedVaultVersion: "unsupportedVaultVersion"
        case .hubVault: "hubVault"
        case .migrationUnfinished: "migrationUnfinished"
        case .wrongPassphrase: "wrongPassphrase"
        case .malformedMasterkeyFile: "malformedMasterkeyFile"
        case .unsupportedScryptParameters: "unsupportedScryptParameters"
        case .malformedVaultConfig: "malformedVaultConfig"
        case .unsupportedAlgorithm: "unsupportedAlgorithm"
        case .unsupportedKeyLocation: "unsupportedKeyLocation"
        case .unsupportedCipherCombo: "unsupportedCipherCombo"
        case .keyDoesNotBelongToVault: "keyDoesNotBelongToVault"
        case .fileDoesNotAuthenticate: "fileDoesNotAuthenticate"
        case .nameDoesNotAuthenticate: "nameDoesNotAuthenticate"
        }
    }

    /// What is wrong and what to do, for a person.
    public var reason: String {
        switch self {
        case .notAVault:
            "no vault here: a vault's folder holds vault.cryptomator or masterkey.cryptomator, and a folder d"
        case .vaultConfigMissing:
            "vault.cryptomator is missing; restore it from one of its backups (vault.cryptomator.….bkup)"
        case .masterkeyFileMissing:
            "masterkey.cryptomator is missing; restore it from a backup (….bkup) or with the recovery key"
        case .unsupportedVaultVersion(let version):
            "this vault has format \(version); only the formats 6, 7 and 8 can be opened"
        case .hubVault(let host):
            "the key of this vault is kept by the Cryptomator Hub at \(host.printable), which is not supported"
        case .migrationUnfinished:
            "the migration of this vault to format 7 was interrupted; finish it by running it again (vault migrate --to 7)"
        case .wrongPassphrase:
            "wrong passphrase"
        case .malformedMasterkeyFile(let detail):
            "the masterkey file is damaged (\(detail)); restore it from one of its backups (….bkup)"
        case .unsupportedScryptParameters(let costParam, let blockSize):
            "the masterkey file asks for a key derivation that is not supported "
                + "(scryptCostParam \(costParam), scryptBlockSize \(blockSize)); it may have been tampered with"
        case .malformedVaultConfig(let detail):
            "vault.cryptomator is damaged (\(detail)); restore it from one of its backups (….bkup)"
        case .unsupportedAlgorithm(let algorithm):
            "vault.cryptomator is signed with “\(algorithm.printable)”, which is not accepted"
        case .unsupportedKeyLocation(let location):
            "vault.cryptomator wants its key from “\(location.printable)”; "
                + "only masterkey.cryptomator beside it is supported"
        case .unsupportedCipherCombo(let combo):
            "vault.cryptomator names the unknown cipher combination “\(combo.printable)”"
        case .keyDoesNotBelongToVault:
            "the masterkey file belongs to another vault than vault.cryptomator, or one of them was changed"
        case .fileDoesNotAuthenticate(let part, let path):
            "the encrypted file\(path.map { " \($0)" } ?? "") is damaged: \(part) does not authenticate"
        case .nameDoesNotAuthenticate(let name):
            "the encrypted name “\(name.printable)” does not authenticate in its folder"
        }
    }

    /// What is wrong and what to do, for a person.
    public var description: String { reason }
}

extension String {
    /// At most 100 characters, of them only printable ASCII: a hostile file must not steer a terminal.
    fileprivate var printable: String {
        let limit = 100
        let shown = unicodeScalars.prefix(limit).map { (" "..."~").contains($0) ? Character($0) : "?" }
        return String(shown) + (unicodeScalars.count > limit ? "…" : "")
    }
}
