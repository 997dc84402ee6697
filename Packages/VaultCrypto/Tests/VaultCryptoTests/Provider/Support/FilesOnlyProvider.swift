import CloudCore
import Foundation
import InMemoryCloud

/// A provider that moves files and doesn't stream.
struct FilesOnlyProvider: CloudProvider {
    let wrapped: InMemoryProvider
    /// What it can do beyond.
    var durable: DurableRecorder?

    func capability<Capability>(_ type: Capability.Type) -> Capability? { durable as? Capability }

    @concurrent func fetchItemMetadata(at cloudPath: CloudPath) async throws -> CloudItemMetadata {
        try await wrapped.fetchItemMetadata(at: cloudPath)
    }

    @concurrent func fetchItemList(
        forFolderAt cloudPath: CloudPath,
        withPageToken pageToken: String?
    ) async throws -> CloudItemList {
        try await wrapped.fetchItemList(forFolderAt: cloudPath, withPageToken: pageToken)
    }

    @concurrent func downloadFile(
        from cloudPath: CloudPath,
        to localURL: URL,
        progress: Progress?,
        onTaskCreation: (@concurrent @Sendable (any DownloadTask) async -> Void)?
    ) async throws -> CloudItemMetadata {
        try await wrapped.downloadFile(
            from: cloudPath,
            to: localURL,
            progress: progress,
            onTaskCreation: onTaskCreation
        )
    }

    @concurrent func uploadFile(
        from localURL: URL,
        to cloudPath: CloudPath,
        replaceExisting: Bool,
        progress: Progress?,
        onTaskCreation: (@concurrent @Sendable (any UploadTask) async -> Void)?
    ) async throws -> CloudItemMetadata {
        try await wrapped.uploadFile(
            from: localURL,
            to: cloudPath,
            replaceExisting: replaceExisting,
            progress: progress,
            onTaskCreation: onTaskCreation
        )
    }

    @concurrent func createFolder(at cloudPath: CloudPath) async throws {
        try await wrapped.createFolder(at: cloudPath)
    }

    @concurrent func deleteFile(at cloudPath: CloudPath) async throws {
        try await wrapped.deleteFile(at: cloudPath)
    }

    @concurrent func deleteFolder(at cloudPath: CloudPath) async throws {
        try await wrapped.deleteFolder(at: cloudPath)
    }

    @concurrent func moveFile(from sourceCloudPath: CloudPath, to targetCloudPath: CloudPath) async throws {
        try await wrapped.moveFile(from: sourceCloudPath, to: targetCloudPath)
    }

    @concurrent func moveFolder(from sourceCloudPath: CloudPath, to targetCloudPath: CloudPath) async throws {
        try await wrapped.moveFolder(from: sourceCloudPath, to: targetCloudPath)
    }
}

/// Writes durably, as far as the test can tell, and says what.
struct DurableRecorder: DurableWriting {
    let wrapped: InMemoryProvider
    /// The names of the files.
    let written = Locked<[String]>([])

    @concurrent func writeDurably(_ bytes: [UInt8], to cloudPath: CloudPath, condition: WriteCondition) async throws {
        written.withLock { $0.append(cloudPath.name) }
        try await wrapped.put(bytes, at: cloudPath.string, condition)
    }
}
