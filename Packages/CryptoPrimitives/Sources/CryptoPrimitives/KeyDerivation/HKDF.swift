public import CloudCore

/// HKDF (RFC 5869): keys from a key.
///
/// The input must be a key, not a passphrase.
public enum HKDF: Sendable {
    /// Extracts and expands (RFC 5869, section 2).
    ///
    /// - Parameters:
    ///   - algorithm: the hash function.
    ///   - key: the input keying material.
    ///   - salt: not secret; empty counts as zeroes.
    ///   - info: what the new key is for.
    ///   - count: bytes of the new key, 0 to 255 times ``DigestAlgorithm/size``.
    /// - Returns: the new key.
    /// - Throws: ``CryptoError/invalidParameter(_:)`` for `count`; ``CryptoError/libraryFailure(_:)``.
    public static func derive(
        _ algorithm: DigestAlgorithm,
        key: SecretBytes,
        salt: some Collection<UInt8> = [UInt8](),
        info: some Collection<UInt8> = [UInt8](),
        count: Int
    ) throws(CryptoError) -> SecretBytes {
        let maximum = 255 * algorithm.size
        guard (0...maximum).contains(count) else {
            throw .invalidParameter("a key of \(count) bytes (0 to \(maximum))")
        }
        let extract = try HMACContext(algorithm, key: SecretBytes(salt))
        unsafe try key.withUnsafeBytes { key throws(CryptoError) in unsafe try extract.update(key) }
        let pseudorandomKey = unsafe try SecretBytes(count: algorithm.size) { bytes throws(CryptoError) in
            unsafe try extract.finish(into: bytes)
        }

        let expand = try HMACContext(algorithm, key: pseudorandomKey)
        return unsafe try SecretBytes(count: count) { output throws(CryptoError) in
            var previous = 0..<0
            var number: UInt8 = 1
            while previous.upperBound < output.count {
                let next = previous.upperBound..<min(previous.upperBound + algorithm.size, output.count)
                unsafe try expand.update(UnsafeRawBufferPointer(rebasing: output[previous]))
                try expand.update(info)
                try expand.update(CollectionOfOne(number))
                unsafe try expand.finish(into: UnsafeMutableRawBufferPointer(rebasing: output[next]))
                previous = next
                number &+= 1
            }
        }
    }

    /// HKDF-SHA-1.
    ///
    /// - Parameters:
    ///   - key: the input keying material.
    ///   - salt: not secret; empty counts as zeroes.
    ///   - info: what the new key is for.
    ///   - count: bytes of the new key, 0 to 5,100.
    /// - Returns: the new key.
    /// - Throws: ``CryptoError/invalidParameter(_:)`` for `count`; ``CryptoError/libraryFailure(_:)``.
    public static func sha1(
        key: SecretBytes,
        salt: some Collection<UInt8> = [UInt8](),
        info: some Collection<UInt8> = [UInt8](),
        count: Int
    ) throws(CryptoError) -> SecretBytes {
        try derive(.sha1, key: key, salt: salt, info: info, count: count)
    }

    /// HKDF-SHA-256.
    ///
    /// - Parameters:
    ///   - key: the input keying material.
    ///   - salt: not secret; empty counts as zeroes.
    ///   - info: what the new key is for.
    ///   - count: bytes of the new key, 0 to 8,160.
    /// - Returns: the new key.
    /// - Throws: ``CryptoError/invalidParameter(_:)`` for `count`; ``CryptoError/libraryFailure(_:)``.
    public static func sha256(
        key: SecretBytes,
        salt: some Collection<UInt8> = [UInt8](),
        info: some Collection<UInt8> = [UInt8](),
        count: Int
    ) throws(CryptoError) -> SecretBytes {
        try derive(.sha256, key: key, salt: salt, info: info, count: count)
    }
}
