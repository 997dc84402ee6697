@_spi(Testing) import FileCoordination
import Foundation

/// A folder of the test's own, removed at the end of the test.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "coordination-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// A coordinator with its own descriptor of the lock file, as another process would have.
    func coordinator() -> RangeLockCoordinator {
        RangeLockCoordinator(lockFolder: url)
    }
}

/// Holds tasks back until it is opened.
actor Gate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func open() {
        isOpen = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    func wait() async {
        guard !isOpen else { return }
        await withCheckedContinuation { waiters.append($0) }
    }
}

/// What happened, in order.
actor Trace {
    private(set) var events: [String] = []

    func add(_ event: String) {
        events.append(event)
    }
}

extension RangeLockCoordinator {
    /// Returns once `count` tasks wait for an item.
    func waitForWaiters(_ count: Int, at url: URL) async {
        while waiterCount(url) != count { await Task.yield() }
    }
}
