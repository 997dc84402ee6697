public import CloudCore
public import FileCoordination
public import Foundation

/// The files below a folder of this machine.
///
/// Cloud paths are relative to the root. Links inside the root are followed on the way and for reading and listing; one
/// that leads out of it throws ``LocalFileSystemError/linkLeavesRoot``. A link itself is listed as
/// `CloudItemType.symlink`, deleted and moved by the file methods, and never entered by a recursion. Pipes, sockets,
/// devices and names that are no UTF-8 stand in `CloudItemList.skipped`.
///
/// Files are written out of sight and appear whole, with the source's modification date. Their names are
/// `.cloudaccess-<uuid>.part` at the worst; such names are never listed, and one left behind by a killed process is
/// removed by a listing of its folder a day later. Every access is coordinated once, a recursive one for its folder;
/// files are held only while they are opened and put in place, not while bytes move.
///
/// Values may be shared by many tasks. All calls of the system run on threads of their own.
public struct LocalFileSystemProvider: StreamingCloudProvider {
    private let root: RootFolder
    private let coordinator: any FileCoordinating

    /// Opens a root folder; blocks for a moment.
    ///
    /// - Parameters:
    ///   - rootURL: a file URL of a folder that exists.
    ///   - coordinator: keeps other programs out of the way.
    ///   - offloadedItems: knows the placeholders of files whose contents are elsewhere; `nil` takes every file as it
    ///     is.
    ///   - pageSize: the most entries of a page, more than 0.
    /// - Throws: ``LocalFileSystemError/rootNotAFileURL``, ``LocalFileSystemError/rootNotFound``,
    ///   ``LocalFileSystemError/rootNotAFolder``; `CloudProviderError.unauthorized`.
    public init(
        rootURL: URL,
        coordinator: any FileCoordinating = RangeLockCoordinator.shared,
        offloadedItems: (any OffloadedItems)? = ICloudPlaceholders(),
        pageSize: Int = 1000
    ) throws {
        try self.init(
            rootURL: rootURL,
            coordinator: coordinator,
            offloadedItems: offloadedItems,
            pageSize: pageSize,
            now: { Date() }
        )
    }

    /// As the public one, with a time to tell the age of leftovers by.
    package init(
        rootURL: URL,
        coordinator: any FileCoordinating,
        offloadedItems: (any OffloadedItems)?,
        pageSize: Int,
        now: @escaping @Sendable () -> Date
    ) throws {
        root = try RootFolder(rootURL, offloadedItems: offloadedItems, pageSize: pageSize, now: now)
        self.coordinator = coordinator
    }

    /// Tells about an item; about a link itself.
    ///
    /// - Parameter cloudPath: the item.
    /// - Returns: type, date, size; device and inode as identifier; times of change, size and inode as revision.
    /// - Throws: as `CloudProvider.fetchItemMetadata(at:)`; ``LocalFileSystemError``.
    @concurrent public func fetchItemMetadata(at cloudPath: CloudPath) async throws -> CloudItemMetadata {
        try await reading(cloudPath, .immediatelyAvailableMetadataOnly) { [root] in
            try root.metadata(at: $0, asked: cloudPath)
        }
    }

    /// Lists a page of a folder, in the order of the file system.
    ///
    /// - Parameters:
    ///   - cloudPath: the folder, or a link to one.
    ///   - pageToken: `nil` for the first page.
    /// - Returns: at most one page; what is no item stands in `skipped`.
    /// - Throws: as `CloudProvider.fetchItemList(forFolderAt:withPageToken:)`; ``LocalFileSystemError``.
    @concurrent public func fetchItemList(
        forFolderAt cloudPath: CloudPath,
        withPageToken pageToken: String?
    ) async throws -> CloudItemList {
        try await reading(cloudPath, []) { [root] in try root.page(of: $0, asked: cloudPath, after: pageToken) }
    }

    /// Opens the version of a file that stands there now.
    ///
    /// - Parameter cloudPath: the file, or a link to one.
    /// - Returns: a reader that keeps the file open; one that is replaced meanwhile counts as changed.
    /// - Throws: as `StreamingCloudProvider.openFile(at:)`; ``LocalFileSystemError/linkLeavesRoot``,
    ///   ``LocalFileSystemError/offloaded``.
    @concurrent public func openFile(at cloudPath: CloudPath) async throws -> any FileReader {
        let opened = try await open(cloudPath)
        let source = try await perform { try FileByteSource(adopting: opened.file) }
        return SourceFileReader(source, metadata: opened.metadata)
    }

