public import Foundation

/// What must hold for a write to happen.
public enum WriteCondition: Codable, Hashable, Sendable {
    /// Nothing: a file at the path is replaced.
    case none
    /// Nothing stands at the path.
    case absent
    /// The file at the path still has this ``CloudItemMetadata/revision``.
    case revision(String)
}

/// Why a ``FileReader`` can't go on.
public enum FileReaderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file changed since it was opened.
    case changed

    /// What happened, for a person.
    public var description: String { "the file changed while it was read; open it again" }
}

/// The item at the path no longer has the revision that the caller asked for; the newer content stays.
public struct RevisionMismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// Makes the error.
    public init() {}
    /// What happened, for a person.
    public var description: String { "the file was changed elsewhere; fetch its new revision first" }
}

/// One version of one file, open for reading ranges.
///
/// Holds no connection while idle. Several tasks may read at once.
public protocol FileReader: Sendable {
    /// The metadata of the version that is read.
    var metadata: CloudItemMetadata { get }
    /// Reads a range into a sink.
    ///
    /// - Parameters:
    ///   - range: byte offsets; what lies beyond the end gives no bytes and no error.
    ///   - sink: its offset 0 is the lower bound of the range. It is started, and finished on success.
    ///   - observer: watches; its tasks are offered only where the range is the whole file.
    /// - Throws: ``FileReaderError/changed``; what the sink throws; errors of the provider.
    @concurrent func read(_ range: Range<Int>, into sink: any ByteSink, observer: TransferObserver) async throws
}

extension FileReader {
    /// Reads the whole file into a sink.
    ///
    /// - Parameters:
    ///   - sink: as for ``read(_:into:observer:)``.
    ///   - observer: watches.
    /// - Throws: as ``read(_:into:observer:)``.
    @concurrent public func readAll(into sink: any ByteSink, observer: TransferObserver = .none) async throws {
        try await read(0..<(metadata.size ?? .max), into: sink, observer: observer)
    }
}

/// A provider that moves bytes rather than files.
///
/// The file methods of ``CloudProvider`` are one shared implementation over these two.
public protocol StreamingCloudProvider: CloudProvider {
    /// Opens one version of a file.
    ///
    /// - Parameter cloudPath: the file.
    /// - Returns: a reader of the version that stands there now.
    /// - Throws: as ``CloudProvider/downloadFile(from:to:progress:onTaskCreation:)`` without the local side.
    @concurrent func openFile(at cloudPath: CloudPath) async throws -> any FileReader

    /// Writes a file whole.
    ///
    /// - Parameters:
    ///   - source: the content.
    ///   - cloudPath: the item.
    ///   - condition: ``WriteCondition/absent`` is not replacing.
    ///   - checkpoint: what an earlier call for a source of the same identity handed to its observer; `nil` to begin
    ///     anew. One that no longer fits leads to a clean start.
    ///   - observer: watches.
    /// - Returns: the new item's metadata.
    /// - Throws: as ``CloudProvider/uploadFile(from:to:replaceExisting:progress:onTaskCreation:)`` without the local
    ///   side; ``RevisionMismatch``.
    @concurrent func writeFile(
        from source: any ByteSource,
        to cloudPath: CloudPath,
        condition: WriteCondition,
        resuming checkpoint: Data?,
        observer: TransferObserver
    ) async throws -> CloudItemMetadata
}
