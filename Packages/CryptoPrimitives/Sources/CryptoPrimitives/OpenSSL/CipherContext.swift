internal import CloudCore
internal import COpenSSL

/// Sole owner of an `EVP_CIPHER_CTX` with one key; freeing it wipes the key.
@safe
struct CipherContext: ~Copyable {
    private let raw: OpaquePointer

    init() throws(CryptoError) {
        guard let raw = unsafe EVP_CIPHER_CTX_new() else { throw .takeFromOpenSSL() }
        unsafe self.raw = raw
    }

    deinit { unsafe EVP_CIPHER_CTX_free(raw) }

    /// Takes the cipher and the key.
    func setKey(_ key: SecretBytes, of mode: AESMode, encrypts: Bool = true) throws(CryptoError) {
        let cipher = unsafe try mode.cipher(keySize: key.count)
        unsafe EVP_CIPHER_CTX_set_flags(raw, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)
        unsafe try key.withUnsafeBytes { key throws(CryptoError) in
            unsafe try check(EVP_CipherInit_ex2(raw, cipher, key.bytePointer, nil, encrypts ? 1 : 0, nil))
        }
    }

    /// Begins a message with the same key.
    func begin(nonce: UnsafeRawBufferPointer, encrypts: Bool) throws(CryptoError) {
        unsafe try check(EVP_CipherInit_ex2(raw, nil, nil, nonce.bytePointer, encrypts ? 1 : 0, nil))
    }

    func setNonceSize(_ size: Int) throws(CryptoError) {
        unsafe try check(EVP_CIPHER_CTX_ctrl(raw, EVP_CTRL_AEAD_SET_IVLEN, Int32(size), nil))
    }

    func authenticate(_ bytes: UnsafeRawBufferPointer) throws(CryptoError) {
        unsafe try forEachPart(of: bytes) { part, _ throws(CryptoError) in
            var length: Int32 = 0
            unsafe try check(EVP_CipherUpdate(raw, nil, &length, part.bytePointer, Int32(part.count)))
        }
    }

    /// Encrypts or decrypts; `output` is as long as `input`, and either the same memory or apart from it.
    func update(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        unsafe try forEachPart(of: input) { part, offset throws(CryptoError) in
            var length: Int32 = 0
            let target = unsafe output.bytePointer?.advanced(by: offset)
            unsafe try check(EVP_CipherUpdate(raw, target, &length, part.bytePointer, Int32(part.count)))
        }
    }

    /// - Returns: whether the tag that was set is right; always when encrypting.
    func finish() -> Bool {
        var length: Int32 = 0
        return unsafe EVP_CipherFinal_ex(raw, nil, &length) == 1
    }

    func getTag(_ tag: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        unsafe try check(EVP_CIPHER_CTX_ctrl(raw, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), tag.baseAddress))
    }

    func setTag(_ tag: UnsafeRawBufferPointer) throws(CryptoError) {
        // OpenSSL declares one pointer for both directions; it only reads here.
        let address = unsafe UnsafeMutableRawPointer(mutating: tag.baseAddress)
        unsafe try check(EVP_CIPHER_CTX_ctrl(raw, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), address))
    }

    /// Wraps or unwraps a key (RFC 3394), which changes its length.
    ///
    /// - Returns: bytes written, or `nil` if OpenSSL refuses the input.
    func transform(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int? {
        var length: Int32 = 0
        guard let count = Int32(exactly: input.count),
            unsafe EVP_CipherUpdate(raw, output.bytePointer, &length, input.bytePointer, count) == 1
        else { return nil }
        return Int(length)
    }

    /// OpenSSL counts in `int`, Swift in `Int`.
    private func forEachPart(
        of bytes: UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer, _ offset: Int) throws(CryptoError) -> Void
    ) throws(CryptoError) {
        let partSize = 1 << 30  // bytes; whole blocks
        var offset = 0
        while offset < bytes.count {
            let end = min(offset + partSize, bytes.count)
            unsafe try body(UnsafeRawBufferPointer(rebasing: bytes[offset..<end]), offset)
            offset = end
        }
    }
}
