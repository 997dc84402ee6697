/// Runs one operation at a time and gives its result to every caller that asked meanwhile.
///
/// For the refresh of a token, or the one request that many tasks need. Neither results nor errors are kept beyond the
/// operation.
public actor SingleFlight<Value: Sendable> {
    private var running: Task<Value, any Error>?
    /// Number of callers that wait for the running operation.
    private(set) var callerCount = 0

    /// Makes an idle object.
    public init() {}

    /// Joins the running operation, or starts one.
    ///
    /// The operation runs in a task of its own: a caller that is cancelled doesn't take it from the others, and waits
    /// for its end as they do.
    ///
    /// - Parameter operation: not called if one is running.
    /// - Returns: what the operation returned.
    /// - Throws: what the operation threw.
    public func value(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        callerCount += 1
        defer { callerCount -= 1 }
        if let running { return try await running.value }
        let task = Task {
            defer { running = nil }
            return try await operation()
        }
        running = task
        return try await task.value
    }
}
