internal import Dispatch

/// Runs blocking calls on threads of their own, never on the cooperative pool.
public enum BlockingWork: Sendable {
    private static let queue = DispatchQueue(label: "cloudaccess.blocking", attributes: .concurrent)

    /// Runs `body` on a thread that may block, and waits for it without blocking one of the pool's.
    ///
    /// Cancellation of the calling task doesn't stop `body`; check it before and after.
    ///
    /// - Parameter body: file, database or C library calls.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws.
    @concurrent public static func run<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try body() }) }
        }
    }
}
