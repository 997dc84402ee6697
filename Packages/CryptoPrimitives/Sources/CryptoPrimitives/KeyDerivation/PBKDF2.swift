public import CloudCore
internal import COpenSSL

/// PBKDF2 with HMAC (RFC 8018, section 5.2): a key from a passphrase, expensive in time.
public enum PBKDF2: Sendable {
    /// Derives a key; blocks.
    ///
    /// - Parameters:
    ///   - passphrase: of any length.
    ///   - salt: of any length.
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
        return unsafe try passphrase.withUnsafeBytes { passphrase throws(CryptoError) in
            unsafe try salt.withBytes { salt throws(CryptoError) in
                unsafe try SecretBytes(count: count) { key throws(CryptoError) in
                    let result = unsafe PKCS5_PBKDF2_HMAC(
                        passphrase.characterPointer,
                        Int32(clamping: passphrase.count),
                        salt.bytePointer,
                        Int32(clamping: salt.count),
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
