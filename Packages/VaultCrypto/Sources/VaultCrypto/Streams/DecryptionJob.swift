internal import CloudCore

/// Some consecutive chunks that are decrypted at once.
struct DecryptionJob: Sendable {
    /// What became of them: the cleartext up to the first chunk that failed.
    struct Result: Sendable {
        /// Whose number is that of the first chunk of the job.
        var firstChunk: Int
        var cleartext: [UInt8]
        /// Whether no chunk failed.
        var isComplete: Bool

        /// The number of the chunk that failed, if one did.
        var failedChunk: Int { firstChunk + cleartext.count / CryptorScheme.cleartextChunkSize }

        /// The part of the cleartext that lies in a range of the file's.
        func cleartext(in range: Range<Int>) -> Bytes {
            let begin = firstChunk * CryptorScheme.cleartextChunkSize
            let part = range.clamped(to: begin..<begin + cleartext.count)
            return part.isEmpty ? [] : cleartext[part.lowerBound - begin..<part.upperBound - begin]
        }
    }

    let cipher: FileCipher
    let chunks: ChunkAssembler.Chunks

    func run() throws -> Result {
        let parts = [chunks.assembled[...], chunks.rest]
        let (cleartext, isComplete) = try cipher.decrypt(parts, firstChunk: chunks.first)
        return Result(firstChunk: chunks.first, cleartext: cleartext, isComplete: isComplete)
    }
}
