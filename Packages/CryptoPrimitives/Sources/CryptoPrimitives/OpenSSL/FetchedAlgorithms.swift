internal import COpenSSL

/// One mode of AES with its three key sizes.
///
/// Fetched once for the life of the process: a look-up by name costs more than a message.
@safe
struct AESMode: Sendable {
    static let gcm = AESMode("GCM")
    static let ctr = AESMode("CTR")
    static let wrap = AESMode("WRAP")

    static let keySizes = [16, 24, 32]  // bytes

    // Never written and never freed; OpenSSL lets threads share fetched algorithms.
    private nonisolated(unsafe) let ciphers: [Int: OpaquePointer]

    private init(_ name: String) {
        var ciphers: [Int: OpaquePointer] = unsafe [:]
        for size in Self.keySizes {
            unsafe ciphers[size] = EVP_CIPHER_fetch(nil, "AES-\(8 * size)-\(name)", nil)
        }
        unsafe self.ciphers = ciphers
    }

    /// - Throws: ``CryptoError/invalidKeySize(_:)``; ``CryptoError/libraryFailure(_:)`` if OpenSSL lacks the mode.
    func cipher(keySize: Int) throws(CryptoError) -> OpaquePointer {
        guard Self.keySizes.contains(keySize) else { throw .invalidKeySize(keySize) }
        guard let cipher = unsafe ciphers[keySize] else { throw .libraryFailure("a mode of AES is not configured") }
        return unsafe cipher
    }
}

/// A kind of message authentication code, fetched once for the life of the process.
@safe
struct MACKind: Sendable {
    static let hmac = MACKind("HMAC")
    static let cmac = MACKind("CMAC")

    private nonisolated(unsafe) let raw: OpaquePointer?

    private init(_ name: String) {
        unsafe raw = EVP_MAC_fetch(nil, name, nil)
    }

    func makeContext() throws(CryptoError) -> OpaquePointer {
        guard let raw = unsafe raw, let context = unsafe EVP_MAC_CTX_new(raw) else { throw .takeFromOpenSSL() }
        return unsafe context
    }
}

extension DigestAlgorithm {
    @safe
    private struct Fetched: @unchecked Sendable {
        let raw: OpaquePointer
        init(_ name: String) {
            guard let raw = unsafe EVP_MD_fetch(nil, name, nil) else {
                fatalError("OpenSSL is configured without \(name)")
            }
            unsafe self.raw = raw
        }
    }

    private static let md5Fetched = Fetched("MD5")
    private static let sha1Fetched = Fetched("SHA1")
    private static let sha256Fetched = Fetched("SHA2-256")
    private static let sha384Fetched = Fetched("SHA2-384")
    private static let sha512Fetched = Fetched("SHA2-512")

    /// Fetched once for the life of the process.
    var fetched: OpaquePointer {
        switch self {
        case .md5: unsafe Self.md5Fetched.raw
        case .sha1: unsafe Self.sha1Fetched.raw
        case .sha256: unsafe Self.sha256Fetched.raw
        case .sha384: unsafe Self.sha384Fetched.raw
        case .sha512: unsafe Self.sha512Fetched.raw
        }
    }

    /// The name under which OpenSSL knows the function.
    var name: String { unsafe String(cString: EVP_MD_get0_name(fetched)) }
}
