public import CloudCore

/// HMAC (RFC 2104) of messages that are at hand; ``HMACContext`` keeps the key for many of them.
///
/// Compare codes with ``ConstantTime``.
public enum HMAC: Sendable {
    /// The code of a message.
    ///
    /// - Parameters:
    ///   - message: the whole message.
    ///   - algorithm: the hash function.
    ///   - key: of any length.
    /// - Returns: as many bytes as ``DigestAlgorithm/size``.
    /// - Throws: ``CryptoError/libraryFailure(_:)``.
    public static func code(
        of message: some Collection<UInt8>,
        with algorithm: DigestAlgorithm,
        key: SecretBytes
    ) throws(CryptoError) -> [UInt8] {
        let context = try HMACContext(algorithm, key: key)
        try context.update(message)
        return try context.finish()
    }

    /// HMAC-SHA-1.
    ///
    /// - Parameters:
    ///   - message: the whole message.
    ///   - key: of any length.
    /// - Returns: 20 bytes.
    /// - Throws: ``CryptoError/libraryFailure(_:)``.
    public static func sha1(_ message: some Collection<UInt8>, key: SecretBytes) throws(CryptoError) -> [UInt8] {
        try code(of: message, with: .sha1, key: key)
    }

    /// HMAC-SHA-256.
    ///
    /// - Parameters:
    ///   - message: the whole message.
    ///   - key: of any length.
    /// - Returns: 32 bytes.
    /// - Throws: ``CryptoError/libraryFailure(_:)``.
    public static func sha256(_ message: some Collection<UInt8>, key: SecretBytes) throws(CryptoError) -> [UInt8] {
        try code(of: message, with: .sha256, key: key)
    }

    /// HMAC-SHA-384.
    ///
    /// - Parameters:
    ///   - message: the whole message.
    ///   - key: of any length.
    /// - Returns: 48 bytes.
    /// - Throws: ``CryptoError/libraryFailure(_:)``.
    public static func sha384(_ message: some Collection<UInt8>, key: SecretBytes) throws(CryptoError) -> [UInt8] {
        try code(of: message, with: .sha384, key: key)
    }

    /// HMAC-SHA-512.
    ///
    /// - Parameters:
    ///   - message: the whole message.
    ///   - key: of any length.
    /// - Returns: 64 bytes.
    /// - Throws: ``CryptoError/libraryFailure(_:)``.
    public static func sha512(_ message: some Collection<UInt8>, key: SecretBytes) throws(CryptoError) -> [UInt8] {
        try code(of: message, with: .sha512, key: key)
    }
}
