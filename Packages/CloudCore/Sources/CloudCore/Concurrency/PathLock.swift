/// Lets one writer at a time work on a path, in the order in which they came.
///
/// Paths are told apart by their bytes; an item and its parent don't exclude each other. Nothing is kept for a path
/// that nobody holds. An operation that holds a path must not ask for it again.
public final class PathLock: Sendable {
    private struct Waiter: Sendable {
        var number: Int
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State: Sendable {
        /// The waiters of each path that is held, first come first.
        var waiting: [CloudPath: [Waiter]] = [:]
        var lastNumber = 0
    }

    private let state = Locked(State())

    /// Makes a lock that nobody holds.
    public init() {}

    /// Runs an operation while it holds a path.
    ///
    /// - Parameters:
    ///   - path: waited for until all who came before are done.
    ///   - body: runs on the caller's actor.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws; `CancellationError` if cancelled while waiting.
    public func withLock<Result>(on path: CloudPath, _ body: () async throws -> Result) async throws -> Result {
        try await acquire(path)
        defer { release(path) }
        return try await body()
    }

    /// Runs an operation while it holds two paths, such as both ends of a move.
    ///
    /// The paths are taken in the order of their bytes, so that two such operations never wait for each other.
    ///
    /// - Parameters:
    ///   - first: one path.
    ///   - second: the other; may be the same.
    ///   - body: runs on the caller's actor.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws; `CancellationError` if cancelled while waiting.
    public func withLock<Result>(
        on first: CloudPath,
        and second: CloudPath,
        _ body: () async throws -> Result
    ) async throws -> Result {
        guard first != second else { return try await withLock(on: first, body) }
        return try await withLock(on: min(first, second)) {
            try await withLock(on: max(first, second), body)
        }
    }

    /// Number of paths that are held.
    var heldCount: Int { state.withLock { $0.waiting.count } }

    /// Number of tasks that wait for a path.
    func waitingCount(on path: CloudPath) -> Int { state.withLock { $0.waiting[path]?.count ?? 0 } }

    private func acquire(_ path: CloudPath) async throws {
        try Task.checkCancellation()
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isFree = state.withLock { state in
                    guard state.waiting[path] != nil else {
                        state.waiting[path] = []
                        return true
                    }
                    state.waiting[path, default: []].append(Waiter(number: number, continuation: continuation))
                    return false
                }
                if isFree {
                    continuation.resume()
                } else if Task.isCancelled {
                    // Cancelled before it was in the queue: the handler has run and found nothing.
                    cancel(number, on: path)
                }
            }
        } onCancel: {
            cancel(number, on: path)
        }
    }

    private func cancel(_ number: Int, on path: CloudPath) {
        let cancelled = state.withLock { state -> Waiter? in
            guard let index = state.waiting[path]?.firstIndex(where: { $0.number == number }) else { return nil }
            return state.waiting[path]?.remove(at: index)
        }
        cancelled?.continuation.resume(throwing: CancellationError())
    }

    private func release(_ path: CloudPath) {
        let next = state.withLock { state -> Waiter? in
            guard state.waiting[path]?.isEmpty == false else {
                state.waiting[path] = nil
                return nil
            }
            return state.waiting[path]?.removeFirst()
        }
        next?.continuation.resume()
    }
}
