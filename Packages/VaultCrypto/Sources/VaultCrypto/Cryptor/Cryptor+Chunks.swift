public import CloudCore
internal import CryptoPrimitives

extension Cryptor {
    /// Encrypts a chunk with a new random nonce.
    ///
    /// - Parameters:
    ///   - cleartext: at most 32,768 bytes, more trap; all chunks of a file but the last have as many.
    ///   - number: of the chunk in its file, from 0.
    ///   - header: of the file, made by this cryptor.
    /// - Returns: the chunk.
    /// - Throws: an error of the random generator or of the cryptographic library.
    public func encryptChunk(_ cleartext: Bytes, number: Int, header: FileHeader) throws -> [UInt8] {
        try encryptChunk(cleartext, number: number, header: header, nonce: Random.bytes(count: scheme.nonceSize))
    }

    func encryptChunk(_ cleartext: Bytes, number: Int, header: FileHeader, nonce: [UInt8]) throws -> [UInt8] {
        precondition(cleartext.count <= cleartextChunkSize && number >= 0, "no chunk of a file")
        return unsafe try header.cipher.encrypt(cleartext, chunks: number..<number + 1) { _, target in
            unsafe target.copyBytes(from: nonce)
        }.bytes
    }

    /// Authenticates and decrypts a chunk.
    ///
    /// - Parameters:
    ///   - chunk: the whole chunk as it stands in the file.
    ///   - number: of the chunk in its file, from 0.
    ///   - header: of the file, decrypted by this cryptor.
    /// - Returns: the cleartext, at most 32,768 bytes.
    /// - Throws: ``VaultError/fileDoesNotAuthenticate(_:_:)`` without path, also for a chunk of an impossible size.
    public func decryptChunk(_ chunk: Bytes, number: Int, header: FileHeader) throws -> [UInt8] {
        guard (scheme.chunkOverhead...ciphertextChunkSize).contains(chunk.count), number >= 0 else {
            throw VaultError.fileDoesNotAuthenticate(.chunk(number), nil)
        }
        let (cleartext, isComplete) = try header.cipher.decrypt([chunk], firstChunk: number)
        guard isComplete else { throw VaultError.fileDoesNotAuthenticate(.chunk(number), nil) }
        return cleartext
    }
}
