internal import CloudCore
internal import Synchronization

/// The common inside of the tasks: what both the watcher and the transfer look at.
final class TransferControl: Sendable {
    private struct Progress {
        var state = TransferTaskState.suspended
        var transferred = 0
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private static let count = Atomic(0)

    let identifier = TransferControl.count.add(1, ordering: .relaxed).newValue
    let expected: Int
    private let progress = Locked(Progress())

    init(expecting bytes: Int) {
        expected = bytes
    }

    var state: TransferTaskState { progress.withLock(\.state) }
    var transferred: Int { progress.withLock(\.transferred) }

    // MARK: - The watcher's side

    func suspend() { change(to: .suspended) { $0 == .running } }
    func resume() { change(to: .running) { $0 == .suspended } }
    func cancel() { change(to: .canceling) { $0 == .suspended || $0 == .running } }

    // MARK: - The transfer's side

    /// Shows the task to its watcher while it is suspended, then starts it.
    ///
    /// - Throws: `CancellationError` if the task, or the calling one, was cancelled meanwhile.
    func start(after show: (() async -> Void)?) async throws {
        if let show { await show() }
        try Task.checkCancellation()
        resume()
        try await running()
    }

    /// Reports bytes; waits while the task is suspended.
    ///
    /// - Throws: `CancellationError` if the task was cancelled.
    func moved(to offset: Int) async throws {
        progress.withLock { $0.transferred = offset }
        try await running()
    }

    /// Waits until the task runs.
    ///
    /// - Throws: `CancellationError` if the task was cancelled.
    func running() async throws {
        await changed { $0 == .suspended }
        guard state == .running else { throw CancellationError() }
    }

    /// From here on the task can't be cancelled.
    ///
    /// - Throws: `CancellationError` if it was before.
    func commit() throws {
        let committed = progress.withLock { progress in
            let committed = progress.state != .canceling
            if committed { progress.state = .completed }
            return committed
        }
        wake()
        guard committed else { throw CancellationError() }
    }

    /// The transfer has ended, well or not.
    func end() { change(to: .completed) { _ in true } }

    /// Waits for an operation, or until the task is cancelled; the operation goes on then.
    func waiting(for operation: @escaping @concurrent @Sendable () async throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            let first = Locked<CheckedContinuation<Void, any Error>?>(continuation)
            let finish: @Sendable (Result<Void, any Error>) -> Void = { result in
                first.withLock { continuation in
                    defer { continuation = nil }
                    return continuation
                }?.resume(with: result)
            }
            Task {
                do { finish(.success(try await operation())) } catch { finish(.failure(error)) }
            }
            Task {
                await changed { $0 == .suspended || $0 == .running }
                if state == .canceling { finish(.failure(CancellationError())) }
            }
        }
    }

    private func change(to state: TransferTaskState, if condition: @Sendable (TransferTaskState) -> Bool) {
        progress.withLock { if condition($0.state) { $0.state = state } }
        wake()
    }

    private func wake() {
        let watchers = progress.withLock { progress in
            defer { progress.watchers = [] }
            return progress.watchers
        }
        for watcher in watchers { watcher.resume() }
    }

    /// Waits as long as the condition holds for the state.
    private func changed(while condition: @Sendable (TransferTaskState) -> Bool) async {
        while condition(state) {
            await withCheckedContinuation { continuation in
                let mustWait = progress.withLock { progress in
                    guard condition(progress.state) else { return false }
                    progress.watchers.append(continuation)
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        }
    }
}
