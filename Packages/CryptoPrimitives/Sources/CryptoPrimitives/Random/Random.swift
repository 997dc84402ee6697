public import CloudCore
internal import COpenSSL

/// Bytes that nobody can predict, from OpenSSL's generator, which the kernel seeds.
///
/// May be called from any thread, and in a child process after `fork`.
public enum Random: Sendable {
    /// Random bytes that others may see, such as nonces and salts.
    ///
    /// - Parameter count: number of bytes.
    /// - Returns: new random bytes.
    /// - Throws: ``CryptoError/libraryFailure(_:)`` if the system gives no randomness.
    public static func bytes(count: Int) throws(CryptoError) -> [UInt8] {
        unsafe try [UInt8](count: count) { bytes throws(CryptoError) in unsafe try fill(bytes) }
    }

    /// Random bytes that nobody may see, such as keys; they come from a generator of their own.
    ///
    /// - Parameter count: number of bytes.
    /// - Returns: new random bytes.
    /// - Throws: ``CryptoError/libraryFailure(_:)`` if the system gives no randomness.
    public static func secret(count: Int) throws(CryptoError) -> SecretBytes {
        unsafe try SecretBytes(count: count) { bytes throws(CryptoError) in
            unsafe try check(RAND_priv_bytes_ex(nil, bytes.bytePointer, bytes.count, 0))
        }
    }

    /// Overwrites memory with random bytes that others may see.
    ///
    /// - Parameter bytes: what is overwritten.
    /// - Throws: ``CryptoError/libraryFailure(_:)`` if the system gives no randomness.
    public static func fill(_ bytes: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        unsafe try check(RAND_bytes_ex(nil, bytes.bytePointer, bytes.count, 0))
    }
}
