/// How a vault encrypts the contents of its files; names are always encrypted with AES-SIV.
public enum CryptorScheme: String, CaseIterable, Codable, Hashable, Sendable {
    /// AES-CTR with HMAC-SHA-256: all vaults of formats 6 and 7, some of format 8.
    case sivCtrMac = "SIV_CTRMAC"
    /// AES-GCM: what new vaults use.
    case sivGcm = "SIV_GCM"

    /// The most bytes of cleartext in a chunk; all chunks but the last have as many.
    public static var cleartextChunkSize: Int { 32 * 1024 }

    /// Bytes of the nonce at the beginning of a header, and of each chunk.
    var nonceSize: Int {
        switch self {
        case .sivCtrMac: 16
        case .sivGcm: 12
        }
    }

    /// Bytes at the end of a header, and of each chunk, that authenticate it.
    var tagSize: Int {
        switch self {
        case .sivCtrMac: 32
        case .sivGcm: 16
        }
    }

    /// Bytes of the header of a file: nonce, 8 reserved bytes and content key encrypted, tag.
    public var headerSize: Int { nonceSize + FileHeader.payloadSize + tagSize }

    /// Bytes that a chunk has more than its cleartext.
    public var chunkOverhead: Int { nonceSize + tagSize }

    /// Bytes of a full chunk.
    public var ciphertextChunkSize: Int { Self.cleartextChunkSize + chunkOverhead }

    /// The size of an encrypted file, header included (vault format, section 8.3).
    ///
    /// - Parameter cleartext: bytes of its cleartext, 0 or more.
    /// - Returns: bytes of the file.
    public func ciphertextSize(ofCleartext cleartext: Int) -> Int {
        let (full, rest) = cleartext.quotientAndRemainder(dividingBy: Self.cleartextChunkSize)
        return headerSize + full * ciphertextChunkSize + (rest > 0 ? rest + chunkOverhead : 0)
    }

    /// The size of the cleartext of an encrypted file.
    ///
    /// - Parameter ciphertext: bytes of the file, header included.
    /// - Returns: bytes of the cleartext, or `nil` if no file of this size can be read. An empty last chunk, as some
    ///   writers leave it, counts as valid.
    public func cleartextSize(ofCiphertext ciphertext: Int) -> Int? {
        guard ciphertext >= headerSize else { return nil }
        let (full, rest) = (ciphertext - headerSize).quotientAndRemainder(dividingBy: ciphertextChunkSize)
        guard rest == 0 || rest >= chunkOverhead else { return nil }
        return full * Self.cleartextChunkSize + max(0, rest - chunkOverhead)
    }
}
