internal import CloudCore
internal import Dispatch
internal import Foundation

/// What SIGINT and SIGTERM do: first nothing new starts, then running items are cancelled, then the process ends.
final class Interruption: Sendable {
    private struct State {
        var signals = 0
        var running = 0
        var isCancelled = false
        var command: Command?
    }

    private struct Command {
        var messages: Messages
        var cancel: @Sendable () -> Void
    }

    private let state = Locked(State())
    private let end: @Sendable () -> Void

    /// - Parameter end: ends the process at once, on the third signal.
    init(end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    /// Whether nothing new may start.
    var isInterrupted: Bool { state.withLock { $0.signals > 0 } }

    /// Whether what runs is to stop, and nobody waits for results.
    var isCancelled: Bool { state.withLock { $0.isCancelled || $0.signals > 1 } }

    /// Call before each item.
    ///
    /// - Throws: `CancellationError` once a signal came, or the command was cancelled.
    func checkMayStart() throws {
        if isInterrupted { throw CancellationError() }
        try Task.checkCancellation()
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

    /// A command began.
    ///
    /// - Parameters:
    ///   - messages: where people are told what happens.
    ///   - cancel: cancels the command and what it runs.
    func begin(_ messages: Messages, cancel: @escaping @Sendable () -> Void) {
        let isInterrupted = state.withLock { state in
            state.command = Command(messages: messages, cancel: cancel)
            return state.signals > 0
        }
        if isInterrupted { cancel() }
    }

    /// Cancels the command without a word, as when nobody reads what it prints.
    func cancel() {
        let command = state.withLock { state in
            state.isCancelled = true
            return state.command
        }
        command?.cancel()
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
            command?.messages.post("cloudaccess: interrupted; finishing \(items), press again to cancel")
        case 1:
            command?.messages.post("cloudaccess: interrupted")
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
