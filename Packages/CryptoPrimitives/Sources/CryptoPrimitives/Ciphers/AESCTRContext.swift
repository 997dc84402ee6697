public import CloudCore

/// AES in counter mode (NIST SP 800-38A, section 6.5) with one key, without allocation or copy.
///
/// The counter is one number of 128 bits, big endian, that wraps around to 0. Encrypting and decrypting are the same;
/// nothing is authenticated. Not `Sendable`: one thread at a time; make one context per thread.
public final class AESCTRContext {
    private let context: CipherContext

    /// Takes the key.
    ///
    /// - Parameter key: 16, 24 or 32 bytes.
    /// - Throws: ``CryptoError/invalidKeySize(_:)``; ``CryptoError/libraryFailure(_:)``.
    public init(key: SecretBytes) throws(CryptoError) {
        context = try CipherContext()
        try context.setKey(key, of: .ctr)
    }

    /// Encrypts or decrypts a message.
    ///
    /// - Parameters:
    ///   - input: of any length.
    ///   - counter: 16 bytes, that of the first block; no block's counter may occur twice with this key.
    ///   - output: as long as `input`, else the call traps; the same memory or apart from it.
    /// - Throws: ``CryptoError/invalidParameter(_:)`` for the counter; ``CryptoError/libraryFailure(_:)``.
    public func apply(
        _ input: UnsafeRawBufferPointer,
        counter: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        precondition(output.count == input.count, "the output is as long as the input")
        guard counter.count == AESCTR.counterSize else {
            throw .invalidParameter("a counter of \(counter.count) bytes (\(AESCTR.counterSize))")
        }
        unsafe try context.begin(nonce: counter, encrypts: true)
        unsafe try context.update(input, into: output)
    }
}

@available(*, unavailable)
extension AESCTRContext: Sendable {}
