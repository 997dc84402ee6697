internal import CloudCore

/// A content folder that is looked through.
struct InspectedFolder: Sendable {
    let contents: CloudPath
    /// The folder with its id; `nil` where that is not known.
    var folder: VaultFolder?
    /// The folder's path inside the vault, where it is known.
    var path: CloudPath?

    /// The path inside the vault of the item that an entry is.
    func path(of entry: ListedEntry) -> CloudPath? {
        guard case .node(let node) = entry else { return nil }
        return try? path?.appending(node.cleartext)
    }
}

/// A file that holds the id of a folder.
struct DirectoryFile: Sendable {
    let file: CloudPath
    let size: Int?
    /// The folder's path inside the vault, where it is known.
    let path: CloudPath?
}

/// What an entry of a content folder turned out to be.
struct InspectedEntry: Sendable {
    var diagnoses: [Diagnosis] = []
    /// The file with the id of the folder that the entry is.
    var directory: DirectoryFile?
    /// The encrypted file that the entry is or holds, and the item's path inside the vault.
    var content: (file: CloudPath, path: CloudPath?)?
    /// Whether it is the copy of the folder's id.
    var isBackup = false
}

/// What the check of an entry needs to know about the vault's format.
protocol FolderInspector: Sendable {
    /// Looks into an entry of a content folder; changes nothing.
    ///
    /// - Throws: errors of the delegate, `CloudProviderError.itemNotFound` if the entry is gone.
    func inspect(_ entry: CloudItemMetadata, in folder: InspectedFolder) async throws -> InspectedEntry
}
