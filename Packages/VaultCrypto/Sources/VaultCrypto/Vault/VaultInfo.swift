/// What a vault says about itself.
///
/// Before the vault was unlocked an attacker may have written it.
public struct VaultInfo: Codable, Hashable, Sendable {
    /// 6, 7 or 8.
    public let format: Int
    /// How contents are encrypted.
    public let cipherCombo: CryptorScheme
    /// The most characters of an encrypted name that isn't shortened.
    public let shorteningThreshold: Int
    /// The identifier of a vault of format 8.
    public let id: String?

    init(_ config: VaultConfig) {
        format = config.format
        cipherCombo = config.cipherCombo
        shorteningThreshold = config.shorteningThreshold
        id = config.id
    }

    init(_ config: UnverifiedVaultConfig) throws {
        guard let scheme = CryptorScheme(rawValue: config.cipherCombo) else {
            throw VaultError.unsupportedCipherCombo(config.cipherCombo)
        }
        format = config.format
        cipherCombo = scheme
        shorteningThreshold = config.shorteningThreshold
        id = config.id
    }

    /// - Throws: ``VaultError/unsupportedVaultVersion(_:)``, ``VaultError/vaultConfigMissing``.
    init(legacyVersion version: Int) throws(VaultError) {
        switch version {
        case 6: shorteningThreshold = FormatSix.shorteningThreshold
        case 7: shorteningThreshold = VaultConfig.defaultShorteningThreshold
        case MasterkeyFile.versionOfFormat8: throw .vaultConfigMissing
        default: throw .unsupportedVaultVersion(version)
        }
        format = version
        cipherCombo = .sivCtrMac
        id = nil
    }
}
