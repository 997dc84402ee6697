public import CloudCore
internal import CryptoPrimitives
internal import Foundation

/// The contents of `vault.cryptomator`, decoded but not verified (vault format, section 3).
///
/// What it says may come from an attacker until ``verify(rawKey:)`` gave a ``VaultConfig``.
public struct UnverifiedVaultConfig: Sendable {
    /// Where the vault's key is kept, as a URI; never resolve it as a path.
    public let keyId: String
    /// `HS256`, `HS384` or `HS512`.
    public let alg: String
    /// The vault's identifier, normally a UUID.
    public let id: String
    /// The vault format.
    public let format: Int
    /// How contents are encrypted; perhaps a name that is not known.
    public let cipherCombo: String
    /// The most characters that an encrypted name may have, `.c9r` included.
    public let shorteningThreshold: Int

    private let token: CompactToken
    private let algorithm: SignatureAlgorithm

    /// Decodes a token.
    ///
    /// - Parameter token: the text of `vault.cryptomator`; white space around it is ignored.
    /// - Throws: ``VaultError/malformedVaultConfig(_:)``; ``VaultError/unsupportedAlgorithm(_:)`` for anything but the
    ///   three HMACs, before any key is used.
    public init(token: String) throws {
        self.token = try CompactToken(token)
        let header = try Self.decode(Header.self, from: self.token.header)
        let claims = try Self.decode(Claims.self, from: self.token.payload)
        guard claims.shorteningThreshold > 0 else {
            throw VaultError.malformedVaultConfig("shorteningThreshold is \(claims.shorteningThreshold)")
        }
        guard let algorithm = SignatureAlgorithm(rawValue: header.alg) else {
            throw VaultError.unsupportedAlgorithm(header.alg)
        }
        self.algorithm = algorithm
        keyId = header.kid
        alg = header.alg
        id = claims.jti
        format = claims.format
        cipherCombo = claims.cipherCombo
        shorteningThreshold = claims.shorteningThreshold
    }

    /// Checks that the key is to come from `masterkey.cryptomator`, and that the format is known.
    ///
    /// To be called before a passphrase is asked for.
    ///
    /// - Throws: ``VaultError/hubVault(_:)``, ``VaultError/unsupportedKeyLocation(_:)``,
    ///   ``VaultError/unsupportedVaultVersion(_:)``, ``VaultError/unsupportedCipherCombo(_:)``, in this order.
    public func checkSupported() throws {
        if let host = hubHost { throw VaultError.hubVault(host) }
        guard keyId == VaultConfig.masterkeyFileKeyId else { throw VaultError.unsupportedKeyLocation(keyId) }
        _ = try supportedScheme()
    }

    /// Proves that the configuration was made with the vault's key.
    ///
    /// The key may come from anywhere, so ``keyId`` is not looked at.
    ///
    /// - Parameter rawKey: ``Masterkey/rawKey``.
    /// - Returns: the same values, now to be trusted.
    /// - Throws: ``VaultError/unsupportedVaultVersion(_:)`` or ``VaultError/unsupportedCipherCombo(_:)``, before the key
    ///   is used; ``VaultError/keyDoesNotBelongToVault``.
    public func verify(rawKey: SecretBytes) throws -> VaultConfig {
        let scheme = try supportedScheme()
        let expected = try algorithm.signature(of: token.signedText, key: rawKey)
        guard ConstantTime.equal(expected, token.signature) else { throw VaultError.keyDoesNotBelongToVault }
        return VaultConfig(id: id, format: format, cipherCombo: scheme, shorteningThreshold: shorteningThreshold)
    }

    private func supportedScheme() throws -> CryptorScheme {
        guard format == VaultConfig.supportedFormat else { throw VaultError.unsupportedVaultVersion(format) }
        guard let scheme = CryptorScheme(rawValue: cipherCombo) else {
            throw VaultError.unsupportedCipherCombo(cipherCombo)
        }
        return scheme
    }

    /// The host of the hub that keeps the key, if the key identifier names one.
    private var hubHost: String? {
        let schemes = ["hub+https:", "hub+http:"]
        guard let scheme = schemes.first(where: { keyId.lowercased().hasPrefix($0) }) else { return nil }
        let address = keyId.dropFirst(scheme.count).drop { $0 == "/" }
        return String(address.prefix { $0 != "/" && $0 != "?" && $0 != "#" })
    }

    private struct Header: Decodable {
        var kid: String
        var alg: String
    }

    private struct Claims: Decodable {
        var jti: String
        var format: Int
        var cipherCombo: String
        var shorteningThreshold: Int
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, from json: [UInt8]) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(json))
        } catch let error as DecodingError {
            throw VaultError.malformedVaultConfig(error.briefly)
        }
    }
}
