public import CloudCore

/// AES-GCM (NIST SP 800-38D) with one key, for any number of messages, without allocation or copy.
///
/// Not `Sendable`: one thread at a time; make one context per thread. Two messages sealed with the same key and nonce
/// give away both and the authentication key: the caller sees to it that none repeats.
public final class AESGCMContext {
    private let context: CipherContext
    private var nonceSize = AESGCM.nonceSize

    /// Takes the key.
    ///
    /// - Parameter key: 16, 24 or 32 bytes.
    /// - Throws: ``CryptoError/invalidKeySize(_:)``; ``CryptoError/libraryFailure(_:)``.
    public init(key: SecretBytes) throws(CryptoError) {
        context = try CipherContext()
        try context.setKey(key, of: .gcm)
    }

    /// Encrypts and authenticates a message.
    ///
    /// - Parameters:
    ///   - plaintext: of any length.
    ///   - nonce: 12 bytes, or another number from 1 to 128; never the same twice with this key.
    ///   - associatedData: authenticated, not encrypted.
    ///   - ciphertext: as long as `plaintext`, else the call traps; the same memory or apart from it.
    ///   - tag: 16 bytes, else the call traps.
    /// - Throws: ``CryptoError/invalidParameter(_:)`` for the nonce; ``CryptoError/libraryFailure(_:)``.
    public func seal(
        _ plaintext: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer,
        authenticating associatedData: UnsafeRawBufferPointer = unsafe UnsafeRawBufferPointer(start: nil, count: 0),
        into ciphertext: UnsafeMutableRawBufferPointer,
        tag: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        precondition(ciphertext.count == plaintext.count, "the ciphertext is as long as the plaintext")
        precondition(tag.count == AESGCM.tagSize, "a tag has 16 bytes")
        unsafe try begin(nonce: nonce, authenticating: associatedData, encrypts: true)
        unsafe try context.update(plaintext, into: ciphertext)
        guard context.finish() else { throw .takeFromOpenSSL() }
        unsafe try context.getTag(tag)
    }

    /// Decrypts a message and checks that it is authentic.
    ///
    /// - Parameters:
    ///   - ciphertext: of any length.
    ///   - tag: that of the message; anything but 16 bytes is not authentic.
    ///   - nonce: the one the message was sealed with.
    ///   - associatedData: the one the message was sealed with.
    ///   - plaintext: as long as `ciphertext`, else the call traps; the same memory or apart from it. Overwritten with
    ///     zeroes if the message isn't authentic.
    /// - Throws: ``CryptoError/authenticationFailed``; ``CryptoError/invalidParameter(_:)`` for the nonce;
    ///   ``CryptoError/libraryFailure(_:)``.
    public func open(
        _ ciphertext: UnsafeRawBufferPointer,
        tag: UnsafeRawBufferPointer,
        nonce: UnsafeRawBufferPointer,
        authenticating associatedData: UnsafeRawBufferPointer = unsafe UnsafeRawBufferPointer(start: nil, count: 0),
        into plaintext: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        precondition(plaintext.count == ciphertext.count, "the plaintext is as long as the ciphertext")
        guard tag.count == AESGCM.tagSize else {
            unsafe plaintext.wipe()
            throw .authenticationFailed
        }
        unsafe try begin(nonce: nonce, authenticating: associatedData, encrypts: false)
        unsafe try context.update(ciphertext, into: plaintext)
        unsafe try context.setTag(tag)
        guard context.finish() else {
            unsafe plaintext.wipe()
            _ = CryptoError.takeFromOpenSSL()
            throw .authenticationFailed
        }
    }

    private func begin(
        nonce: UnsafeRawBufferPointer,
        authenticating associatedData: UnsafeRawBufferPointer,
        encrypts: Bool
    ) throws(CryptoError) {
        let size = nonce.count
        guard (1...AESGCM.maximumNonceSize).contains(size) else {
            throw .invalidParameter("a nonce of \(size) bytes (1 to \(AESGCM.maximumNonceSize))")
        }
        if size != nonceSize {
            try context.setNonceSize(size)
            nonceSize = size
        }
        unsafe try context.begin(nonce: nonce, encrypts: encrypts)
        unsafe try context.authenticate(associatedData)
    }
}

@available(*, unavailable)
extension AESGCMContext: Sendable {}
