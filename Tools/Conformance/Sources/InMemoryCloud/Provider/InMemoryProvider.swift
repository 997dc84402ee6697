public import CloudCore
internal import ConformanceKit
internal import Foundation

/// A provider on an ``InMemoryCloud``.
///
/// Keeps every rule of `CloudProvider`. It sends its requests to the service one by one and looks at the calling task's
/// cancellation before each; a change is one request, and that is its commit point.
public final class InMemoryProvider: StreamingCloudProvider {
    let cloud: InMemoryCloud
    /// Only one writer of this provider works on a path at a time.
    let writers = PathLock()
    /// Remembers identifiers; `nil` if the service finds items by path.
    let identifiers: IdentifierCache?
    private let pageSize: Int?

    init(_ cloud: InMemoryCloud, pageSize: Int?) {
        precondition(pageSize ?? 1 > 0, "a page has at least one item")
        self.cloud = cloud
        self.pageSize = pageSize
        identifiers = cloud.settings.addressing == .identifiers ? IdentifierCache() : nil
    }

    // MARK: - Reading

    /// Fetches what the service tells about an item.
    ///
    /// - Parameter cloudPath: the item.
    /// - Returns: the metadata; of a file and a folder at one path, the file's.
    /// - Throws: as `CloudProvider` says.
    @concurrent public func fetchItemMetadata(at cloudPath: CloudPath) async throws -> CloudItemMetadata {
        try Task.checkCancellation()
        return metadata(of: try await record(at: cloudPath, preferring: .file), at: cloudPath)
    }

    /// Fetches one page of a folder's contents, in the order of the names.
    ///
    /// - Parameters:
    ///   - cloudPath: the folder.
    ///   - pageToken: `nil` for the first page, then that of the page before.
    /// - Returns: at most one page.
    /// - Throws: as `CloudProvider` says; ``InMemoryCloudError/listingRepeats``.
    @concurrent public func fetchItemList(
        forFolderAt cloudPath: CloudPath,
        withPageToken pageToken: String?
    ) async throws -> CloudItemList {
        try Task.checkCancellation()
        let account = cloud.account
        let token = try pageToken.map { try PageToken($0, account: account, folder: cloudPath).serviceToken }
        let page = try await withAddress(of: cloudPath, preferring: .folder) { address in
            try await cloud.send(.fetchItemList, cloudPath) { [pageSize] state in
                let limit = pageSize ?? state.settings.pageSize
                var page = try state.tree.page(of: address, token: token, limit: limit)
                if state.settings.repeatsPages, let token { page.token = token }
                return page
            }
        }
        guard page.token == nil || page.token != token else { throw InMemoryCloudError.listingRepeats }
        var list = CloudItemList(items: [])
        list.nextPageToken = page.token.map {
            PageToken(serviceToken: $0, account: account, folder: cloudPath).text
        }
        for item in page.items { add(item, in: cloudPath, to: &list) }
        return list
    }

    private func add(_ item: Item, in folder: CloudPath, to list: inout CloudItemList) {
        let nativePath = (folder.isRoot ? "" : folder.string) + "/" + item.name.text
        do {
            if case .unlistable(let reason) = item.kind {
                list.skipped.append(CloudItemList.Skipped(path: nativePath, reason: reason))
            } else {
                let path = try folder.appending(item.name.text)
                list.items.append(metadata(of: item, at: path))
            }
        } catch {
            list.skipped.append(CloudItemList.Skipped(path: nativePath, reason: error.description))
        }
    }

    /// Opens the version of a file that stands at a path now.
    ///
    /// - Parameter cloudPath: the file.
    /// - Returns: a reader that throws `FileReaderError.changed` once the file was replaced.
    /// - Throws: as `StreamingCloudProvider` says.
    @concurrent public func openFile(at cloudPath: CloudPath) async throws -> any FileReader {
        try Task.checkCancellation()
        let (address, record) = try await withAddress(of: cloudPath, preferring: .file) { address in
            (address, try await cloud.send(.openFile, cloudPath) { try $0.tree.file(at: address) })
        }
        return InMemoryFileReader(
            metadata: metadata(of: record, at: cloudPath),
            cloud: cloud,
            address: address,
            revision: record.item.revision
        )
    }

    // MARK: - Folders, deletes and moves

