internal import CryptoPrimitives

/// Encrypts and decrypts the names, headers and chunks of one vault (vault format, sections 4 and 8).
///
/// Works on single pieces; ``EncryptingSource`` and ``DecryptingSink`` are built on it. Immutable; may be shared
/// between tasks. Nothing here waits or touches a file.
public final class Cryptor: Sendable {
    /// How contents are encrypted.
    public let scheme: CryptorScheme
    let masterkey: Masterkey
    let names: AESSIV
    let headers: ContextPool<FilePartCipher>

    /// Makes a cryptor.
    ///
    /// - Parameters:
    ///   - masterkey: of the vault.
    ///   - scheme: of the vault.
    public init(masterkey: Masterkey, scheme: CryptorScheme) {
        self.masterkey = masterkey
        self.scheme = scheme
        names = AESSIV(macKey: masterkey.macMasterKey, ctrKey: masterkey.aesMasterKey)
        headers = ContextPool {
            try FilePartCipher(
                scheme: scheme,
                key: masterkey.aesMasterKey,
                macKey: masterkey.macMasterKey,
                headerNonce: nil
            )
        }
    }

    /// Bytes of a file's header.
    public var headerSize: Int { scheme.headerSize }
    /// The most bytes of cleartext in a chunk.
    public var cleartextChunkSize: Int { CryptorScheme.cleartextChunkSize }
    /// Bytes of a full chunk.
    public var ciphertextChunkSize: Int { scheme.ciphertextChunkSize }

    /// The size of an encrypted file, header included.
    ///
    /// - Parameter cleartext: bytes of its cleartext, 0 or more.
    /// - Returns: bytes of the file.
    public func ciphertextSize(ofCleartext cleartext: Int) -> Int {
        scheme.ciphertextSize(ofCleartext: cleartext)
    }

    /// The size of the cleartext of an encrypted file.
    ///
    /// - Parameter ciphertext: bytes of the file, header included.
    /// - Returns: bytes of the cleartext, or `nil` if no file of this size can be read. An empty last chunk, as some
    ///   writers leave it, counts as valid.
    public func cleartextSize(ofCiphertext ciphertext: Int) -> Int? {
        scheme.cleartextSize(ofCiphertext: ciphertext)
    }
}
