public import CloudCore

/// AES key wrap (RFC 3394): encrypts and authenticates a key with another key.
public enum KeyWrap: Sendable {
    /// Bytes by which a wrapped key is longer.
    public static let overhead = 8

    private static let blockSize = 8  // bytes; half a block of AES
    private static let minimumKeySize = 16  // bytes; RFC 3394, section 2: at least two blocks

    /// Wraps a key (RFC 3394, section 2.2.1).
    ///
    /// - Parameters:
    ///   - key: a multiple of 8 bytes, at least 16.
    ///   - kek: the key-encryption key: 16, 24 or 32 bytes.
    /// - Returns: 8 bytes more than `key`.
    /// - Throws: ``CryptoError/invalidParameter(_:)`` for the length of `key`; ``CryptoError/invalidKeySize(_:)`` for
    ///   that of `kek`; ``CryptoError/libraryFailure(_:)``.
    public static func wrap(_ key: SecretBytes, with kek: SecretBytes) throws(CryptoError) -> [UInt8] {
        guard isWrappable(key.count) else {
            throw .invalidParameter("a key of \(key.count) bytes to wrap (a multiple of 8, at least 16)")
        }
        let context = try CipherContext()
        try context.setKey(kek, of: .wrap)
        return unsafe try [UInt8](count: key.count + overhead) { wrapped throws(CryptoError) in
            let written = unsafe key.withUnsafeBytes { unsafe context.transform($0, into: wrapped) }
            guard written == wrapped.count else { throw .takeFromOpenSSL() }
        }
    }

    /// Unwraps a key and checks that it is authentic (RFC 3394, section 2.2.2).
    ///
    /// - Parameters:
    ///   - wrapped: what ``wrap(_:with:)`` gave.
    ///   - kek: the key-encryption key: 16, 24 or 32 bytes.
    /// - Returns: 8 bytes less than `wrapped`.
    /// - Throws: ``CryptoError/authenticationFailed``, also for a length that no wrapped key has;
    ///   ``CryptoError/invalidKeySize(_:)`` for that of `kek`; ``CryptoError/libraryFailure(_:)``.
    public static func unwrap(
        _ wrapped: some Collection<UInt8>,
        with kek: SecretBytes
    ) throws(CryptoError) -> SecretBytes {
        let context = try CipherContext()
        try context.setKey(kek, of: .wrap, encrypts: false)
        let size = wrapped.count - overhead
        guard isWrappable(size) else { throw .authenticationFailed }
        return unsafe try wrapped.withBytes { wrapped throws(CryptoError) in
            unsafe try SecretBytes(count: size) { key throws(CryptoError) in
                guard unsafe context.transform(wrapped, into: key) == size else {
                    _ = CryptoError.takeFromOpenSSL()
                    throw .authenticationFailed
                }
            }
        }
    }

    private static func isWrappable(_ size: Int) -> Bool {
        size >= minimumKeySize && size.isMultiple(of: blockSize)
    }
}
