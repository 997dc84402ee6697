internal import CloudCore
internal import Foundation

/// A regular file that is open for reading.
struct OpenedFile: Sendable {
    var file: OpenFile
    var status: ItemStatus
    var metadata: CloudItemMetadata
}

extension RootFolder {
    /// Opens a file for reading; a link is followed as long as it stays below the root.
    ///
    /// - Parameters:
    ///   - cloudPath: where it is.
    ///   - asked: the path that the metadata carries.
    /// - Returns: `nil` if the contents are elsewhere.
    /// - Throws: `CloudProviderError.itemNotFound`, `CloudProviderError.itemTypeMismatch`, ``CallFailure``.
    func openFile(at cloudPath: CloudPath, asked: CloudPath) throws -> OpenedFile? {
        guard !cloudPath.isRoot else { throw CloudProviderError.itemTypeMismatch }
        guard !StagedFile.isTemporaryName(cloudPath.name) else { throw CloudProviderError.itemNotFound }
        let file: OpenFile
        do {
            // O_NONBLOCK: opening a pipe that nobody writes to must not wait.
            file = try open(cloudPath, O_RDONLY | O_NONBLOCK | O_NOCTTY, as: .existing)
        } catch {
            switch error.code {
            case ENXIO, ENODEV: throw CloudProviderError.itemTypeMismatch
            case ENOENT, ENOTDIR, ELOOP:
                guard let entry = try entry(at: cloudPath) else { throw error }
                // A placeholder, or a link that leads nowhere.
                guard entry.offloaded != nil else { throw CloudProviderError.itemTypeMismatch }
                return nil
            default: throw error
            }
        }
        let status = try file.status()
        guard !isPlaceholder(cloudPath.name, status) else { throw CloudProviderError.itemNotFound }
        guard status.type == .file else { throw CloudProviderError.itemTypeMismatch }
        let entry = Entry(diskName: cloudPath.name, status: status)
        let folder = try parent(of: cloudPath, as: .existing)
        let name = try storedName(of: entry, named: asked.name, in: folder)
        return OpenedFile(file: file, status: status, metadata: entry.metadata(name: name, at: asked))
    }
}
