internal import CloudCore

/// A clock that stands still until a test advances it.
public final class ManualClock: Clock {
    /// A moment: the time since the clock was made.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public var elapsed: Duration

        /// The moment that comes so much later.
        ///
        /// - Parameter duration: may be negative.
        /// - Returns: the moment.
        public func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }

        /// The time from this moment to another one.
        ///
        /// - Parameter other: the later moment, else the result is negative.
        /// - Returns: the time between.
        public func duration(to other: Instant) -> Duration { other.elapsed - elapsed }

        /// Ordered by time.
        public static func < (first: Instant, second: Instant) -> Bool { first.elapsed < second.elapsed }
    }

    fileprivate struct Sleeper: Sendable {
        var number: Int
        var deadline: Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State: Sendable {
        var now = Instant(elapsed: .zero)
        var lastNumber = 0
        var sleepers: [Sleeper] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())

    /// Makes a clock that stands at zero.
    public init() {}

    /// The moment at which the clock stands.
    public var now: Instant { state.withLock(\.now) }

    /// Always zero.
    public var minimumResolution: Duration { .zero }

    /// Waits until the clock was advanced to a moment.
    ///
    /// - Parameters:
    ///   - deadline: returns at once if it has passed.
    ///   - tolerance: ignored.
    /// - Throws: `CancellationError` if the calling task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let sleeper = Sleeper(number: number, deadline: deadline, continuation: continuation)
                add(sleeper)
                if Task.isCancelled { wake { $0.number == number }.fail() }
            }
        } onCancel: {
            wake { $0.number == number }.fail()
        }
    }

    /// Lets time pass, and wakes those whose moment has come in the order of their moments.
    ///
    /// - Parameter duration: not negative.
    public func advance(by duration: Duration) {
        precondition(duration >= .zero, "time doesn't run backwards")
        let now = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            return state.now
        }
        for sleeper in wake({ $0.deadline <= now }) { sleeper.continuation.resume() }
    }

    /// Waits until so many tasks sleep on the clock.
    ///
    /// - Parameter count: returns at once if there are as many already.
    public func sleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isEnough = state.withLock { state in
                guard state.sleepers.count < count else { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isEnough { continuation.resume() }
        }
    }

    private func add(_ sleeper: Sleeper) {
        let (isOver, satisfied) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
            guard state.now < sleeper.deadline else { return (true, []) }
            state.sleepers.append(sleeper)
            let count = state.sleepers.count
            let satisfied = state.watchers.filter { $0.count <= count }.map(\.continuation)
            state.watchers.removeAll { $0.count <= count }
            return (false, satisfied)
        }
        if isOver { sleeper.continuation.resume() }
        for watcher in satisfied { watcher.resume() }
    }

    /// Takes sleepers out of the clock, for the caller to resume.
    private func wake(_ condition: @Sendable (Sleeper) -> Bool) -> [Sleeper] {
        state.withLock { state in
            let woken = state.sleepers.filter(condition).sorted { $0.deadline < $1.deadline }
            state.sleepers.removeAll(where: condition)
            return woken
        }
    }
}

extension [ManualClock.Sleeper] {
    /// Ends sleeps by cancellation.
    fileprivate func fail() {
        for sleeper in self { sleeper.continuation.resume(throwing: CancellationError()) }
    }
}
