internal import CloudCore

/// Lends contexts that one task at a time may use, and makes new ones while all are lent.
final class ContextPool<Context>: Sendable {
    // Unchecked: whoever took the context out of the pool is its only user until it is given back.
    private struct Idle: @unchecked Sendable {
        let context: Context
    }

    private let idle = Locked<[Idle]>([])
    private let make: @Sendable () throws -> Context

    init(_ make: @escaping @Sendable () throws -> Context) {
        self.make = make
    }

    /// - Throws: what making a context or `body` throws; the context is not lent again then.
    func withContext<Result>(_ body: (Context) throws -> Result) throws -> Result {
        let context = try idle.withLock { $0.popLast() }?.context ?? make()
        let result = try body(context)
        let returned = Idle(context: context)
        idle.withLock { $0.append(returned) }
        return result
    }
}
