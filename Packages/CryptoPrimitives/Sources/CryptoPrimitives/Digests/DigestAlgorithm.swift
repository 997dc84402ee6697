/// A hash function.
public enum DigestAlgorithm: String, CaseIterable, Hashable, Sendable {
    /// MD5 (RFC 1321).
    ///
    /// Broken; only for a service that uses it as a checksum.
    case md5
    /// SHA-1 (FIPS 180-4).
    ///
    /// Broken for signatures; only where a format names it.
    case sha1
    /// SHA-256 (FIPS 180-4).
    case sha256
    /// SHA-384 (FIPS 180-4).
    case sha384
    /// SHA-512 (FIPS 180-4).
    case sha512

    /// Bytes of a hash value.
    public var size: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }
}
