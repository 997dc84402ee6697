internal import Dispatch

/// Runs blocking calls on threads of their own, never on the cooperative pool.
public enum BlockingWork: Sendable {
    private static let threads = BlockingThreads()

    /// Runs `body` on a thread that may block, and waits for it without blocking one of the pool's.
    ///
    /// At most 64 such calls run at once; later ones wait for their turn. Cancellation of the calling task doesn't
    /// stop `body`; check it before and after.
    ///
    /// - Parameter body: file, database or C library calls.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws.
    @concurrent public static func run<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            threads.run { continuation.resume(with: Swift.Result { try body() }) }
        }
    }
}

/// A few serial queues, each of which runs one piece of work at a time.
///
/// On Linux a concurrent queue shares the threads of the cooperative pool, and blocks it for a second or more with
/// every thread that waits; serial queues have threads beyond those.
private final class BlockingThreads: Sendable {
    private struct State: Sendable {
        var idle: [DispatchQueue] = []
        var queueCount = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private static let maximumCount = 64
    private let state = Locked(State())

    func run(_ work: @escaping @Sendable () -> Void) {
        let queue = state.withLock { state -> DispatchQueue? in
            if let queue = state.idle.popLast() { return queue }
            guard state.queueCount < Self.maximumCount else {
                state.waiting.append(work)
                return nil
            }
            state.queueCount += 1
            return DispatchQueue(label: "cloudaccess.blocking")
        }
        if let queue { run(work, on: queue) }
    }

    private func run(_ work: @escaping @Sendable () -> Void, on queue: DispatchQueue) {
        queue.async { [self] in
            work()
            let next = state.withLock { state -> (@Sendable () -> Void)? in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.idle.append(queue)
                return nil
            }
            if let next { run(next, on: queue) }
        }
    }
}
