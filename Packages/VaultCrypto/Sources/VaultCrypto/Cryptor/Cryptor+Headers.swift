internal import CloudCore
internal import CryptoPrimitives

extension Cryptor {
    private static let reserved = SecretBytes(repeatElement(0xFF, count: FileHeader.reservedSize))

    /// Makes the header of a new file, or of a file that is written anew.
    ///
    /// - Returns: a header with a new nonce and a new content key.
    /// - Throws: an error of the random generator.
    public func createHeader() throws -> FileHeader {
        header(
            nonce: try Random.bytes(count: scheme.nonceSize),
            contentKey: try Random.secret(count: FileHeader.contentKeySize)
        )
    }

    /// Encrypts a header.
    ///
    /// - Parameter header: of this vault.
    /// - Returns: the first bytes of the file, ``headerSize``.
    /// - Throws: an error of the cryptographic library.
    public func encryptHeader(_ header: FileHeader) throws -> [UInt8] {
        let payload = Self.reserved + header.contentKey
        var bytes = header.nonce + [UInt8](repeating: 0, count: headerSize - header.nonce.count)
        try headers.withContext { cipher in
            unsafe try bytes.withUnsafeMutableBytes { bytes in
                unsafe try payload.withUnsafeBytes { payload in unsafe try cipher.seal(payload, into: bytes) }
            }
        }
        return bytes
    }

    /// Authenticates and decrypts a header.
    ///
    /// - Parameter bytes: the first bytes of a file; any other number than ``headerSize`` doesn't authenticate.
    /// - Returns: the header.
    /// - Throws: ``VaultError/fileDoesNotAuthenticate(_:_:)`` without path.
    public func decryptHeader(_ bytes: some Collection<UInt8>) throws -> FileHeader {
        try decryptHeader(Array(bytes), at: nil)
    }

    func decryptHeader(_ bytes: [UInt8], at path: CloudPath?) throws -> FileHeader {
        var isAuthentic = false
        let payload = unsafe try SecretBytes(count: FileHeader.payloadSize) { payload in
            guard bytes.count == headerSize else { return }
            isAuthentic = try headers.withContext { cipher in
                unsafe try bytes.withUnsafeBytes { bytes in unsafe try cipher.open(bytes, into: payload) }
            }
        }
        guard isAuthentic else { throw VaultError.fileDoesNotAuthenticate(.header, path) }
        return header(
            nonce: Array(bytes[..<scheme.nonceSize]),
            contentKey: payload[FileHeader.reservedSize..<FileHeader.payloadSize]
        )
    }

    func header(nonce: [UInt8], contentKey: SecretBytes) -> FileHeader {
        let cipher = FileCipher(
            scheme: scheme,
            contentKey: contentKey,
            macKey: masterkey.macMasterKey,
            headerNonce: nonce
        )
        return FileHeader(nonce: nonce, contentKey: contentKey, cipher: cipher)
    }
}
