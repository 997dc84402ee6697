/// The state of one range: who of this process uses it, who waits, and what this process holds in the lock file.
///
/// A value without side effects of its own but the calls on the lock file, none of which waits.
struct RangeLock: Sendable {
    /// One task that waits.
    struct Waiter: Sendable {
        var id: UInt64
        var mode: LockMode
        var continuation: CheckedContinuation<Void, any Error>
    }

    /// What to do once the state's lock is released.
    struct Outcome: Sendable {
        var granted: [Waiter] = []
        var failed: (waiters: [Waiter], error: FileCoordinationError)?
        /// Another process holds the range: try again after this many attempts in vain.
        var retryAfterAttempts: Int?
    }

    private var readers = 0
    private var isWritten = false
    private var held: LockMode?
    private var attempts = 0
    private var isRetryScheduled = false
    private(set) var waiters: [Waiter] = []

    /// Whether nobody uses the range or waits for it, so that the state can be dropped.
    var isIdle: Bool { readers == 0 && !isWritten && waiters.isEmpty }

    /// Takes the range if that is possible at once and nobody waits before.
    ///
    /// - Parameters:
    ///   - mode: what for.
    ///   - range: offset in the lock file.
    ///   - file: the lock file.
    /// - Returns: whether it was taken.
    /// - Throws: ``FileCoordinationError/lockFailed(errno:)``.
    mutating func tryEnter(
        _ mode: LockMode,
        _ range: Int64,
        in file: RangeLockFile
    ) throws(FileCoordinationError) -> Bool {
        guard waiters.isEmpty, admits(mode), try hold(mode, range, in: file) else { return false }
        enter(mode)
        return true
    }

    /// Ends a use of the range and lets waiters in.
    ///
    /// - Parameters:
    ///   - mode: as it was taken.
    ///   - range: offset in the lock file.
    ///   - file: the lock file.
    /// - Returns: what to do next.
    mutating func leave(_ mode: LockMode, _ range: Int64, in file: RangeLockFile) -> Outcome {
        if mode == .reading { readers -= 1 } else { isWritten = false }
        return advance(range, in: file)
    }

    /// Puts a task at the end of the queue.
    ///
    /// - Parameters:
    ///   - waiter: the task.
    ///   - range: offset in the lock file.
    ///   - file: the lock file.
    /// - Returns: what to do next, which may be to let it in at once.
    mutating func enqueue(_ waiter: Waiter, _ range: Int64, in file: RangeLockFile) -> Outcome {
        waiters.append(waiter)
        return advance(range, in: file)
    }

    /// Takes a task out of the queue, which may let those behind it in.
    ///
    /// - Parameters:
    ///   - id: the task's.
    ///   - range: offset in the lock file.
    ///   - file: the lock file.
    /// - Returns: the task, unless it was let in before, and what to do next.
    mutating func remove(_ id: UInt64, _ range: Int64, in file: RangeLockFile) -> (Waiter, Outcome)? {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return nil }
        let waiter = waiters.remove(at: index)
        return (waiter, advance(range, in: file))
    }

    /// Tries again after another process held the range.
    ///
    /// - Parameters:
    ///   - range: offset in the lock file.
    ///   - file: the lock file.
    /// - Returns: what to do next.
    mutating func retry(_ range: Int64, in file: RangeLockFile) -> Outcome {
        isRetryScheduled = false
        return advance(range, in: file)
    }

    private func admits(_ mode: LockMode) -> Bool {
        !isWritten && (mode == .reading || readers == 0)
    }

    private mutating func enter(_ mode: LockMode) {
        if mode == .reading { readers += 1 } else { isWritten = true }
    }

    private mutating func hold(
        _ mode: LockMode,
        _ range: Int64,
        in file: RangeLockFile
    ) throws(FileCoordinationError) -> Bool {
        if held != mode {
            guard try file.tryLock(range, for: mode) else { return false }
            held = mode
        }
        attempts = 0
        return true
    }

    private mutating func release(_ range: Int64, in file: RangeLockFile) {
        guard held != nil else { return }
        file.unlock(range)
        held = nil
    }

    /// Lets the first waiters in, as many as go together, and gives the kernel's lock back when nobody is inside.
    private mutating func advance(_ range: Int64, in file: RangeLockFile) -> Outcome {
        var outcome = Outcome()
        while let next = waiters.first, admits(next.mode) {
            do throws(FileCoordinationError) {
                guard try hold(next.mode, range, in: file) else {
                    outcome.retryAfterAttempts = scheduleRetry()
                    break
                }
                enter(next.mode)
                outcome.granted.append(waiters.removeFirst())
            } catch {
                outcome.failed = (waiters, error)
                waiters = []
            }
        }
        if readers == 0, !isWritten { release(range, in: file) }
        return outcome
    }

    private mutating func scheduleRetry() -> Int? {
        guard !isRetryScheduled else { return nil }
        isRetryScheduled = true
        attempts += 1
        return attempts
    }
}
