public import Foundation

/// Makes a streaming provider of one that moves files only, through temporary files.
///
/// A file that is read is downloaded whole when its first bytes are asked for, and unlinked as soon as it is open; one
/// that is written is deleted when it is uploaded. Both stand in a folder of mode 0700. The other methods are those of
/// the provider itself.
public struct StagingProvider: StreamingCloudProvider {
    private let base: any CloudProvider
    private let temporaryDirectory: URL

    /// Wraps a provider.
    ///
    /// - Parameters:
    ///   - base: the provider that moves files.
    ///   - temporaryDirectory: where the temporary files are made.
    public init(_ base: any CloudProvider, temporaryDirectory: URL) {
        self.base = base
        self.temporaryDirectory = temporaryDirectory
    }

    /// Asks the provider itself for a capability, and answers for streaming.
    ///
    /// - Parameter type: the capability.
    /// - Returns: `nil` if neither has it.
    public func capability<Capability>(_ type: Capability.Type) -> Capability? {
        base.capability(type) ?? self as? Capability
    }

    /// Fetches metadata and gives a reader that downloads at its first read.
    ///
    /// - Parameter cloudPath: the file.
    /// - Returns: a reader; if the file is another one by the time it is downloaded, reading throws.
    /// - Throws: as ``StreamingCloudProvider/openFile(at:)``.
    @concurrent public func openFile(at cloudPath: CloudPath) async throws -> any FileReader {
        try Task.checkCancellation()
        let metadata = try await base.fetchItemMetadata(at: cloudPath)
        guard metadata.itemType == .file else { throw CloudProviderError.itemTypeMismatch }
        return StagedFileReader(metadata: metadata, base: base, temporaryDirectory: temporaryDirectory)
    }

    /// Spools the source and uploads the file.
    ///
    /// - Parameters:
    ///   - source: the content.
    ///   - cloudPath: the item.
    ///   - condition: a revision is compared before the upload, which another writer can slip between.
    ///   - checkpoint: not used; every call begins anew.
    ///   - observer: told of the upload's bytes when it is done.
    /// - Returns: the new item's metadata.
    /// - Throws: as ``StreamingCloudProvider/writeFile(from:to:condition:resuming:observer:)``.
    @concurrent public func writeFile(
        from source: any ByteSource,
        to cloudPath: CloudPath,
        condition: WriteCondition,
        resuming checkpoint: Data?,
        observer: TransferObserver
    ) async throws -> CloudItemMetadata {
        try Task.checkCancellation()
        if case .revision(let revision) = condition {
            guard try await base.fetchItemMetadata(at: cloudPath).revision == revision else { throw RevisionMismatch() }
        }
        return try await withTemporaryFolder(in: temporaryDirectory) { folder in
            let url = folder.appendingPathComponent("upload")
            let sink = try await FileByteSink.create(at: url, mode: 0o600)
            try await source.copy(0..<source.length, into: sink)
            try await sink.commit(modificationDate: source.modificationDate)
            let upload = { @Sendable [base] in
                try await base.uploadFile(
                    from: url,
                    to: cloudPath,
                    replaceExisting: condition != .absent,
                    progress: nil,
                    onTaskCreation: observer.uploadTask
                )
            }
            let metadata = observer.pastCommitPoint ? try await afterCommitPoint(upload) : try await upload()
            observer.moved(source.length, source.length)
            return metadata
        }
    }
}

extension CloudProvider {
    /// This provider's streaming form: its own, or one through temporary files.
    ///
    /// - Parameter temporaryDirectory: where temporary files are made if they are needed.
    /// - Returns: the provider itself if it streams.
    public func streaming(temporaryDirectory: URL) -> any StreamingCloudProvider {
        capability((any StreamingCloudProvider).self)
            ?? StagingProvider(self, temporaryDirectory: temporaryDirectory)
    }
}

// The methods of the provider itself.
extension StagingProvider {
    /// As the provider itself.
    @concurrent public func fetchItemMetadata(at cloudPath: CloudPath) async throws -> CloudItemMetadata {
        try await base.fetchItemMetadata(at: cloudPath)
    }