    /// Creates a folder.
    ///
    /// - Parameter cloudPath: the new folder.
    /// - Throws: as `CloudProvider` says; ``InMemoryCloudError/nameNotAllowed(_:)``.
    @concurrent public func createFolder(at cloudPath: CloudPath) async throws {
        try Task.checkCancellation()
        try checkCreation(at: cloudPath)
        try await writers.withLock(on: folded(cloudPath)) {
            try await withPlace(of: cloudPath) { place in
                try await cloud.send(.createFolder, cloudPath) { state in
                    let settings = state.settings
                    try state.tree.createFolder(at: place, now: settings.now(), quota: settings.quota)
                }
            }
        }
    }

    /// Deletes a file, or a link itself.
    ///
    /// - Parameter cloudPath: the file.
    /// - Throws: as `CloudProvider` says.
    @concurrent public func deleteFile(at cloudPath: CloudPath) async throws {
        try Task.checkCancellation()
        try await delete(.file, at: cloudPath, .deleteFile)
    }

    /// Deletes a folder with all that is in it.
    ///
    /// - Parameter cloudPath: the folder.
    /// - Throws: as `CloudProvider` says.
    @concurrent public func deleteFolder(at cloudPath: CloudPath) async throws {
        try Task.checkCancellation()
        guard !cloudPath.isRoot else { throw CloudPathError.rootImmovable }
        try await delete(.folder, at: cloudPath, .deleteFolder)
    }

    private func delete(_ kind: WantedKind, at path: CloudPath, _ operation: ProviderOperation) async throws {
        try await writers.withLock(on: folded(path)) {
            try await withAddress(of: path, preferring: kind) { address in
                try await cloud.send(operation, path) { try $0.tree.delete(address, kind) }
            }
            identifiers?.drop(folded(path))
        }
    }

    /// Moves or renames a file, or a link itself.
    ///
    /// - Parameters:
    ///   - sourceCloudPath: the file.
    ///   - targetCloudPath: its new path.
    /// - Throws: as `CloudProvider` says; ``InMemoryCloudError/nameNotAllowed(_:)``.
    @concurrent public func moveFile(from sourceCloudPath: CloudPath, to targetCloudPath: CloudPath) async throws {
        try await move(.file, from: sourceCloudPath, to: targetCloudPath, .moveFile)
    }

    /// Moves or renames a folder with all that is in it.
    ///
    /// - Parameters:
    ///   - sourceCloudPath: the folder.
    ///   - targetCloudPath: its new path.
    /// - Throws: as `CloudProvider` says; ``InMemoryCloudError/nameNotAllowed(_:)``.
    @concurrent public func moveFolder(from sourceCloudPath: CloudPath, to targetCloudPath: CloudPath) async throws {
        try await move(.folder, from: sourceCloudPath, to: targetCloudPath, .moveFolder)
    }

    func move(
        _ kind: WantedKind,
        from source: CloudPath,
        to target: CloudPath,
        replacing: Bool = false,
        _ operation: ProviderOperation
    ) async throws {
        try Task.checkCancellation()
        try CloudPath.checkMove(from: source, to: target)
        let (foldedSource, foldedTarget) = (folded(source), folded(target))
        guard !foldedTarget.isDescendant(of: foldedSource) else { throw CloudPathError.moveIntoDescendant }
        try checkName(of: target)
        try await writers.withLock(on: foldedSource, and: foldedTarget) {
            try await withAddress(of: source, preferring: kind) { address in
                try await withPlace(of: target) { place in
                    try await cloud.send(operation, source) { state in
                        try state.tree.move(address, kind, to: place, replacing: replacing)
                    }
                }
            }
            identifiers?.drop(foldedSource)
            identifiers?.drop(foldedTarget)
        }
    }
}

extension InMemoryProvider {
    func metadata(of record: ItemRecord, at path: CloudPath) -> CloudItemMetadata {
        metadata(of: record.item, at: path)
    }

    func metadata(of item: Item, at path: CloudPath) -> CloudItemMetadata {
        CloudItemMetadata(
            name: item.name.text,
            cloudPath: path,
            itemType: item.type,
            lastModifiedDate: item.modified,
            size: item.size,
            identifier: "item \(item.id.number)",
            revision: item.revision.map(String.init)
        )
    }
}

extension Item {
    var type: CloudItemType {
        switch kind {
        case .file: .file
        case .folder: .folder
        case .symlink: .symlink
        case .unlistable: .unknown
        }
    }
}