    /// Writes a file whole; it appears at the end, in one step.
    ///
    /// A new file gets mode 0666 less the umask, one that replaces another gets that one's. There are no checkpoints:
    /// an interrupted write leaves nothing, and the next begins anew.
    ///
    /// - Parameters:
    ///   - source: the content.
    ///   - cloudPath: the item.
    ///   - condition: checked before bytes move, and again when the file is put in place.
    ///   - checkpoint: ignored.
    ///   - observer: told of every piece; there is no task.
    /// - Returns: the new item's metadata.
    /// - Throws: as `StreamingCloudProvider.writeFile(from:to:condition:resuming:observer:)`;
    ///   ``LocalFileSystemError/nameNotAllowed(reason:)``, ``LocalFileSystemError/linkLeavesRoot``.
    @concurrent public func writeFile(
        from source: any ByteSource,
        to cloudPath: CloudPath,
        condition: WriteCondition,
        resuming checkpoint: Data?,
        observer: TransferObserver
    ) async throws -> CloudItemMetadata {
        try Task.checkCancellation()
        let write = try await perform { [root] in try root.stageFile(for: cloudPath, condition) }
        try await write.fill(from: source, observer: observer)
        return try await commit(write, date: source.modificationDate)
    }

    /// Creates a folder with mode 0777 less the umask.
    ///
    /// - Parameter cloudPath: the new folder.
    /// - Throws: as `CloudProvider.createFolder(at:)`; ``LocalFileSystemError``.
    @concurrent public func createFolder(at cloudPath: CloudPath) async throws {
        try await writing(cloudPath, []) { [root] in try root.createFolder(at: $0) }
    }

    /// Deletes a file or a link itself; of an offloaded file, the placeholder.
    ///
    /// - Parameter cloudPath: the file.
    /// - Throws: as `CloudProvider.deleteFile(at:)`; ``LocalFileSystemError``.
    @concurrent public func deleteFile(at cloudPath: CloudPath) async throws {
        try await writing(cloudPath, .forDeleting) { [root] in try root.deleteFile(at: $0) }
    }

    /// Deletes a folder with all that is in it, without following links.
    ///
    /// The folder is out of sight in one step. If something in it can't be deleted, what is left of it comes back.
    ///
    /// - Parameter cloudPath: the folder.
    /// - Throws: as `CloudProvider.deleteFolder(at:)`; ``LocalFileSystemError``.
    @concurrent public func deleteFolder(at cloudPath: CloudPath) async throws {
        try await writing(cloudPath, .forDeleting) { [root] in try root.deleteFolder(at: $0) }
    }

    /// Moves a file or a link itself; an offloaded file is brought back first.
    ///
    /// - Parameters:
    ///   - sourceCloudPath: the file.
    ///   - targetCloudPath: its new path; on another file system the file is copied, and deleted here.
    /// - Throws: as `CloudProvider.moveFile(from:to:)`; ``LocalFileSystemError``.
    @concurrent public func moveFile(from sourceCloudPath: CloudPath, to targetCloudPath: CloudPath) async throws {
        try await move(from: sourceCloudPath, to: targetCloudPath, .file)
    }

    /// Moves a folder with all that is in it.
    ///
    /// - Parameters:
    ///   - sourceCloudPath: the folder.
    ///   - targetCloudPath: its new path.
    /// - Throws: as `CloudProvider.moveFolder(from:to:)`; ``LocalFileSystemError/otherFileSystem``.
    @concurrent public func moveFolder(from sourceCloudPath: CloudPath, to targetCloudPath: CloudPath) async throws {
        try await move(from: sourceCloudPath, to: targetCloudPath, .folder)
    }
}

extension LocalFileSystemProvider: CheapListing, DateKeeping, NamePolicyProviding, QuotaReporting {
    /// The rules of the file system that the root is on.
    public var namePolicy: NamePolicy { root.namePolicy }

    /// Tells the space of the file system that the root is on.
    ///
    /// - Returns: `available` is what the user may use, without reserves.
    /// - Throws: errors of the system.
    @concurrent public func fetchQuota() async throws -> Quota {
        try Task.checkCancellation()
        return try await perform { [root] in try root.quota() }
    }
}

extension LocalFileSystemProvider: DurableWriting, ReplacingMoves, ServerSideCopying {
    /// Writes a small file; content and name are on the disk when this returns.
    ///
    /// - Parameters:
    ///   - bytes: the content.
    ///   - cloudPath: the file.
    ///   - condition: as for ``writeFile(from:to:condition:resuming:observer:)``.
    /// - Throws: as ``writeFile(from:to:condition:resuming:observer:)``.
    @concurrent public func writeDurably(
        _ bytes: [UInt8],
        to cloudPath: CloudPath,
        condition: WriteCondition
    ) async throws {
        try Task.checkCancellation()
        let write = try await perform { [root] in
            let write = try root.stageFile(for: cloudPath, condition)
            try write.file.write(bytes[...], at: 0)
            return write
        }
        _ = try await commit(write, date: nil, isDurable: true)
    }

    /// Moves a file or link over another one in one step.
    ///
    /// - Parameters:
    ///   - sourceCloudPath: the file.
    ///   - targetCloudPath: its new path.
    /// - Throws: as ``moveFile(from:to:)``, `CloudProviderError.itemAlreadyExists` for a folder at the target only.
    @concurrent public func moveFileReplacing(
        from sourceCloudPath: CloudPath,
        to targetCloudPath: CloudPath
    ) async throws {
        try await move(from: sourceCloudPath, to: targetCloudPath, .file, isReplacing: true)
    }

