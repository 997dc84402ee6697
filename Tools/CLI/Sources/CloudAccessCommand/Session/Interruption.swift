internal import CloudCore
internal import Dispatch
internal import Foundation

/// What SIGINT and SIGTERM do: first nothing new starts, then running items are cancelled, then the process ends.
final class Interruption: Sendable {
    private struct State {
        var signals = 0
        var running = 0
        var command: Task<Void, Never>?
    }

    private let state = Locked(State())
    private let message: @Sendable (String) -> Void
    private let end: @Sendable () -> Void

    /// - Parameters:
    ///   - message: prints a line for people.
    ///   - end: ends the process at once, on the third signal.
    init(message: @escaping @Sendable (String) -> Void, end: @escaping @Sendable () -> Void) {
        self.message = message
        self.end = end
    }

    /// Whether nothing new may start.
    var isInterrupted: Bool { state.withLock { $0.signals > 0 } }

    /// Call before each item.
    ///
    /// - Throws: `CancellationError` once a signal came.
    func checkMayStart() throws {
        if isInterrupted { throw CancellationError() }
    }

    /// Runs one item, counted as running while it does.
    func item<Result>(_ body: () async throws -> Result) async throws -> Result {
        try state.withLock { state in
            guard state.signals == 0 else { throw CancellationError() }
            state.running += 1
        }
        defer { state.withLock { $0.running -= 1 } }
        return try await body()
    }

    /// The task that the second signal cancels.
    func setCommand(_ task: Task<Void, Never>) {
        let cancelled = state.withLock { state in
            state.command = task
            return state.signals > 1
        }
        if cancelled { task.cancel() }
    }

    /// A signal came.
    func signal() {
        let (signals, running, command) = state.withLock { state in
            state.signals += 1
            return (state.signals, state.running, state.command)
        }
        switch signals {
        case 1 where running > 0:
            let items = running == 1 ? "1 running item" : "\(running) running items"
            message("cloudaccess: interrupted; finishing \(items), press again to cancel")
        case 1:
            message("cloudaccess: interrupted")
            command?.cancel()
        case 2:
            command?.cancel()
        default:
            end()
        }
    }

    /// Begins to listen to SIGINT and SIGTERM.
    ///
    /// - Returns: the sources, which listen as long as they are kept.
    func listen() -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM].map { number in
            Foundation.signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
            source.setEventHandler { [self] in signal() }
            source.resume()
            return source
        }
    }
}
