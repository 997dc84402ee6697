public import CloudCore
internal import COpenSSL

/// PBKDF2 with HMAC (RFC 8018, section 5.2): a key from a passphrase, expensive in time.
public enum PBKDF2: Sendable {
    /// Derives a key; blocks.
    ///
    /// - Parameters:
    ///   - passphrase: fewer than 2^31 bytes.
    ///   - salt: fewer than 2^31 bytes.
    ///   - iterations: 1 to 2^31 - 1; one read from a file needs a bound of the caller's.
    ///   - algorithm: the hash function of the HMAC.
    ///   - count: bytes of the key, 1 to 2^31 - 1.
    /// - Returns: the key.
    /// - Throws: ``CryptoError/invalidParameter(_:)``; ``CryptoError/libraryFailure(_:)``.
    public static func derive(
        from passphrase: SecretBytes,
        salt: some Collection<UInt8>,
        iterations: Int,
        algorithm: DigestAlgorithm,
        count: Int
    ) throws(CryptoError) -> SecretBytes {
        let range = 1...Int(Int32.max)
        guard range.contains(iterations) else { throw .invalidParameter("\(iterations) iterations (1 to 2^31 - 1)") }
        guard range.contains(count) else { throw .invalidParameter("a key of \(count) bytes (1 to 2^31 - 1)") }
        guard passphrase.count <= range.upperBound, salt.count <= range.upperBound else {
            throw .invalidParameter("a passphrase or salt of 2^31 bytes or more")
        }
        return unsafe try passphrase.withUnsafeBytes { passphrase throws(CryptoError) in
            unsafe try salt.withBytes { salt throws(CryptoError) in
                unsafe try SecretBytes(count: count) { key throws(CryptoError) in
                    let result = unsafe PKCS5_PBKDF2_HMAC(
                        passphrase.characterPointer,
                        Int32(passphrase.count),
                        salt.bytePointer,
                        Int32(salt.count),
                        Int32(iterations),
                        algorithm.fetched,
                        Int32(count),
                        key.bytePointer
                    )
                    try check(result)
                }
            }
        }
    }
}
