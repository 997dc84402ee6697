internal import CloudCore

/// Cuts a stream of ciphertext, which comes in pieces of any size, into the header and chunks.
///
/// Whole chunks within a piece are not copied.
struct ChunkAssembler {
    /// Consecutive chunks: one that came in several pieces, perhaps, and those after it.
    struct Chunks: Sendable {
        /// The number of the first chunk.
        var first: Int
        /// One chunk, or empty.
        var assembled: [UInt8]
        /// Whole chunks.
        var rest: Bytes
    }

    private let headerSize: Int
    private let chunkSize: Int
    private let firstChunk: Int
    /// Bytes of the stream that were taken.
    private var position = 0
    /// Where the next piece begins: before `position` after a restart.
    private var cursor = 0
    /// The beginning of the header or chunk that isn't complete.
    private var partial: [UInt8] = []
    private var nextChunk: Int

    /// - Parameters:
    ///   - headerSize: bytes of the header at the beginning of the stream; 0 if there is none.
    ///   - chunkSize: bytes of a full chunk.
    ///   - firstChunk: the number of the first chunk of the stream.
    init(headerSize: Int, chunkSize: Int, firstChunk: Int) {
        self.headerSize = headerSize
        self.chunkSize = chunkSize
        self.firstChunk = firstChunk
        nextChunk = firstChunk
    }

    /// Takes a piece.
    ///
    /// - Returns: what the piece completed.
    mutating func take(_ piece: Bytes) -> (header: [UInt8]?, chunks: Chunks?) {
        var piece = withoutRepetition(piece)
        guard !piece.isEmpty else { return (nil, nil) }
        defer { cursor = position }
        var header: [UInt8]?
        if position < headerSize {
            header = complete(headerSize, from: &piece)
            guard header != nil else { return (nil, nil) }
        }
        return (header, takeChunks(from: &piece))
    }

    /// What of a piece wasn't taken before; what is not yet complete is renewed with the rest.
    private mutating func withoutRepetition(_ piece: Bytes) -> Bytes {
        let repeated = piece.prefix(position - cursor)
        let complete = position - partial.count
        let renewed = repeated.dropFirst(max(0, complete - cursor))
        if !renewed.isEmpty {
            let begin = max(cursor, complete) - complete
            partial.replaceSubrange(begin..<begin + renewed.count, with: renewed)
        }
        cursor += repeated.count
        return piece.dropFirst(repeated.count)
    }

    private mutating func takeChunks(from piece: inout Bytes) -> Chunks? {
        let first = nextChunk
        var assembled: [UInt8] = []
        if !partial.isEmpty {
            guard let chunk = complete(chunkSize, from: &piece) else { return nil }
            assembled = chunk
        }
        let rest = piece.prefix(piece.count / chunkSize * chunkSize)
        nextChunk += rest.count / chunkSize + (assembled.isEmpty ? 0 : 1)
        position += rest.count
        piece = piece.dropFirst(rest.count)
        _ = complete(chunkSize, from: &piece)
        return nextChunk == first ? nil : Chunks(first: first, assembled: assembled, rest: rest)
    }

    /// Moves bytes from a piece to `partial`, and takes them out when they are `size` bytes.
    private mutating func complete(_ size: Int, from piece: inout Bytes) -> [UInt8]? {
        let missing = piece.prefix(size - partial.count)
        if partial.isEmpty { partial.reserveCapacity(size) }
        partial += missing
        position += missing.count
        piece = piece.dropFirst(missing.count)
        guard partial.count == size else { return nil }
        defer { partial = [] }
        return partial
    }

    /// The stream goes on at an offset.
    ///
    /// - Returns: `false` if bytes before it never came.
    mutating func restart(at offset: Int) -> Bool {
        guard offset <= position else { return false }
        cursor = offset
        return true
    }

    /// Forgets a chunk that came damaged, and all after it, so that they are taken again after a restart.
    mutating func forget(fromChunk number: Int) {
        position = headerSize + (number - firstChunk) * chunkSize
        nextChunk = number
        partial = []
    }

    /// Forgets everything, so that the header is taken again after a restart.
    mutating func forgetAll() {
        forget(fromChunk: firstChunk)
        position = 0
    }

    /// The stream has ended.
    ///
    /// - Returns: the number and the bytes of a last chunk that isn't full; empty bytes if there is none.
    mutating func finish() -> (chunk: Int, bytes: [UInt8]) {
        defer { partial = [] }
        return (nextChunk, partial)
    }

    /// Whether the header, if there is to be one, came whole.
    var hasHeader: Bool { position >= headerSize }
    /// Bytes of the stream that were taken.
    var count: Int { position }
}
