/// How much space an account has, in bytes; `nil` where the service doesn't tell.
public struct Quota: Codable, Hashable, Sendable {
    /// Bytes in use.
    public var used: Int?
    /// Bytes that can still be stored.
    public var available: Int?
    /// Bytes in all.
    public var total: Int?

    /// Makes a value.
    ///
    /// - Parameters:
    ///   - used: bytes in use.
    ///   - available: bytes that can still be stored.
    ///   - total: bytes in all.
    public init(used: Int? = nil, available: Int? = nil, total: Int? = nil) {
        self.used = used
        self.available = available
        self.total = total
    }
}

/// Tells the quota of the account.
public protocol QuotaReporting: Sendable {
    /// Fetches the quota.
    ///
    /// - Returns: the values that the service tells.
    /// - Throws: ``CloudProviderError/unauthorized``, ``CloudProviderError/noInternetConnection``.
    @concurrent func fetchQuota() async throws -> Quota
}

/// Copies a file without moving its bytes through this machine.
public protocol ServerSideCopying: Sendable {
    /// Copies a file.
    ///
    /// - Parameters:
    ///   - sourceCloudPath: the file.
    ///   - targetCloudPath: the copy, whose parent exists.
    ///   - condition: ``WriteCondition/absent`` is not replacing.
    /// - Returns: the copy's metadata.
    /// - Throws: as an upload to the target and a download of the source.
    @concurrent func copyFile(
        from sourceCloudPath: CloudPath,
        to targetCloudPath: CloudPath,
        condition: WriteCondition
    ) async throws -> CloudItemMetadata
}

/// Moves a file over another one in one step.
public protocol ReplacingMoves: Sendable {
    /// Moves a file; one that stands at the target is replaced.
    ///
    /// - Parameters:
    ///   - sourceCloudPath: the file.
    ///   - targetCloudPath: its new path.
    /// - Throws: as ``CloudProvider/moveFile(from:to:)``, ``CloudProviderError/itemAlreadyExists`` for a folder at the
    ///   target only.
    @concurrent func moveFileReplacing(from sourceCloudPath: CloudPath, to targetCloudPath: CloudPath) async throws
}

/// Writes small files so that they survive a power failure.
///
/// The masterkey and configuration of a vault are written so: the new content is on the disk before it replaces the
/// old one in one step.
public protocol DurableWriting: Sendable {
    /// Writes a small file, durably when it returns.
    ///
    /// - Parameters:
    ///   - bytes: the content.
    ///   - cloudPath: the file, whose parent exists.
    ///   - condition: ``WriteCondition/absent`` is not replacing.
    /// - Throws: as ``StreamingCloudProvider/writeFile(from:to:condition:resuming:observer:)``.
    @concurrent func writeDurably(_ bytes: [UInt8], to cloudPath: CloudPath, condition: WriteCondition) async throws
}

/// Listing a folder costs no request over a network, so a decorator may look into each child.
public protocol CheapListing: Sendable {}

/// Changes any range of a file in place; reserved for mounts.
public protocol RandomAccessWriting: Sendable {}

/// What changed in an account since a cursor.
public struct ChangeList: Hashable, Sendable {
    /// One change.
    public enum Change: Hashable, Sendable {
        /// An item is new or changed.
        case changed(CloudItemMetadata)
        /// An item is gone.
        case deleted(CloudPath)
    }

    /// The changes, oldest first.
    public var changes: [Change]
    /// Where the next call goes on.
    public var cursor: String
    /// Whether there is more at once.
    public var hasMore: Bool

    /// Makes a list.
    ///
    /// - Parameters:
    ///   - changes: oldest first.
    ///   - cursor: for the next call.
    ///   - hasMore: whether to call again at once.
    public init(changes: [Change], cursor: String, hasMore: Bool) {
        self.changes = changes
        self.cursor = cursor
        self.hasMore = hasMore
    }
}

/// The cursor is too old: everything must be listed anew.
public struct ChangeCursorInvalid: Error, Hashable, Sendable, CustomStringConvertible {
    /// Makes the error.
    public init() {}
    /// What happened, for a person.
    public var description: String { "the list of changes does not reach back that far; list everything anew" }
}

/// Tells what changed since a point in time.
public protocol ChangeFeed: Sendable {
    /// Fetches changes.
    ///
    /// - Parameter cursor: `nil` for a cursor that stands at now.
    /// - Returns: the changes since the cursor.
    /// - Throws: ``ChangeCursorInvalid``; errors of the provider.
    @concurrent func changes(since cursor: String?) async throws -> ChangeList
}

/// Keeps the modification date of the source with what is written.
public protocol DateKeeping: Sendable {}
