internal import CloudCore

/// What the first bytes of an encrypted file say: the key of its contents, and the nonce that binds chunks to the file.
///
/// Made by ``Cryptor/createHeader()`` and ``Cryptor/decryptHeader(_:)``; may be shared between tasks.
public struct FileHeader: Sendable {
    /// Bytes that a header encrypts: reserved ones and the content key.
    static let payloadSize = reservedSize + contentKeySize
    /// Bytes that are written as `FF` and not looked at.
    static let reservedSize = 8
    static let contentKeySize = 32

    /// 16 bytes for SIV_CTRMAC, 12 for SIV_GCM.
    let nonce: [UInt8]
    /// 32 bytes.
    let contentKey: SecretBytes
    /// Encrypts and decrypts the chunks of the file.
    let cipher: FileCipher
}
