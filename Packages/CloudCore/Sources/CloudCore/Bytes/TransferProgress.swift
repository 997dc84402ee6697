internal import Foundation

/// Writes a `Progress` for one transfer, which stays incomplete until the transfer is.
///
/// Foundation's Progress has no lock on Linux: this object is its only writer, and writes under a lock of its own.
final class TransferProgress: Sendable {
    private let progress: Progress?
    private let isOver = Locked(false)

    init(_ progress: Progress?) {
        self.progress = progress
        progress?.totalUnitCount = 1
    }

    /// Sets both counts; called from whichever thread moves the bytes.
    func moved(_ bytes: Int, of total: Int) {
        guard let progress else { return }
        isOver.withLock { isOver in
            guard !isOver else { return }
            let total = Int64(max(1, total))
            let completed = max(0, min(Int64(bytes), total - 1))
            // In the order in which no reader sees a finished progress.
            if total < progress.totalUnitCount {
                progress.completedUnitCount = completed
                progress.totalUnitCount = total
            } else {
                progress.totalUnitCount = total
                progress.completedUnitCount = completed
            }
        }
    }

    /// The method is about to return.
    func complete() {
        isOver.withLock { isOver in
            isOver = true
            guard let progress else { return }
            progress.completedUnitCount = progress.totalUnitCount
        }
    }

    /// The method failed: nothing is written any more.
    func fail() {
        isOver.withLock { $0 = true }
    }
}
