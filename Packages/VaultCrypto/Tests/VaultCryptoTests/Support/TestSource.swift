import CloudCore
import Foundation

/// A source whose content, identity and answers a test changes while it is read.
final class TestSource: ByteSource {
    struct State {
        var content: [UInt8]
        var identity: SourceIdentity?
        var reads: [Range<Int>] = []
        /// Called before each read with its number, from 0.
        var beforeRead: @Sendable (inout State, Int) throws -> Void = { _, _ in }
    }

    let length: Int
    let modificationDate: Date?
    private let maximumRead: Int
    private let state: Locked<State>

    init(
        _ content: [UInt8],
        identity: String? = "1",
        maximumRead: Int = .max,
        modificationDate: Date? = nil,
        beforeRead: @escaping @Sendable (inout State, Int) throws -> Void = { _, _ in }
    ) {
        length = content.count
        self.maximumRead = maximumRead
        self.modificationDate = modificationDate
        state = Locked(
            State(content: content, identity: identity.map { .init(rawValue: $0) }, beforeRead: beforeRead)
        )
    }

    var identity: SourceIdentity? { state.withLock { $0.identity } }
    var reads: [Range<Int>] { state.withLock { $0.reads } }

    func change(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
    }

    @concurrent func read(at offset: Int, atMost count: Int) async throws -> Bytes {
        try state.withLock { state in
            try state.beforeRead(&state, state.reads.count)
            let end = min(state.content.count, offset + min(count, maximumRead, Bytes.maximumPiece))
            state.reads.append(offset..<max(offset, end))
            return offset < end ? state.content[offset..<end] : []
        }
    }
}

extension ByteSource {
    /// All bytes, read in order.
    func whole(atMost count: Int = Bytes.maximumPiece) async throws -> [UInt8] {
        try await bytes(in: 0..<length, atMost: count)
    }

    /// The bytes of a range.
    func bytes(in range: Range<Int>, atMost count: Int = Bytes.maximumPiece) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < range.count {
            let piece = try await read(
                at: range.lowerBound + bytes.count,
                atMost: min(count, range.count - bytes.count)
            )
            guard !piece.isEmpty else { break }
            bytes += piece
        }
        return bytes
    }
}
