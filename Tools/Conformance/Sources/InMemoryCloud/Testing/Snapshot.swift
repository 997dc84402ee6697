public import CloudCore
internal import Foundation

extension InMemoryCloud {
    /// All items of an account at one moment.
    ///
    /// Equal to another one if every item is the same: its path byte by byte, kind, content, date, identifier and
    /// revision. Uploads in parts that aren't complete are not in it.
    public struct Snapshot: Hashable, Sendable {
        let tree: ItemTree

        /// The paths of all items but the root, in order.
        public var paths: [CloudPath] {
            tree.items.values.compactMap(path(of:)).sorted()
        }

        /// The content of every file, by path.
        public var files: [CloudPath: [UInt8]] {
            var files: [CloudPath: [UInt8]] = [:]
            for item in tree.items.values {
                if case .file(let content, _) = item.kind, let path = path(of: item) { files[path] = content }
            }
            return files
        }

        /// The bytes of all files together.
        public var usedBytes: Int { tree.usedBytes }

        private func path(of item: Item) -> CloudPath? {
            item.id == .root ? nil : try? CloudPath("/" + tree.names(of: item.id).joined(separator: "/"))
        }
    }

    /// The account as it is now.
    ///
    /// - Returns: a value that doesn't follow later changes.
    public func snapshot() -> Snapshot {
        Snapshot(tree: state.withLock(\.tree))
    }

    /// Makes the account as it was; uploads in parts that aren't complete are dropped.
    ///
    /// - Parameter snapshot: of this cloud, or of one with the same name policy.
    public func restore(_ snapshot: Snapshot) {
        precondition(snapshot.tree.policy == namePolicy, "the snapshot has other rules for names")
        state.withLock { state in
            state.tree = snapshot.tree
            state.sessions = [:]
        }
    }
}

extension InMemoryCloud.Snapshot: CustomStringConvertible {
    /// A line for each item, for the message of a failed test.
    public var description: String {
        let files = files
        return paths.map { path in
            files[path].map { "\(path)  \($0.count) bytes" } ?? "\(path)"
        }.joined(separator: "\n")
    }
}
