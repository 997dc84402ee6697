public import Foundation

/// The kind of an item.
public enum CloudItemType: String, Codable, Hashable, Sendable, CaseIterable {
    /// A file.
    case file
    /// A folder.
    case folder
    /// A symbolic link, which is listed, deleted and moved as itself.
    case symlink
    /// Something else, or not known.
    case unknown
}

/// A hash of an item's content that the service keeps.
public struct ContentHash: Codable, Hashable, Sendable {
    /// The function: `md5`, `sha1`, `sha256`, `sha512`, `crc32`, `dropbox`, `quickxor`.
    public var type: String
    /// Lower-case hex.
    public var hex: String

    /// Makes a hash value.
    ///
    /// - Parameters:
    ///   - type: the function's name as listed at ``type``.
    ///   - hex: lower-case hex digits.
    public init(type: String, hex: String) {
        self.type = type
        self.hex = hex
    }
}

/// What a provider tells about one item.
public struct CloudItemMetadata: Hashable, Sendable {
    /// The name in the form in which it is stored; `/` for the root.
    public var name: String
    /// The path as it was asked for, or the folder's path and ``name`` in a listing.
    public var cloudPath: CloudPath
    /// The kind of the item.
    public var itemType: CloudItemType
    /// When the content changed last, if the service tells.
    public var lastModifiedDate: Date?
    /// Size of the content in bytes; `nil` for folders and where it is not known.
    public var size: Int?
    /// The service's identifier, which stays when the item is moved.
    public var identifier: String?
    /// A text that changes with every change of the content, for ``WriteCondition/revision(_:)``.
    public var revision: String?
    /// A hash of the content, if the service keeps one.
    public var contentHash: ContentHash?

    /// Makes a value.
    ///
    /// - Parameters:
    ///   - name: the stored form of the name.
    ///   - cloudPath: the path as asked for.
    ///   - itemType: the kind.
    ///   - lastModifiedDate: UTC.
    ///   - size: bytes.
    ///   - identifier: the service's identifier.
    ///   - revision: the service's version of the content.
    ///   - contentHash: the service's hash of the content.
    public init(
        name: String,
        cloudPath: CloudPath,
        itemType: CloudItemType,
        lastModifiedDate: Date?,
        size: Int?,
        identifier: String? = nil,
        revision: String? = nil,
        contentHash: ContentHash? = nil
    ) {
        self.name = name
        self.cloudPath = cloudPath
        self.itemType = itemType
        self.lastModifiedDate = lastModifiedDate
        self.size = size
        self.identifier = identifier
        self.revision = revision
        self.contentHash = contentHash
    }

    /// The metadata of a provider's root folder.
    public static let root = CloudItemMetadata(
        name: "/",
        cloudPath: .root,
        itemType: .folder,
        lastModifiedDate: nil,
        size: nil
    )
}

/// One page of a folder's contents.
public struct CloudItemList: Hashable, Sendable {
    /// Something that stands in the folder but can't be an item.
    public struct Skipped: Hashable, Sendable {
        /// The path as the service or the disk has it, bytes that are no text percent-encoded.
        public var path: String
        /// Why it was left out, for a person.
        public var reason: String

        /// Makes a value.
        ///
        /// - Parameters:
        ///   - path: the native path.
        ///   - reason: why it was left out.
        public init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }
    }

    /// The items of the page, in the service's order.
    public var items: [CloudItemMetadata]
    /// The token of the next page; `nil` on the last page only.
    public var nextPageToken: String?
    /// What the page had to leave out: nothing is dropped silently.
    public var skipped: [Skipped]

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - items: the items.
    ///   - nextPageToken: `nil` if this is the last page.
    ///   - skipped: what was left out, and why.
    public init(items: [CloudItemMetadata], nextPageToken: String? = nil, skipped: [Skipped] = []) {
        self.items = items
        self.nextPageToken = nextPageToken
        self.skipped = skipped
    }
}
