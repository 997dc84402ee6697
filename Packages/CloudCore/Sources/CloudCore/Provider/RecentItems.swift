/// Remembers for a short time what a provider listed, fetched or created.
///
/// A provider may answer the checks of a download or upload (type, existence, parent) from here; deletes and moves
/// never. Any reply that contradicts an entry drops it with ``drop(_:)``, and the provider asks the service. Entries
/// are told apart by the bytes of their paths. Safe to use from any thread.
public final class RecentItems: Sendable {
    fileprivate struct Entry: Sendable {
        var metadata: CloudItemMetadata
        /// When it was put, since the object was made.
        var time: Duration
        /// Bytes, about.
        var cost: Int
        /// Grows from put to put.
        var number = 0
    }

    fileprivate struct State: Sendable {
        var lastNumber = 0
        var entries: [CloudPath: Entry] = [:]
        /// The keys of `entries` in order, so that the descendants of a folder stand side by side.
        var paths: [CloudPath] = []
        var cost = 0
    }

    private let state = Locked(State())
    private let elapsed: @Sendable () -> Duration
    private let lifetime: Duration
    private let capacity: Int

    /// Makes an empty memory.
    ///
    /// - Parameters:
    ///   - clock: the clock on which entries grow old.
    ///   - lifetime: how long an entry counts.
    ///   - capacity: the most memory to use, about, in bytes; the older half goes when it is full.
    public init(
        clock: any Clock<Duration> = ContinuousClock(),
        lifetime: Duration = .seconds(30),
        capacity: Int = 4 * 1024 * 1024
    ) {
        elapsed = timeSinceNow(on: clock)
        self.lifetime = lifetime
        self.capacity = capacity
    }

    /// Remembers an item, in place of what was known at its path.
    ///
    /// What is known below the path is dropped if the item is no folder or another one than before.
    ///
    /// - Parameter metadata: as the service gave it just now.
    public func put(_ metadata: CloudItemMetadata) {
        let path = metadata.cloudPath
        let entry = Entry(metadata: metadata, time: elapsed(), cost: Self.cost(of: metadata))
        state.withLock { state in
            let previous = state.entries[path]?.metadata
            if metadata.itemType != .folder || (previous.map { $0.identifier != metadata.identifier } ?? false) {
                state.dropDescendants(of: path)
            }
            state.insert(entry, at: path)
            if state.cost > capacity { state.dropOlderHalf() }
        }
    }

    /// What is known of an item.
    ///
    /// - Parameter path: the item.
    /// - Returns: `nil` if nothing is known that is young enough.
    public func lookup(_ path: CloudPath) -> CloudItemMetadata? {
        let now = elapsed()
        return state.withLock { state in
            guard let entry = state.entries[path] else { return nil }
            guard now - entry.time <= lifetime else {
                state.remove(path)
                return nil
            }
            return entry.metadata
        }
    }

    /// Forgets an item and all below it.
    ///
    /// - Parameter path: the item; the root for everything.
    public func drop(_ path: CloudPath) {
        state.withLock { state in
            state.remove(path)
            state.dropDescendants(of: path)
        }
    }

    /// Number of entries, old ones included.
    var count: Int { state.withLock { $0.entries.count } }

    /// What an entry takes, about: texts, and the values and table slots around them.
    private static func cost(of metadata: CloudItemMetadata) -> Int {
        let texts = [metadata.name, metadata.identifier, metadata.revision, metadata.contentHash?.hex]
        let fixedCost = 512
        return texts.reduce(fixedCost + metadata.cloudPath.string.utf8.count) { $0 + ($1?.utf8.count ?? 0) }
    }
}

extension RecentItems.State {
    fileprivate mutating func insert(_ entry: RecentItems.Entry, at path: CloudPath) {
        var entry = entry
        lastNumber += 1
        entry.number = lastNumber
        cost += entry.cost
        if let replaced = entries.updateValue(entry, forKey: path) {
            cost -= replaced.cost
        } else {
            paths.insert(path, at: index { $0 < path })
        }
    }

    fileprivate mutating func remove(_ path: CloudPath) {
        guard let removed = entries.removeValue(forKey: path) else { return }
        cost -= removed.cost
        paths.remove(at: index { $0 < path })
    }

    fileprivate mutating func dropDescendants(of folder: CloudPath) {
        // Between "/a" and "/a/b" others can stand, such as "/a-b"; the descendants themselves are side by side.
        let prefix = folder.isRoot ? "/" : folder.string + "/"
        let first = index { $0.string.utf8.lexicographicallyPrecedes(prefix.utf8) }
        let below = paths[first...].prefix { $0.isDescendant(of: folder) }
        for path in below {
            if let removed = entries.removeValue(forKey: path) { cost -= removed.cost }
        }
        paths.removeSubrange(below.startIndex..<below.endIndex)
    }

    fileprivate mutating func dropOlderHalf() {
        let numbers = entries.values.map(\.number).sorted()
        let firstToStay = numbers[numbers.count / 2]
        entries = entries.filter { $0.value.number >= firstToStay }
        paths.removeAll { entries[$0] == nil }
        cost = entries.values.reduce(0) { $0 + $1.cost }
    }

    /// The first index whose path doesn't come before, by bisection.
    private func index(where isBefore: (CloudPath) -> Bool) -> Int {
        var (low, high) = (0, paths.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(paths[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// A stopwatch that starts now.
private func timeSinceNow<C: Clock<Duration>>(on clock: C) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}
