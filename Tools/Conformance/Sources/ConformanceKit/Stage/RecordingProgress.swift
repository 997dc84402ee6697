internal import CloudCore
internal import Foundation

/// A progress that remembers every state it was in, in place of the observation that Foundation lacks on Linux.
final class RecordingProgress: Progress, @unchecked Sendable {
    // Unchecked: the state of this class is behind locks; that of Progress has one writer, the provider.

    /// The counts after a change.
    struct State: Hashable, Sendable {
        var completed: Int64
        var total: Int64
        var isComplete: Bool { total > 0 && completed >= total }
    }

    private let recorded = Locked<[State]>([])
    private let whenMoved = Locked<(@Sendable (Int64) -> Void)?>(nil)

    /// All states, in order.
    var states: [State] { recorded.withLock(\.self) }

    /// Calls `body` once, in the midst of the transfer, when the first bytes have moved.
    func onFirstBytes(_ body: @escaping @Sendable () -> Void) {
        whenMoved.withLock { $0 = { _ in body() } }
    }

    override var completedUnitCount: Int64 {
        get { super.completedUnitCount }
        set {
            super.completedUnitCount = newValue
            record()
            guard newValue > 0 else { return }
            let body = whenMoved.withLock { body in
                defer { body = nil }
                return body
            }
            body?(newValue)
        }
    }

    override var totalUnitCount: Int64 {
        get { super.totalUnitCount }
        set {
            super.totalUnitCount = newValue
            record()
        }
    }

    private func record() {
        let state = State(completed: super.completedUnitCount, total: super.totalUnitCount)
        recorded.withLock { $0.append(state) }
    }
}
