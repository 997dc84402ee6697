internal import COpenSSL

/// Hashes of bytes that are at hand; ``IncrementalDigest`` takes them piece by piece.
///
/// Traps if OpenSSL is configured without the function or has no memory.
public enum Digest: Sendable {
    /// The hash of some bytes.
    ///
    /// - Parameters:
    ///   - bytes: what is hashed; copied only if they don't lie in one piece.
    ///   - algorithm: the function.
    /// - Returns: as many bytes as ``DigestAlgorithm/size``.
    public static func hash(_ bytes: some Collection<UInt8>, with algorithm: DigestAlgorithm) -> [UInt8] {
        unsafe bytes.withBytes { bytes in
            var value = [UInt8](repeating: 0, count: algorithm.size)
            let result = unsafe EVP_Digest(bytes.baseAddress, bytes.count, &value, nil, algorithm.fetched, nil)
            precondition(result == 1, "hashing fails only without memory")
            return value
        }
    }

    /// MD5 (RFC 1321), only for a service that uses it as a checksum.
    ///
    /// - Parameter bytes: what is hashed.
    /// - Returns: 16 bytes.
    public static func md5(_ bytes: some Collection<UInt8>) -> [UInt8] { hash(bytes, with: .md5) }

    /// SHA-1 (FIPS 180-4), only where a format names it.
    ///
    /// - Parameter bytes: what is hashed.
    /// - Returns: 20 bytes.
    public static func sha1(_ bytes: some Collection<UInt8>) -> [UInt8] { hash(bytes, with: .sha1) }

    /// SHA-256 (FIPS 180-4).
    ///
    /// - Parameter bytes: what is hashed.
    /// - Returns: 32 bytes.
    public static func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] { hash(bytes, with: .sha256) }

    /// SHA-384 (FIPS 180-4).
    ///
    /// - Parameter bytes: what is hashed.
    /// - Returns: 48 bytes.
    public static func sha384(_ bytes: some Collection<UInt8>) -> [UInt8] { hash(bytes, with: .sha384) }

    /// SHA-512 (FIPS 180-4).
    ///
    /// - Parameter bytes: what is hashed.
    /// - Returns: 64 bytes.
    public static func sha512(_ bytes: some Collection<UInt8>) -> [UInt8] { hash(bytes, with: .sha512) }
}
