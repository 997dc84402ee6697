public import CloudCore

/// AES-GCM (NIST SP 800-38D) of messages that are at hand; ``AESGCMContext`` keeps the key for many of them.
public enum AESGCM: Sendable {
    /// Bytes of a nonce as everyone uses it.
    public static let nonceSize = 12
    /// The most bytes of a nonce that OpenSSL takes.
    public static let maximumNonceSize = 128
    /// Bytes of a tag; shorter ones are neither made nor accepted.
    public static let tagSize = 16

    /// Encrypts and authenticates a message.
    ///
    /// - Parameters:
    ///   - plaintext: of any length.
    ///   - key: 16, 24 or 32 bytes.
    ///   - nonce: 12 bytes, or another number from 1 to 128; never the same twice with this key.
    ///   - associatedData: authenticated, not encrypted.
    /// - Returns: the ciphertext, as long as `plaintext`, followed by the tag.
    /// - Throws: ``CryptoError/invalidKeySize(_:)``; ``CryptoError/invalidParameter(_:)`` for the nonce;
    ///   ``CryptoError/libraryFailure(_:)``.
    public static func seal(
        _ plaintext: some Collection<UInt8>,
        key: SecretBytes,
        nonce: some Collection<UInt8>,
        authenticating associatedData: some Collection<UInt8> = [UInt8]()
    ) throws(CryptoError) -> [UInt8] {
        let context = try AESGCMContext(key: key)
        return unsafe try withAll(plaintext, nonce, associatedData) { plaintext, nonce, data throws(CryptoError) in
            unsafe try [UInt8](count: plaintext.count + tagSize) { sealed throws(CryptoError) in
                unsafe try context.seal(
                    plaintext,
                    nonce: nonce,
                    authenticating: data,
                    into: UnsafeMutableRawBufferPointer(rebasing: sealed[..<plaintext.count]),
                    tag: UnsafeMutableRawBufferPointer(rebasing: sealed[plaintext.count...])
                )
            }
        }
    }

    /// Decrypts a message and checks that it is authentic.
    ///
    /// - Parameters:
    ///   - sealed: the ciphertext followed by the tag.
    ///   - key: 16, 24 or 32 bytes.
    ///   - nonce: the one the message was sealed with.
    ///   - associatedData: the one the message was sealed with.
    /// - Returns: the plaintext.
    /// - Throws: ``CryptoError/authenticationFailed``, also for fewer than 16 bytes;
    ///   ``CryptoError/invalidKeySize(_:)``; ``CryptoError/invalidParameter(_:)`` for the nonce;
    ///   ``CryptoError/libraryFailure(_:)``.
    public static func open(
        _ sealed: some Collection<UInt8>,
        key: SecretBytes,
        nonce: some Collection<UInt8>,
        authenticating associatedData: some Collection<UInt8> = [UInt8]()
    ) throws(CryptoError) -> [UInt8] {
        let context = try AESGCMContext(key: key)
        return unsafe try withAll(sealed, nonce, associatedData) { sealed, nonce, data throws(CryptoError) in
            let length = sealed.count - tagSize
            guard length >= 0 else { throw .authenticationFailed }
            return unsafe try [UInt8](count: length) { plaintext throws(CryptoError) in
                unsafe try context.open(
                    UnsafeRawBufferPointer(rebasing: sealed[..<length]),
                    tag: UnsafeRawBufferPointer(rebasing: sealed[length...]),
                    nonce: nonce,
                    authenticating: data,
                    into: plaintext
                )
            }
        }
    }

    private static func withAll(
        _ message: some Collection<UInt8>,
        _ nonce: some Collection<UInt8>,
        _ associatedData: some Collection<UInt8>,
        _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws(CryptoError) -> [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        unsafe try message.withBytes { message throws(CryptoError) in
            unsafe try nonce.withBytes { nonce throws(CryptoError) in
                unsafe try associatedData.withBytes { data throws(CryptoError) in unsafe try body(message, nonce, data)
                }
            }
        }
    }
}
