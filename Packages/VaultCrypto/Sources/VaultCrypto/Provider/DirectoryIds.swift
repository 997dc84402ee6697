internal import CloudCore

/// The folders of a vault that were looked up, by path.
///
/// Paths are compared by the bytes of their composed (NFC) form. A value may be stale, since others change the vault
/// too: whoever doesn't find something below a remembered folder forgets it and looks once more.
final class DirectoryIds: Sendable {
    /// The most folders that are remembered.
    static let limit = 10_000

    private struct State: Sendable {
        var folders = BoundedCache<CloudPath, VaultFolder>(limit: DirectoryIds.limit)
        var forgettings = 0
    }

    private let state = Locked(State())

    /// The folder at a path, if it is remembered.
    func folder(at path: CloudPath) -> VaultFolder? {
        state.withLock { $0.folders[path] }
    }

    /// Counts how often something was forgotten; taken before a lookup, it tells whether its result is still right.
    var stamp: Int { state.withLock(\.forgettings) }

    /// Remembers a folder, unless something was forgotten since its lookup began.
    func remember(_ folder: VaultFolder, at path: CloudPath, since stamp: Int) {
        state.withLock { state in
            guard state.forgettings == stamp else { return }
            state.folders[path] = folder
        }
    }

    /// Forgets the folder at a path and all below it.
    func forget(_ path: CloudPath) {
        state.withLock { state in
            state.forgettings += 1
            state.folders.removeAll { $0 == path || $0.isDescendant(of: path) }
        }
    }

    /// Forgets what was below the old and the new path of a folder, and remembers its id under the new one, in its new
    /// parent.
    func move(from source: CloudPath, to target: CloudPath, in parent: VaultFolder) {
        state.withLock { state in
            state.forgettings += 1
            let moved = state.folders[source]
            state.folders.removeAll { path in
                [source, target].contains { path == $0 || path.isDescendant(of: $0) }
            }
            guard let moved else { return }
            state.folders[target] = VaultFolder(id: moved.id, contents: moved.contents, parent: parent)
        }
    }

    /// The ids of the remembered folders that are neither at a path nor below it.
    func ids(outside path: CloudPath) -> Set<[UInt8]> {
        state.withLock { state in
            Set(state.folders.entries.filter { $0.key != path && !$0.key.isDescendant(of: path) }.map(\.value.id))
        }
    }
}
