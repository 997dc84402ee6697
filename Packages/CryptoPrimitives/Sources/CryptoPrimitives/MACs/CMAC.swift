internal import CloudCore
internal import COpenSSL

/// AES-CMAC (RFC 4493, NIST SP 800-38B) with one key, the building block of AES-SIV.
///
/// Immutable after it is made, so threads may share it: each message works on a copy of the keyed context.
@safe
final class CMAC: Sendable {
    static let size = 16  // bytes of a code

    // Only read (copied) after init.
    private nonisolated(unsafe) let keyed: OpaquePointer

    init(key: SecretBytes) throws(CryptoError) {
        guard AESMode.keySizes.contains(key.count) else { throw .invalidKeySize(key.count) }
        unsafe keyed = try MACKind.cmac.makeContext()
        let cipher = "AES-\(8 * key.count)-CBC"
        unsafe try key.withUnsafeBytes { key throws(CryptoError) in
            unsafe try check(copenssl_mac_init(keyed, OSSL_MAC_PARAM_CIPHER, cipher, key.bytePointer, key.count))
        }
    }

    deinit { unsafe EVP_MAC_CTX_free(keyed) }

    /// The code of the message that two parts make together.
    func code(
        of head: UnsafeRawBufferPointer,
        _ tail: UnsafeRawBufferPointer = unsafe .empty
    ) throws(CryptoError) -> Block {
        guard let context = unsafe EVP_MAC_CTX_dup(keyed) else { throw .takeFromOpenSSL() }
        defer { unsafe EVP_MAC_CTX_free(context) }
        unsafe try check(EVP_MAC_update(context, head.bytePointer, head.count))
        unsafe try check(EVP_MAC_update(context, tail.bytePointer, tail.count))
        var code = Block()
        var length = 0
        let result = unsafe withUnsafeMutableBytes(of: &code) { bytes in
            unsafe EVP_MAC_final(context, bytes.bytePointer, &length, bytes.count)
        }
        try check(result)
        return code
    }

    /// The code of a message of one block.
    func code(of block: Block) throws(CryptoError) -> Block {
        unsafe try block.withBytes { bytes throws(CryptoError) in unsafe try code(of: bytes) }
    }
}
