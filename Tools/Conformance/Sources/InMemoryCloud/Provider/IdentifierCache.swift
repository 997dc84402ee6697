internal import CloudCore

/// What a provider remembers of a service that finds items by identifier.
final class IdentifierCache: Sendable {
    private static let capacity = 10_000  // paths; then it begins anew

    private struct Key: Hashable {
        var path: CloudPath
        var kind: WantedKind
    }

    private let identifiers = Locked<[Key: ItemID]>([:])

    func identifier(of path: CloudPath, _ kind: WantedKind) -> ItemID? {
        identifiers.withLock { $0[Key(path: path, kind: kind)] }
    }

    func remember(_ id: ItemID, of path: CloudPath, _ kind: WantedKind) {
        identifiers.withLock { identifiers in
            if identifiers.count >= Self.capacity { identifiers = [:] }
            identifiers[Key(path: path, kind: kind)] = id
        }
    }

    /// Forgets an item and all below it.
    func drop(_ path: CloudPath) {
        identifiers.withLock { identifiers in
            identifiers = identifiers.filter { $0.key.path != path && !$0.key.path.isDescendant(of: path) }
        }
    }
}
