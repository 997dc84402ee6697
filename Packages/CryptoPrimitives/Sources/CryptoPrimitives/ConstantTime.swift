public import CloudCore
internal import COpenSSL

/// Comparison of secrets and authentication codes that takes as long for a wrong first byte as for a wrong last one.
///
/// Lengths are not secret: different ones are unequal at once.
public enum ConstantTime: Sendable {
    /// Whether the bytes are the same.
    ///
    /// - Parameters:
    ///   - first: compared with `second`.
    ///   - second: compared with `first`.
    /// - Returns: `false` also for different lengths.
    public static func equal(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Bool {
        unsafe first.count == second.count
            && CRYPTO_memcmp(first.bytePointer, second.bytePointer, first.count) == 0
    }

    /// Whether the bytes are the same.
    ///
    /// - Parameters:
    ///   - first: compared with `second`.
    ///   - second: compared with `first`.
    /// - Returns: `false` also for different lengths.
    public static func equal(_ first: some Collection<UInt8>, _ second: some Collection<UInt8>) -> Bool {
        unsafe first.withBytes { first in unsafe second.withBytes { second in unsafe equal(first, second) } }
    }

    /// Whether the secrets are the same.
    ///
    /// - Parameters:
    ///   - first: compared with `second`.
    ///   - second: compared with `first`.
    /// - Returns: `false` also for different lengths.
    public static func equal(_ first: SecretBytes, _ second: SecretBytes) -> Bool {
        unsafe first.withUnsafeBytes { first in unsafe second.withUnsafeBytes { second in unsafe equal(first, second) }
        }
    }
}
