internal import CloudCore

/// Counts the items of a command that failed, each of which is reported at once.
final class Tally: Sendable {
    private struct State {
        var failures: [CommandStatus] = []
        var wasIncomplete = false
        var leftOutLink = false
    }

    private let state = Locked(State())
    private let session: Session

    init(_ session: Session) {
        self.session = session
    }

    /// Runs `body` for one item; an error is reported and counted, except one that ends the command.
    ///
    /// - Returns: `nil` if it failed.
    func attempt<Result: Sendable>(_ place: String, _ body: () async throws -> Result) async throws -> Result? {
        do {
            return try await session.at(place, body)
        } catch let error as PlacedError {
            if error.endsCommand { throw error.error }
            let report = error.report
            await session.messages.report(report)
            state.withLock { $0.failures.append(report.status) }
            return nil
        }
    }

    /// Runs `body` for a transfer; what the target refuses is reported at the target.
    func attempt<Result: Sendable>(
        _ source: String,
        target: String,
        _ body: () async throws -> Result
    ) async throws -> Result? {
        try await attempt(source) {
            do {
                return try await session.at(source, body)
            } catch let error as PlacedError where error.isRefusedByTarget {
                throw PlacedError(place: target, error: error.error, diagnostics: error.diagnostics)
            }
        }
    }

    /// A link was left out, which has no effect on the status.
    func markLinkLeftOut() {
        state.withLock { $0.leftOutLink = true }
    }

    /// Whether everything that there was has been taken.
    var isComplete: Bool {
        state.withLock { $0.failures.isEmpty && !$0.wasIncomplete && !$0.leftOutLink }
    }

    /// Something was left out that counts as a failed item, and was reported already.
    func markIncomplete() {
        state.withLock { $0.wasIncomplete = true }
    }

    /// The status of a command on `one` item, or on several.
    func status(ofOneItem one: Bool) -> CommandStatus {
        state.withLock { state in
            guard let first = state.failures.first else { return state.wasIncomplete ? .someFailed : .done }
            return one && state.failures.count == 1 && !state.wasIncomplete ? first : .someFailed
        }
    }
}
