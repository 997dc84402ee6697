internal import CloudCore

/// Encrypts and decrypts the chunks of one file, several in one call and on several threads at once.
final class FileCipher: Sendable {
    /// Writes the nonce of a chunk.
    typealias WriteNonce = (_ chunk: Int, _ nonce: UnsafeMutableRawBufferPointer) throws -> Void

    private let scheme: CryptorScheme
    private let contexts: ContextPool<FilePartCipher>

    init(scheme: CryptorScheme, contentKey: SecretBytes, macKey: SecretBytes, headerNonce: [UInt8]) {
        self.scheme = scheme
        contexts = ContextPool {
            try FilePartCipher(scheme: scheme, key: contentKey, macKey: macKey, headerNonce: headerNonce)
        }
    }

    /// Encrypts consecutive chunks, all but the last of them full.
    ///
    /// - Parameters:
    ///   - cleartext: of all chunks.
    ///   - chunks: their numbers; a single one may be empty.
    ///   - prefix: what stands before the first one.
    ///   - writeNonce: called once for each chunk, in order.
    /// - Returns: the prefix and the chunks; a part of all tags, combined, which differs for another cleartext.
    /// - Throws: what `writeNonce` throws; `CryptoError` if the library fails.
    func encrypt(
        _ cleartext: Bytes,
        chunks: Range<Int>,
        after prefix: [UInt8] = [],
        nonce writeNonce: WriteNonce
    ) throws -> (bytes: [UInt8], fingerprint: UInt64) {
        let size = prefix.count + cleartext.count + chunks.count * scheme.chunkOverhead
        var fingerprint: UInt64 = 0
        let bytes = try contexts.withContext { context in
            unsafe try [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
                let target = UnsafeMutableRawBufferPointer(buffer)
                unsafe target.copyBytes(from: prefix)
                unsafe try cleartext.withUnsafeBytes { source in
                    var (read, written) = (0, prefix.count)
                    for number in chunks {
                        let length = min(CryptorScheme.cleartextChunkSize, source.count - read)
                        let end = written + length + scheme.chunkOverhead
                        let chunk = unsafe UnsafeMutableRawBufferPointer(rebasing: target[written..<end])
                        unsafe try writeNonce(number, .init(rebasing: chunk[..<scheme.nonceSize]))
                        unsafe try context.seal(
                            .init(rebasing: source[read..<read + length]),
                            number: number,
                            into: chunk
                        )
                        fingerprint ^= unsafe chunk.loadUnaligned(fromByteOffset: chunk.count - 8, as: UInt64.self)
                        (read, written) = (read + length, end)
                    }
                }
                initialized = size
            }
        }
        return (bytes, fingerprint)
    }

    /// Decrypts consecutive chunks up to the first that fails.
    ///
    /// - Parameters:
    ///   - parts: the chunks; all but the last in each part are full.
    ///   - firstChunk: number of the first one.
    /// - Returns: the cleartext up to the first chunk that doesn't authenticate, and whether there is none such.
    /// - Throws: `CryptoError` if the library fails.
    func decrypt(_ parts: [Bytes], firstChunk: Int) throws -> (cleartext: [UInt8], isComplete: Bool) {
        var isComplete = true
        let capacity = parts.reduce(0) { $0 + $1.count }
        let cleartext = try contexts.withContext { context in
            unsafe try [UInt8](unsafeUninitializedCapacity: capacity) { buffer, written in
                let target = UnsafeMutableRawBufferPointer(buffer)
                var number = firstChunk
                for part in parts {
                    isComplete = unsafe try part.withUnsafeBytes { source in
                        var read = 0
                        while read < source.count {
                            let end = min(read + scheme.ciphertextChunkSize, source.count)
                            let length = end - read - scheme.chunkOverhead
                            guard length >= 0 else { return false }
                            let chunk = unsafe UnsafeRawBufferPointer(rebasing: source[read..<end])
                            let clear = unsafe UnsafeMutableRawBufferPointer(
                                rebasing: target[written..<written + length]
                            )
                            guard unsafe try context.open(chunk, number: number, into: clear) else { return false }
                            (read, written, number) = (end, written + length, number + 1)
                        }
                        return true
                    }
                    guard isComplete else { return }
                }
            }
        }
        return (cleartext, isComplete)
    }
}
