internal import CloudCore
internal import Dispatch
internal import Foundation

/// The ranges that this process uses or waits for, over one lock file.
///
/// Tasks of this process queue here, first come, first served. Against other processes the first of a queue tries
/// again after 1 to 32 ms, on a queue's timer, so that no thread waits in the kernel.
final class LockTable: Sendable {
    private struct State: Sendable {
        var file: RangeLockFile?
        var locks: [Int64: RangeLock] = [:]
        var lastID: UInt64 = 0
    }

    private static let retries = DispatchQueue(label: "cloudaccess.filecoordination.retries")
    private let folders: @Sendable () -> [String]
    private let state = Locked(State())

    /// Makes a table that opens its lock file at the first use.
    ///
    /// - Parameter folders: the folders for the lock file, see ``LockFolder/candidates(environment:uid:)``.
    init(folders: @escaping @Sendable () -> [String]) {
        self.folders = folders
    }

    /// Takes a range, waiting for it if need be.
    ///
    /// - Parameters:
    ///   - range: offset in the lock file.
    ///   - mode: what for.
    /// - Throws: `CancellationError` if the task is cancelled before it has the range; ``FileCoordinationError``.
    @concurrent func acquire(_ range: Int64, for mode: LockMode) async throws {
        try Task.checkCancellation()
        let id = try state.withLock { state throws(FileCoordinationError) -> UInt64? in
            let file = try open(&state)
            if try state.locks[range, default: RangeLock()].tryEnter(mode, range, in: file) { return nil }
            state.lastID += 1
            return state.lastID
        }
        guard let id else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enqueue(.init(id: id, mode: mode, continuation: continuation), for: range)
            }
        } onCancel: {
            cancel(id, for: range)
        }
    }

    /// Gives a range back.
    ///
    /// - Parameters:
    ///   - range: offset in the lock file.
    ///   - mode: as it was taken.
    func release(_ range: Int64, for mode: LockMode) {
        change(range) { $0.leave(mode, range, in: $1) }
    }

    /// Number of tasks that wait for a range.
    ///
    /// - Parameter range: offset in the lock file.
    /// - Returns: 0 if nobody waits.
    func waiterCount(_ range: Int64) -> Int {
        state.withLock { $0.locks[range]?.waiters.count ?? 0 }
    }

    private func open(_ state: inout State) throws(FileCoordinationError) -> RangeLockFile {
        if let file = state.file { return file }
        let file = try RangeLockFile(inFirstOf: folders())
        state.file = file
        return file
    }

    private func enqueue(_ waiter: RangeLock.Waiter, for range: Int64) {
        // The task's flag is set before its handler runs: either it is seen here, or the handler finds the waiter.
        let isCancelled = change(range) { lock, file in
            Task.isCancelled ? nil : lock.enqueue(waiter, range, in: file)
        }
        if isCancelled { waiter.continuation.resume(throwing: CancellationError()) }
    }

    private func cancel(_ id: UInt64, for range: Int64) {
        var cancelled: RangeLock.Waiter?
        change(range) { lock, file in
            guard let (waiter, outcome) = lock.remove(id, range, in: file) else { return nil }
            cancelled = waiter
            return outcome
        }
        cancelled?.continuation.resume(throwing: CancellationError())
    }

    /// Changes the state of a range, then does what follows from it without holding the table.
    @discardableResult
    private func change(
        _ range: Int64,
        _ body: (inout RangeLock, RangeLockFile) -> RangeLock.Outcome?
    ) -> Bool {
        let outcome = state.withLock { state -> RangeLock.Outcome? in
            guard let file = state.file else { return nil }
            let outcome = body(&state.locks[range, default: RangeLock()], file)
            if state.locks[range]?.isIdle == true { state.locks[range] = nil }
            return outcome
        }
        guard let outcome else { return true }
        for waiter in outcome.granted { waiter.continuation.resume() }
        if let failed = outcome.failed {
            for waiter in failed.waiters { waiter.continuation.resume(throwing: failed.error) }
        }
        if let attempts = outcome.retryAfterAttempts {
            let delay = DispatchTimeInterval.milliseconds(1 << min(attempts - 1, 5))
            Self.retries.asyncAfter(deadline: .now() + delay) { [self] in
                change(range) { $0.retry(range, in: $1) }
            }
        }
        return false
    }
}
