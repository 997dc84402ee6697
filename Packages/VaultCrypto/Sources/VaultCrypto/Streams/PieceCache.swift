internal import CloudCore

/// The pieces of an encrypted source that were read last, and the next ones, which are encrypted ahead.
///
/// Several tasks may ask at once; those that ask for one piece share its encryption.
final class PieceCache: Sendable {
    /// How a piece comes about.
    struct Steps: Sendable {
        /// Reads the content; called for one piece at a time, in the order in which they are wanted, since a source
        /// over a network gives its bytes in order only.
        var read: @concurrent @Sendable (_ piece: Int) async throws -> Bytes
        /// Encrypts it; called for several pieces at once.
        var encrypt: @Sendable (_ piece: Int, _ content: Bytes) throws -> Bytes
    }

    fileprivate struct State {
        var tasks: [Int: Task<Bytes, any Error>] = [:]
        /// The pieces in `tasks`, those used last at the end.
        var recency: [Int] = []
        /// Pieces that were encrypted ahead and that nobody asked for yet.
        var unread: Set<Int> = []
        /// Ends when the piece that was asked for last has been read.
        var lastRead: AsyncStream<Void>?
        var waiting = 0
        var hasEnded = false
        /// A part of the tags of each piece that was encrypted; 0 for the others.
        var fingerprints: [UInt64]
    }

    /// How many pieces are encrypted ahead: enough to keep a few cores busy.
    fileprivate static let depth = Concurrency.depth
    fileprivate static let limit = 2 * depth + 2

    private let pieceCount: Int
    private let state: Locked<State>

    /// - Parameters:
    ///   - pieceCount: number of pieces of the source.
    ///   - fingerprintCount: pieces whose fingerprints are remembered; 8 bytes each.
    init(pieceCount: Int, fingerprintCount: Int) {
        self.pieceCount = pieceCount
        state = Locked(State(fingerprints: Array(repeating: 0, count: fingerprintCount)))
    }

    /// - Throws: what `steps` throw; `SourceError.changed` once they did or after ``end()``; `CancellationError`.
    func piece(_ number: Int, by steps: Steps) async throws -> Bytes {
        while true {
            try Task.checkCancellation()
            let task = try state.withLock { state in
                guard !state.hasEnded else { throw SourceError.changed }
                state.waiting += 1
                return state.request(number, of: pieceCount, steps)
            }
            let result = await withTaskCancellationHandler {
                await task.result
            } onCancel: {
                cancelUnlessOthersWait()
            }
            state.withLock { state in
                state.waiting -= 1
                guard case .failure(let error) = result else { return }
                if state.tasks[number] == task { state.forget(number) }
                if case SourceError.changed = error { state.hasEnded = true }
            }
            // Another reader, who was the only one then, may have cancelled the task.
            if case .failure(let error) = result, error is CancellationError, !Task.isCancelled { continue }
            return try result.get()
        }
    }

    /// Remembers a piece that was encrypted for the first time, or compares it with what it was then.
    ///
    /// - Returns: `false` if the cleartext is another one, so that the piece must not leave.
    func confirm(_ fingerprint: UInt64, ofPiece number: Int) -> Bool {
        state.withLock { state in
            guard number < state.fingerprints.count else { return true }
            let known = state.fingerprints[number]
            if known == 0 { state.fingerprints[number] = fingerprint }
            return known == 0 || known == fingerprint
        }
    }

    /// Makes all later requests fail.
    func end() {
        state.withLock { $0.hasEnded = true }
    }

    private func cancelUnlessOthersWait() {
        let tasks = state.withLock { state in
            guard state.waiting == 1 else { return [Task<Bytes, any Error>]() }
            defer { state.forgetAll() }
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
    }
}

extension PieceCache.State {
    fileprivate mutating func request(
        _ number: Int,
        of count: Int,
        _ steps: PieceCache.Steps
    ) -> Task<Bytes, any Error> {
        let isSequential = number == 0 || tasks[number - 1] != nil
        unread.remove(number)
        let task = task(number, steps)
        guard isSequential else { return task }
        for next in number + 1..<max(number + 1, min(count, number + 1 + PieceCache.depth))
        where tasks[next] == nil && unread.count < PieceCache.depth {
            unread.insert(next)
            _ = self.task(next, steps)
        }
        return task
    }

    private mutating func task(_ number: Int, _ steps: PieceCache.Steps) -> Task<Bytes, any Error> {
        recency.removeAll { $0 == number }
        recency.append(number)
        if let task = tasks[number] { return task }
        let previousRead = lastRead
        let (read, hasRead) = AsyncStream<Void>.makeStream()
        lastRead = read
        let task = Task { @concurrent in
            let content: Bytes
            do {
                defer { hasRead.finish() }
                if let previousRead { for await _ in previousRead {} }
                try Task.checkCancellation()
                content = try await steps.read(number)
            }
            return try steps.encrypt(number, content)
        }
        tasks[number] = task
        if tasks.count > PieceCache.limit { forget(recency[0]) }
        return task
    }

    fileprivate mutating func forget(_ number: Int) {
        tasks[number] = nil
        unread.remove(number)
        recency.removeAll { $0 == number }
    }

    fileprivate mutating func forgetAll() {
        tasks = [:]
        unread = []
        recency = []
    }
}
