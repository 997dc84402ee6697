import CloudCore
import Foundation
import InMemoryCloud

/// A delegate that writes durably, and says what.
struct DurableRecorder: DurableWriting, StreamingCloudProvider {
    private let wrapped: InMemoryProvider
    /// The names of the files.
    let written = Locked<[String]>([])

    init(_ wrapped: InMemoryProvider) {
        self.wrapped = wrapped
    }

    @concurrent func writeDurably(_ bytes: [UInt8], to cloudPath: CloudPath, condition: WriteCondition) async throws {
        written.withLock { $0.append(cloudPath.name) }
        try await wrapped.put(bytes, at: cloudPath.string, condition)
    }

    @concurrent func fetchItemMetadata(at cloudPath: CloudPath) async throws -> CloudItemMetadata {
        try await wrapped.fetchItemMetadata(at: cloudPath)
    }

    @concurrent func fetchItemList(
        forFolderAt cloudPath: CloudPath,
        withPageToken pageToken: String?
    ) async throws -> CloudItemList {
        try await wrapped.fetchItemList(forFolderAt: cloudPath, withPageToken: pageToken)
    }

    @concurrent func openFile(at cloudPath: CloudPath) async throws -> any FileReader {
        try await wrapped.openFile(at: cloudPath)
    }

    @concurrent func writeFile(
        from source: any ByteSource,
        to cloudPath: CloudPath,
        condition: WriteCondition,
        resuming checkpoint: Data?,
        observer: TransferObserver
    ) async throws -> CloudItemMetadata {
        try await wrapped.writeFile(
            from: source,
            to: cloudPath,
            condition: condition,
            resuming: checkpoint,
            observer: observer
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
