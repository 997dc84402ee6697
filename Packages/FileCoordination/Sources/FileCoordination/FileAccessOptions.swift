/// How a coordinated read uses the item; the names and bits of `NSFileCoordinator.ReadingOptions`.
///
/// ``RangeLockCoordinator`` treats all reads alike; a coordinator with presenters tells them apart.
public struct FileReadingOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public var rawValue: UInt

    /// Makes a set from bits.
    ///
    /// - Parameter rawValue: the bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Presenters are not asked to save first.
    public static let withoutChanges = FileReadingOptions(rawValue: 1 << 0)
    /// A link at the URL is resolved.
    public static let resolvesSymbolicLink = FileReadingOptions(rawValue: 1 << 1)
    /// Only metadata is read, so that nothing is downloaded for it.
    public static let immediatelyAvailableMetadataOnly = FileReadingOptions(rawValue: 1 << 2)
    /// The reader uploads the item and takes a snapshot.
    public static let forUploading = FileReadingOptions(rawValue: 1 << 3)
}

/// What a coordinated write does to the item; the names and bits of `NSFileCoordinator.WritingOptions`.
///
/// ``RangeLockCoordinator`` treats all writes alike; a coordinator with presenters tells them apart.
public struct FileWritingOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public var rawValue: UInt

    /// Makes a set from bits.
    ///
    /// - Parameter rawValue: the bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The item is deleted.
    public static let forDeleting = FileWritingOptions(rawValue: 1 << 0)
    /// The item is moved.
    public static let forMoving = FileWritingOptions(rawValue: 1 << 1)
    /// Presenters save first, because the writer reads what is there.
    public static let forMerging = FileWritingOptions(rawValue: 1 << 2)
    /// The item becomes another one at the same URL.
    public static let forReplacing = FileWritingOptions(rawValue: 1 << 3)
    /// Only metadata such as a tag is changed.
    public static let contentIndependentMetadataOnly = FileWritingOptions(rawValue: 1 << 4)
}
