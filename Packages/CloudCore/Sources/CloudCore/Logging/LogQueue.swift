internal import Dispatch

/// The serial queue of a sink: writes records one after the other, and gives up some rather than grow without bound.
final class LogQueue: Sendable {
    private struct State: Sendable {
        var waiting = 0
        var lost = 0
    }

    private static let capacity = 10_000  // records
    private let queue: DispatchQueue
    private let state = Locked(State())
    private let write: @Sendable (LogRecord) -> Bool

    /// Makes a queue.
    ///
    /// - Parameters:
    ///   - label: names the queue's thread in a debugger.
    ///   - write: called on the queue; `false` if the record could not be written.
    init(label: String, write: @escaping @Sendable (LogRecord) -> Bool) {
        queue = DispatchQueue(label: label)
        self.write = write
    }

    func submit(_ record: LogRecord) {
        let isAccepted = state.withLock { state in
            guard state.waiting < Self.capacity else {
                state.lost += 1
                return false
            }
            state.waiting += 1
            return true
        }
        guard isAccepted else { return }
        queue.async { [self] in
            let lost = state.withLock { state in
                defer { state.lost = 0 }
                state.waiting -= 1
                return state.lost
            }
            let isNoted = lost == 0 || write(notice(of: lost, before: record))
            let isWritten = write(record)
            state.withLock { $0.lost += (isNoted ? 0 : lost) + (isWritten ? 0 : 1) }
        }
    }

    func flush() {
        queue.sync {}
    }

    private func notice(of lost: Int, before record: LogRecord) -> LogRecord {
        LogRecord(date: record.date, level: .warning, message: "\(lost) messages could not be logged")
    }
}
