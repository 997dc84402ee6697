internal import CloudCore
internal import Foundation

/// The nodes that a provider lists under names which don't lead to them: conflict copies, above all.
///
/// An alias is valid for the provider instance that listed it. It is looked up only where nothing stands at the places
/// of the name itself, so it never shadows another item.
final class ConflictAliases: Sendable {
    private static let maximumFolders = 1000
    private static let maximumAliases = 1000  // of one folder

    private struct Table: Sendable {
        /// By composed name.
        var places: [String: NodePlace] = [:]
        /// Whether the whole folder was looked through.
        var isComplete = false
    }

    private let tables = Locked(BoundedCache<[UInt8], Table>(limit: maximumFolders))

    /// The node that is listed under a name.
    func place(of name: String, in folder: VaultFolder) -> NodePlace? {
        tables.withLock { $0[folder.id]?.places[name.precomposedStringWithCanonicalMapping] }
    }

    /// Lists a node under a name from now on, and under no other.
    ///
    /// - Returns: `false` if the folder has too many aliases.
    func record(_ place: NodePlace, as name: String, in folder: VaultFolder) -> Bool {
        tables.withLock { tables in
            var table = tables[folder.id] ?? Table()
            table.places = table.places.filter { $0.value.path != place.path }
            guard table.places.count < Self.maximumAliases else { return false }
            table.places[name.precomposedStringWithCanonicalMapping] = place
            tables[folder.id] = table
            return true
        }
    }

    /// Forgets a node that was moved, deleted or not found.
    func forget(_ place: NodePlace, in folder: VaultFolder) {
        tables.withLock { tables in
            guard var table = tables[folder.id] else { return }
            table.places = table.places.filter { $0.value.path != place.path }
            tables[folder.id] = table
        }
    }

    /// Whether all aliases of a folder are known, as far as its last listing goes.
    func areComplete(in folder: VaultFolder) -> Bool {
        tables.withLock { $0[folder.id]?.isComplete ?? false }
    }

    /// All of a folder was looked through.
    func markComplete(in folder: VaultFolder) {
        tables.withLock { tables in
            var table = tables[folder.id] ?? Table()
            table.isComplete = true
            tables[folder.id] = table
        }
    }
}
