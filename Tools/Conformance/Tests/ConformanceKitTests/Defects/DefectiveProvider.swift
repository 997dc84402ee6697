import CloudCore
import Foundation

/// A provider that does some things otherwise than the one it wraps.
struct DefectiveProvider: StreamingCloudProvider {
    typealias Base = any StreamingCloudProvider
    typealias DownloadTaskClosure = @concurrent @Sendable (any DownloadTask) async -> Void
    typealias UploadTaskClosure = @concurrent @Sendable (any UploadTask) async -> Void

    /// The arguments of an upload.
    struct UploadCall: Sendable {
        var file: URL
        var path: CloudPath
        var isReplacing: Bool
        var progress: Progress?
        var onTaskCreation: UploadTaskClosure?

        @discardableResult
        func callAsFunction(_ base: Base) async throws -> CloudItemMetadata {
            try await base.uploadFile(
                from: file,
                to: path,
                replaceExisting: isReplacing,
                progress: progress,
                onTaskCreation: onTaskCreation
            )
        }
    }

    /// The arguments of a download.
    struct DownloadCall: Sendable {
        var path: CloudPath
        var file: URL
        var progress: Progress?
        var onTaskCreation: DownloadTaskClosure?

        @discardableResult
        func callAsFunction(_ base: Base) async throws -> CloudItemMetadata {
            try await base.downloadFile(from: path, to: file, progress: progress, onTaskCreation: onTaskCreation)
        }
    }

    /// The arguments of a write.
    struct WriteCall: Sendable {
        var source: any ByteSource
        var path: CloudPath
        var condition: WriteCondition
        var checkpoint: Data?
        var observer: TransferObserver

        @discardableResult
        func callAsFunction(_ base: Base) async throws -> CloudItemMetadata {
            try await base.writeFile(
                from: source,
                to: path,
                condition: condition,
                resuming: checkpoint,
                observer: observer
            )
        }
    }

    /// What is done instead; `nil` where the wrapped provider does it.
    struct Overrides: Sendable {
        var metadata: (@Sendable (Base, CloudPath) async throws -> CloudItemMetadata)?
        var list: (@Sendable (Base, CloudPath, String?) async throws -> CloudItemList)?
        var download: (@Sendable (Base, DownloadCall) async throws -> CloudItemMetadata)?
        var upload: (@Sendable (Base, UploadCall) async throws -> CloudItemMetadata)?
        var createFolder: (@Sendable (Base, CloudPath) async throws -> Void)?
        var deleteFile: (@Sendable (Base, CloudPath) async throws -> Void)?
        var deleteFolder: (@Sendable (Base, CloudPath) async throws -> Void)?
        var moveFile: (@Sendable (Base, CloudPath, CloudPath) async throws -> Void)?
        var moveFolder: (@Sendable (Base, CloudPath, CloudPath) async throws -> Void)?
        var open: (@Sendable (Base, CloudPath) async throws -> any FileReader)?
        var write: (@Sendable (Base, WriteCall) async throws -> CloudItemMetadata)?
    }

    let base: Base
    let overrides: Overrides

    func capability<Capability>(_ type: Capability.Type) -> Capability? {
        self as? Capability ?? base.capability(type)
    }

    @concurrent func fetchItemMetadata(at cloudPath: CloudPath) async throws -> CloudItemMetadata {
        guard let override = overrides.metadata else { return try await base.fetchItemMetadata(at: cloudPath) }
        return try await override(base, cloudPath)
    }

    @concurrent func fetchItemList(
        forFolderAt cloudPath: CloudPath,
        withPageToken pageToken: String?
    ) async throws -> CloudItemList {
        guard let override = overrides.list else {
            return try await base.fetchItemList(forFolderAt: cloudPath, withPageToken: pageToken)
        }
        return try await override(base, cloudPath, pageToken)
    }

    @concurrent func downloadFile(
        from cloudPath: CloudPath,
        to localURL: URL,
        progress: Progress?,
        onTaskCreation: DownloadTaskClosure?
    ) async throws -> CloudItemMetadata {
        let call = DownloadCall(path: cloudPath, file: localURL, progress: progress, onTaskCreation: onTaskCreation)
        guard let override = overrides.download else { return try await call(base) }
        return try await override(base, call)
    }

    @concurrent func uploadFile(
        from localURL: URL,
        to cloudPath: CloudPath,
        replaceExisting: Bool,
        progress: Progress?,
        onTaskCreation: UploadTaskClosure?
    ) async throws -> CloudItemMetadata {
        let call = UploadCall(
            file: localURL,
            path: cloudPath,
            isReplacing: replaceExisting,
            progress: progress,
            onTaskCreation: onTaskCreation
        )
        guard let override = overrides.upload else { return try await call(base) }
        return try await override(base, call)
    }

    @concurrent func createFolder(at cloudPath: CloudPath) async throws {
        guard let override = overrides.createFolder else { return try await base.createFolder(at: cloudPath) }
        try await override(base, cloudPath)
    }

    @concurrent func deleteFile(at cloudPath: CloudPath) async throws {
        guard let override = overrides.deleteFile else { return try await base.deleteFile(at: cloudPath) }
        try await override(base, cloudPath)
    }

    @concurrent func deleteFolder(at cloudPath: CloudPath) async throws {
        guard let override = overrides.deleteFolder else { return try await base.deleteFolder(at: cloudPath) }
        try await override(base, cloudPath)
    }

    @concurrent func moveFile(from sourceCloudPath: CloudPath, to targetCloudPath: CloudPath) async throws {
        guard let override = overrides.moveFile else {
            return try await base.moveFile(from: sourceCloudPath, to: targetCloudPath)
        }
        try await override(base, sourceCloudPath, targetCloudPath)
    }

    @concurrent func moveFolder(from sourceCloudPath: CloudPath, to targetCloudPath: CloudPath) async throws {
        guard let override = overrides.moveFolder else {
            return try await base.moveFolder(from: sourceCloudPath, to: targetCloudPath)
        }
        try await override(base, sourceCloudPath, targetCloudPath)
    }

    @concurrent func openFile(at cloudPath: CloudPath) async throws -> any FileReader {
        guard let override = overrides.open else { return try await base.openFile(at: cloudPath) }
        return try await override(base, cloudPath)
    }

    @concurrent func writeFile(
        from source: any ByteSource,
        to cloudPath: CloudPath,
        condition: WriteCondition,
        resuming checkpoint: Data?,
        observer: TransferObserver
    ) async throws -> CloudItemMetadata {
        let call = WriteCall(
            source: source,
            path: cloudPath,
            condition: condition,
            checkpoint: checkpoint,
            observer: observer
        )
        guard let override = overrides.write else { return try await call(base) }
        return try await override(base, call)
    }
}

/// A reader that does some things otherwise than the one it wraps.
struct DefectiveReader: FileReader {
    let base: any FileReader
    let body: @Sendable (any FileReader, Range<Int>, any ByteSink, TransferObserver) async throws -> Void

    var metadata: CloudItemMetadata { base.metadata }

    @concurrent func read(_ range: Range<Int>, into sink: any ByteSink, observer: TransferObserver) async throws {
        try await body(base, range, sink, observer)
    }
}
