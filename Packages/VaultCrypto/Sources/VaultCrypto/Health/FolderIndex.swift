internal import CloudCore

/// The content folders of a vault and the ids that lead to them.
///
/// Grows with the number of folders, not with that of files.
final class FolderIndex: Sendable {
    /// What leads to a content folder.
    struct Reference: Sendable {
        let id: [UInt8]
        /// The file with the id; `nil` for the root, which has none.
        let file: CloudPath?
        /// The folder's path inside the vault, where it is known.
        let path: CloudPath?
    }

    private struct State: Sendable {
        /// Not looked through yet.
        var unseen: Set<CloudPath> = []
        var references: [CloudPath: Reference] = [:]
        /// Looked through before anything led to them: whether they hold a copy of their id.
        var unreferenced: [CloudPath: Bool] = [:]
    }

    private let state = Locked(State())

    /// A content folder exists.
    func add(_ contents: CloudPath) {
        state.withLock { _ = $0.unseen.insert(contents) }
    }

    /// Whether a content folder was there when the check began.
    func isKnown(_ contents: CloudPath) -> Bool {
        state.withLock { $0.unseen.contains(contents) || $0.unreferenced[contents] != nil }
    }

    /// The content folders that nobody looked through yet, in order.
    var unseen: [CloudPath] { state.withLock(\.unseen).sorted() }

    /// Records what leads to a content folder.
    ///
    /// - Returns: what leads there already, which then stays.
    func refer(to contents: CloudPath, by reference: Reference) -> Reference? {
        state.withLock { state in
            if let other = state.references[contents] { return other }
            state.references[contents] = reference
            return nil
        }
    }

    /// A content folder was looked through.
    ///
    /// - Returns: what leads to it; `nil` if nothing does so far.
    func markSeen(_ contents: CloudPath, hasBackup: Bool) -> Reference? {
        state.withLock { state in
            state.unseen.remove(contents)
            if let reference = state.references[contents] { return reference }
            state.unreferenced[contents] = hasBackup
            return nil
        }
    }

    /// A content folder is no longer there.
    func forget(_ contents: CloudPath) {
        state.withLock { _ = $0.unseen.remove(contents) }
    }

    /// The content folders that were looked through before something led to them, and those nothing leads to, in order.
    var lateAndOrphaned:
        (
            late: [(contents: CloudPath, reference: Reference, hasBackup: Bool)], orphaned: [CloudPath]
        )
    {
        state.withLock { state in
            var late: [(contents: CloudPath, reference: Reference, hasBackup: Bool)] = []
            var orphaned: [CloudPath] = []
            for (contents, hasBackup) in state.unreferenced.sorted(by: { $0.key < $1.key }) {
                if let reference = state.references[contents] {
                    late.append((contents, reference, hasBackup))
                } else {
                    orphaned.append(contents)
                }
            }
            return (late, orphaned)
        }
    }
}
