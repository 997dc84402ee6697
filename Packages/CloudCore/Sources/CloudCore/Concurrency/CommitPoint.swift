/// Runs the steps of an operation that must not be cancelled any more.
///
/// Inside, nothing sees the cancellation of the calling task; its priority and task-local values are inherited.
///
/// - Parameter operation: runs to its end.
/// - Returns: what `operation` returns.
/// - Throws: what `operation` throws.
@concurrent public func afterCommitPoint<Result: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await Task { try await operation() }.value
}