    /// Copies a file within the kernel, which shares blocks where the file system can.
    ///
    /// - Parameters:
    ///   - sourceCloudPath: the file, or a link to one.
    ///   - targetCloudPath: the copy.
    ///   - condition: as for ``writeFile(from:to:condition:resuming:observer:)``.
    /// - Returns: the copy's metadata; it keeps the modification date.
    /// - Throws: as ``openFile(at:)`` and ``writeFile(from:to:condition:resuming:observer:)``;
    ///   `FileReaderError.changed`.
    @concurrent public func copyFile(
        from sourceCloudPath: CloudPath,
        to targetCloudPath: CloudPath,
        condition: WriteCondition
    ) async throws -> CloudItemMetadata {
        let source = try await open(sourceCloudPath)
        try Task.checkCancellation()
        let write = try await perform { [root] in try root.stageFile(for: targetCloudPath, condition) }
        try await write.copy(source)
        return try await commit(write, date: source.status.modificationDate)
    }
}

extension LocalFileSystemProvider {
    /// Runs a blocking read of an item, coordinated.
    private func reading<Result: Sendable>(
        _ cloudPath: CloudPath,
        _ options: FileReadingOptions,
        _ body: @escaping @Sendable (CloudPath) throws -> Result
    ) async throws -> Result {
        try Task.checkCancellation()
        let url = root.url(of: cloudPath)
        return try await coordinator.read(url, options: options) { [root] current in
            let path = current == url ? cloudPath : try root.cloudPath(of: current)
            return try await perform { try body(path) }
        }
    }

    /// Runs a blocking change of an item, coordinated; its one change is its commit point.
    private func writing<Result: Sendable>(
        _ cloudPath: CloudPath,
        _ options: FileWritingOptions,
        _ body: @escaping @Sendable (CloudPath) throws -> Result
    ) async throws -> Result {
        try Task.checkCancellation()
        let url = root.url(of: cloudPath)
        return try await coordinator.write(url, options: options) { [root] current in
            let path = current == url ? cloudPath : try root.cloudPath(of: current)
            return try await perform { try body(path) }
        }
    }

    private func commit(
        _ write: StagedWrite,
        date: Date?,
        isDurable: Bool = false
    ) async throws -> CloudItemMetadata {
        let options: FileWritingOptions = write.condition == .absent ? [] : .forReplacing
        return try await writing(write.cloudPath, options) { [root] _ in
            try root.commit(write, date: date, isDurable: isDurable)
        }
    }

    /// Opens a file, after its contents were brought back if they were elsewhere.
    private func open(_ cloudPath: CloudPath) async throws -> OpenedFile {
        let open: @Sendable (CloudPath) throws -> OpenedFile? = { [root] in try root.openFile(at: $0, asked: cloudPath)
        }
        if let opened = try await reading(cloudPath, .withoutChanges, open) { return opened }
        try await makeAvailable(cloudPath)
        guard let opened = try await reading(cloudPath, .withoutChanges, open) else {
            throw LocalFileSystemError.offloaded
        }
        return opened
    }

    private func makeAvailable(_ cloudPath: CloudPath) async throws {
        try await root.offloadedItems?.makeAvailable(root.url(of: cloudPath))
    }

    private func move(
        from source: CloudPath,
        to target: CloudPath,
        _ kind: CloudItemType,
        isReplacing: Bool = false
    ) async throws {
        try CloudPath.checkMove(from: source, to: target)
        guard try await moveOnce(from: source, to: target, kind, isReplacing) == .offloaded else { return }
        try await makeAvailable(source)
        guard try await moveOnce(from: source, to: target, kind, isReplacing) != .offloaded else {
            throw LocalFileSystemError.offloaded
        }
    }

    private func moveOnce(
        from source: CloudPath,
        to target: CloudPath,
        _ kind: CloudItemType,
        _ isReplacing: Bool
    ) async throws -> MoveOutcome {
        try Task.checkCancellation()
        let (sourceURL, targetURL) = (root.url(of: source), root.url(of: target))
        return try await coordinator.move(from: sourceURL, to: targetURL) { [root] currentSource, currentTarget in
            let source = currentSource == sourceURL ? source : try root.cloudPath(of: currentSource)
            let target = currentTarget == targetURL ? target : try root.cloudPath(of: currentTarget)
            let outcome = try await perform {
                try root.move(from: source, to: target, kind: kind, isReplacing: isReplacing)
            }
            guard outcome == .otherFileSystem else { return outcome }
            guard kind == .file else { throw LocalFileSystemError.otherFileSystem }
            try await root.moveByCopying(from: source, to: target, isReplacing: isReplacing)
            return .moved
        }
    }
}
