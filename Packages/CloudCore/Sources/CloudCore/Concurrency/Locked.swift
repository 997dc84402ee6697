#if THREAD_SANITIZER
internal import Foundation
#else
internal import Synchronization
#endif

/// A value behind a lock, for a few words of shared state.
///
/// A `Mutex`, which a local variable could not share with child tasks, or an `NSLock` under the thread sanitizer,
/// which reports every correct use of a `Mutex`. The lock is held only for the time of a closure; never wait in it.
public final class Locked<Value: Sendable>: @unchecked Sendable {
    #if THREAD_SANITIZER
    // Unchecked: `value` is touched only while `lock` is held.
    private let lock = NSLock()
    private var value: Value

    /// Starts with `value`.
    ///
    /// - Parameter value: the first value.
    public init(_ value: Value) {
        self.value = value
    }

    /// Runs `body` with exclusive access to the value.
    ///
    /// - Parameter body: reads and changes the value; must not call back into the same lock.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws.
    public func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
    #else
    private let mutex: Mutex<Value>

    /// Starts with `value`.
    ///
    /// - Parameter value: the first value.
    public init(_ value: Value) {
        mutex = Mutex(value)
    }

    /// Runs `body` with exclusive access to the value.
    ///
    /// - Parameter body: reads and changes the value; must not call back into the same lock.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws.
    public func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try mutex.withLock { (value: inout sending Value) throws(Failure) -> Result in try body(&value) }
    }
    #endif
}
