public import CloudCore

/// AES in counter mode of messages that are at hand; ``AESCTRContext`` keeps the key for many of them.
public enum AESCTR: Sendable {
    /// Bytes of a counter: a block.
    public static let counterSize = 16

    /// Encrypts or decrypts a message.
    ///
    /// - Parameters:
    ///   - input: of any length.
    ///   - key: 16, 24 or 32 bytes.
    ///   - counter: 16 bytes, that of the first block, big endian; no block's counter may occur twice with this key.
    /// - Returns: as many bytes as `input`.
    /// - Throws: ``CryptoError/invalidKeySize(_:)``; ``CryptoError/invalidParameter(_:)`` for the counter;
    ///   ``CryptoError/libraryFailure(_:)``.
    public static func apply(
        _ input: some Collection<UInt8>,
        key: SecretBytes,
        counter: some Collection<UInt8>
    ) throws(CryptoError) -> [UInt8] {
        let context = try AESCTRContext(key: key)
        return unsafe try input.withBytes { input throws(CryptoError) in
            unsafe try counter.withBytes { counter throws(CryptoError) in
                unsafe try [UInt8](count: input.count) { output throws(CryptoError) in
                    unsafe try context.apply(input, counter: counter, into: output)
                }
            }
        }
    }
}
