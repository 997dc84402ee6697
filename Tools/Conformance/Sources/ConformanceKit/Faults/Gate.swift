/// A point at which an operation waits until the test lets it go on.
///
/// The operation's side calls ``pass()``; the test's side awaits ``arrival()``, does what it wants to happen while the
/// operation is held, and calls ``open()``. An open gate stays open. Cancelling the held task doesn't open the gate:
/// a service goes on with a request whose sender has lost interest.
public actor Gate {
    private var arrivals = 0
    private var isOpen = false
    private var held: [CheckedContinuation<Void, Never>] = []
    private var watchers: [CheckedContinuation<Void, Never>] = []

    /// Makes a closed gate.
    public init() {}

    /// Waits at the gate until it is open.
    public func pass() async {
        arrivals += 1
        for watcher in watchers { watcher.resume() }
        watchers = []
        guard !isOpen else { return }
        await withCheckedContinuation { held.append($0) }
    }

    /// Waits until the first operation has arrived at the gate, or until the gate is opened without one.
    ///
    /// - Returns: whether one has arrived.
    @discardableResult
    public func arrival() async -> Bool {
        if arrivals == 0, !isOpen { await withCheckedContinuation { watchers.append($0) } }
        return arrivals > 0
    }

    /// Lets everybody pass who waits, and everybody who comes later.
    public func open() {
        isOpen = true
        for waiting in held + watchers { waiting.resume() }
        (held, watchers) = ([], [])
    }
}
