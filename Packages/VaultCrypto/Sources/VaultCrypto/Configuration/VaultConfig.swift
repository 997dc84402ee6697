public import CloudCore
internal import CryptoPrimitives
internal import Foundation

/// What a vault of format 8 says about itself, signed with its key (vault format, section 3).
public struct VaultConfig: Hashable, Sendable {
    /// The only format that has a configuration and is known.
    public static let supportedFormat = 8
    /// The most characters of an encrypted name in a vault made without other wishes.
    public static let defaultShorteningThreshold = 220
    /// Thresholds that the desktop app allows for a new vault.
    public static let allowedShorteningThresholds = 36...220
    /// The key identifier of a vault whose key is in `masterkey.cryptomator`.
    public static let masterkeyFileKeyId = "masterkeyfile:masterkey.cryptomator"

    /// The vault's identifier, normally a UUID.
    public let id: String
    /// The vault format.
    public let format: Int
    /// How contents are encrypted.
    public let cipherCombo: CryptorScheme
    /// The most characters that an encrypted name may have, `.c9r` included.
    public let shorteningThreshold: Int

    /// Makes the configuration of a new vault, with a new identifier.
    ///
    /// - Parameters:
    ///   - format: 8; anything else traps.
    ///   - cipherCombo: how contents are encrypted.
    ///   - shorteningThreshold: 36 to 220; anything else traps.
    /// - Returns: the configuration.
    public static func createNew(
        format: Int = supportedFormat,
        cipherCombo: CryptorScheme = .sivGcm,
        shorteningThreshold: Int = defaultShorteningThreshold
    ) -> VaultConfig {
        precondition(format == supportedFormat, "only format 8 has a configuration")
        precondition(allowedShorteningThresholds.contains(shorteningThreshold), "a threshold is 36 to 220 characters")
        return VaultConfig(
            id: UUID().uuidString.lowercased(),
            format: format,
            cipherCombo: cipherCombo,
            shorteningThreshold: shorteningThreshold
        )
    }

    /// Decodes and verifies a configuration.
    ///
    /// - Parameters:
    ///   - token: the text of `vault.cryptomator`.
    ///   - rawKey: ``Masterkey/rawKey``.
    /// - Returns: the configuration, which can be trusted.
    /// - Throws: as ``UnverifiedVaultConfig/init(token:)`` and ``UnverifiedVaultConfig/verify(rawKey:)``.
    public static func load(token: String, rawKey: SecretBytes) throws -> VaultConfig {
        try UnverifiedVaultConfig(token: token).verify(rawKey: rawKey)
    }

    /// Signs the configuration with HS256, as all apps do.
    ///
    /// - Parameters:
    ///   - keyId: where readers find the key.
    ///   - rawKey: ``Masterkey/rawKey``.
    /// - Returns: the text of `vault.cryptomator`.
    /// - Throws: an error of the cryptographic library.
    public func toToken(keyId: String = masterkeyFileKeyId, rawKey: SecretBytes) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        let header = Header(alg: SignatureAlgorithm.hs256.rawValue, kid: keyId, typ: "JWT")
        let claims = Claims(
            cipherCombo: cipherCombo.rawValue,
            format: format,
            jti: id,
            shorteningThreshold: shorteningThreshold
        )
        let segments = try [Array(encoder.encode(header)), Array(encoder.encode(claims))]
        let text = segments.map { Base64URL.encode($0) }.joined(separator: ".")
        let signature = try SignatureAlgorithm.hs256.signature(of: Array(text.utf8), key: rawKey)
        return text + "." + Base64URL.encode(signature)
    }

    private struct Header: Encodable {
        var alg: String
        var kid: String
        var typ: String
    }

    private struct Claims: Encodable {
        var cipherCombo: String
        var format: Int
        var jti: String
        var shorteningThreshold: Int
    }
}