    /// As the provider itself.
    @concurrent public func fetchItemList(
        forFolderAt cloudPath: CloudPath,
        withPageToken pageToken: String?
    ) async throws -> CloudItemList {
        try await base.fetchItemList(forFolderAt: cloudPath, withPageToken: pageToken)
    }

    /// As the provider itself.
    @concurrent public func downloadFile(
        from cloudPath: CloudPath,
        to localURL: URL,
        progress: Progress?,
        onTaskCreation: (@concurrent @Sendable (any DownloadTask) async -> Void)?
    ) async throws -> CloudItemMetadata {
        try await base.downloadFile(
            from: cloudPath,
            to: localURL,
            progress: progress,
            onTaskCreation: onTaskCreation
        )
    }

    /// As the provider itself.
    @concurrent public func uploadFile(
        from localURL: URL,
        to cloudPath: CloudPath,
        replaceExisting: Bool,
        progress: Progress?,
        onTaskCreation: (@concurrent @Sendable (any UploadTask) async -> Void)?
    ) async throws -> CloudItemMetadata {
        try await base.uploadFile(
            from: localURL,
            to: cloudPath,
            replaceExisting: replaceExisting,
            progress: progress,
            onTaskCreation: onTaskCreation
        )
    }

    /// As the provider itself.
    @concurrent public func createFolder(at cloudPath: CloudPath) async throws {
        try await base.createFolder(at: cloudPath)
    }

    /// As the provider itself.
    @concurrent public func deleteFile(at cloudPath: CloudPath) async throws {
        try await base.deleteFile(at: cloudPath)
    }

    /// As the provider itself.
    @concurrent public func deleteFolder(at cloudPath: CloudPath) async throws {
        try await base.deleteFolder(at: cloudPath)
    }

    /// As the provider itself.
    @concurrent public func moveFile(from sourceCloudPath: CloudPath, to targetCloudPath: CloudPath) async throws {
        try await base.moveFile(from: sourceCloudPath, to: targetCloudPath)
    }

    /// As the provider itself.
    @concurrent public func moveFolder(from sourceCloudPath: CloudPath, to targetCloudPath: CloudPath) async throws {
        try await base.moveFolder(from: sourceCloudPath, to: targetCloudPath)
    }
}

/// Downloads the file once, for all its reads.
private struct StagedFileReader: FileReader {
    let metadata: CloudItemMetadata
    let base: any CloudProvider
    let temporaryDirectory: URL
    let downloadLock = PathLock()
    let downloaded = Locked<FileByteSource?>(nil)

    @concurrent func read(_ range: Range<Int>, into sink: any ByteSink, observer: TransferObserver) async throws {
        let isWhole = range.lowerBound == 0 && range.upperBound >= metadata.size ?? .max
        let source = try await source(onTaskCreation: isWhole ? observer.downloadTask : nil)
        try await SourceFileReader(source, metadata: metadata).read(range, into: sink, observer: observer)
    }

    @concurrent private func source(
        onTaskCreation: (@concurrent @Sendable (any DownloadTask) async -> Void)?
    ) async throws -> FileByteSource {
        try await downloadLock.withLock(on: metadata.cloudPath) {
            if let source = downloaded.withLock({ $0 }) { return source }
            let source = try await withTemporaryFolder(in: temporaryDirectory) { folder in
                let url = folder.appendingPathComponent("download")
                let version = try await base.downloadFile(
                    from: metadata.cloudPath,
                    to: url,
                    progress: nil,
                    onTaskCreation: onTaskCreation
                )
                guard version.isSameVersion(as: metadata) else { throw FileReaderError.changed }
                return try await FileByteSource.unlinking(url)
            }
            downloaded.withLock { $0 = source }
            return source
        }
    }
}

extension CloudItemMetadata {
    fileprivate func isSameVersion(as opened: CloudItemMetadata) -> Bool {
        size == opened.size ?? size && lastModifiedDate == opened.lastModifiedDate && revision == opened.revision
    }
}
