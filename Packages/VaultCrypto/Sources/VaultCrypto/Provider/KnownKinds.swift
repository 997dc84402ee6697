internal import CloudCore
internal import Foundation

/// The kinds of nodes that were looked into, valid as long as the node's folder keeps its revision or date.
///
/// Folders and links look alike from outside (formats 7 and 8).
final class KnownKinds: Sendable {
    private struct Stamp: Hashable, Sendable {
        var identifier: String?
        var revision: String?
        var date: Date?

        /// - Returns: `nil` if the service tells nothing by which a change could be seen.
        init?(_ facts: CloudItemMetadata) {
            guard facts.revision != nil || facts.lastModifiedDate != nil else { return nil }
            identifier = facts.identifier
            revision = facts.revision
            date = facts.lastModifiedDate
        }
    }

    private struct Known: Sendable {
        var stamp: Stamp
        var kind: CloudItemType
    }

    private let known = Locked(BoundedCache<CloudPath, Known>(limit: 10_000))

    /// The kind of a node's folder.
    ///
    /// - Parameter facts: what the delegate tells of the folder now.
    /// - Returns: `nil` if it wasn't looked into since it changed.
    func kind(of facts: CloudItemMetadata) -> CloudItemType? {
        guard let stamp = Stamp(facts),
            let known = known.withLock({ $0[facts.cloudPath] }), known.stamp == stamp
        else { return nil }
        return known.kind
    }

    /// Remembers what was found in a node's folder.
    func remember(_ kind: CloudItemType, of facts: CloudItemMetadata) {
        guard let stamp = Stamp(facts) else { return }
        known.withLock { $0[facts.cloudPath] = Known(stamp: stamp, kind: kind) }
    }

    /// Forgets what is about to change: not every service gives a folder another date when something in it changes.
    func forget(_ place: NodePlace) {
        known.withLock { $0[place.path] = nil }
    }
}
