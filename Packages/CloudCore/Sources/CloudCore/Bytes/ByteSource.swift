public import Foundation

/// A piece of a stream: at most 256 KiB, often a slice of shared storage.
public typealias Bytes = ArraySlice<UInt8>

extension Bytes {
    /// The most bytes that a piece of a stream has.
    public static var maximumPiece: Int { 256 * 1024 }
}

/// Names one state of a source's bytes.
///
/// Equal only for equal bytes, also in another process: for a file it holds device, inode, size and both change times
/// in nanoseconds. Used to resume an upload and to detect that a source changed.
public struct SourceIdentity: Codable, Hashable, Sendable {
    /// Opaque text.
    public var rawValue: String

    /// Wraps a text.
    ///
    /// - Parameter rawValue: differs whenever the bytes differ.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// Why a ``ByteSource`` can't deliver.
public enum SourceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The source changed while it was read; what was sent of it must not be trusted.
    case changed

    /// What happened, for a person.
    public var description: String {
        switch self {
        case .changed: "the source changed while it was read; try again"
        }
    }
}

/// Bytes that can be read from any offset, such as those of a file or of a file's encryption.
///
/// Reading the same range again gives the same bytes, or an error. Several tasks may read at once.
public protocol ByteSource: Sendable {
    /// Number of bytes; fixed for the life of the source.
    var length: Int { get }
    /// When the content changed last, if that is known.
    var modificationDate: Date? { get }
    /// The state of the bytes; `nil` if the source can't tell.
    var identity: SourceIdentity? { get }
    /// Reads a piece.
    ///
    /// - Parameters:
    ///   - offset: 0 to ``length``.
    ///   - count: the most bytes to return, more than 0; a source may return fewer, and at most 256 KiB.
    /// - Returns: empty only at the end.
    /// - Throws: ``SourceError/changed``, ``LocalFileError``, `CancellationError`.
    @concurrent func read(at offset: Int, atMost count: Int) async throws -> Bytes
}

/// A source over bytes in memory, for small files.
public struct DataSource: ByteSource {
    private let bytes: [UInt8]
    /// The date that the source was given.
    public let modificationDate: Date?

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - bytes: the content.
    ///   - modificationDate: a date to send along.
    public init(_ bytes: some Sequence<UInt8>, modificationDate: Date? = nil) {
        self.bytes = Array(bytes)
        self.modificationDate = modificationDate
    }

    /// Number of bytes.
    public var length: Int { bytes.count }
    /// Always `nil`: bytes in memory have no identity that another process could compare.
    public var identity: SourceIdentity? { nil }

    /// Reads a piece.
    ///
    /// - Parameters:
    ///   - offset: 0 to ``length``.
    ///   - count: more than 0.
    /// - Returns: a slice of the bytes.
    /// - Throws: nothing; bytes in memory can always be read.
    @concurrent public func read(at offset: Int, atMost count: Int) async throws -> Bytes {
        bytes[offset..<min(bytes.count, offset + min(count, Bytes.maximumPiece))]
    }
}
