internal import CloudCore
internal import CryptoPrimitives

/// The nonces of the chunks of one attempt, derived from its seed; used by one task at a time.
///
/// Nonce of chunk i: the first bytes of HMAC-SHA-256(seed, i as 8 bytes, big endian).
final class NonceSequence {
    private let mac: HMACContext

    init(seed: SecretBytes) throws {
        mac = try HMACContext(.sha256, key: seed)
    }

    /// Writes the nonce of a chunk over the whole buffer.
    func write(_ chunk: Int, into nonce: UnsafeMutableRawBufferPointer) throws {
        unsafe try withUnsafeBytes(of: UInt64(chunk).bigEndian) { number in
            unsafe try mac.authenticate(number, into: nonce)
        }
    }
}
