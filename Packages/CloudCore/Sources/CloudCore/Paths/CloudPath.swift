/// An absolute path inside one provider, such as `/Documents/letter.txt`.
///
/// A path is a sequence of names; `/` alone is the root. Equality, hash and order go by UTF-8 bytes and never by
/// canonical equivalence, because most services keep the NFC and the NFD form of a name apart.
public struct CloudPath: Sendable {
    /// The root folder of a provider.
    public static let root = CloudPath(unchecked: "/")

    /// The most bytes of UTF-8 that a path may have.
    public static let maximumLength = 4096  // bytes

    /// The path as text: begins with `/`, has no trailing or repeated `/`.
    public let string: String

    /// Reads a path.
    ///
    /// Trailing and repeated slashes are dropped.
    ///
    /// - Parameter string: begins with `/`.
    /// - Throws: ``CloudPathError/notAbsolute``, ``CloudPathError/relativeComponent``,
    ///   ``CloudPathError/containsNUL``, ``CloudPathError/tooLong``.
    public init(_ string: String) throws(CloudPathError) {
        let utf8 = string.utf8
        guard utf8.first == UInt8(ascii: "/") else { throw .notAbsolute }
        guard !utf8.contains(0) else { throw .containsNUL }
        let names = string.split(separator: "/" as Unicode.Scalar)
        for name in names where name.isRelativeComponent { throw .relativeComponent }
        let normalized = "/" + names.joined(separator: "/")
        guard normalized.utf8.count <= Self.maximumLength else { throw .tooLong }
        self.string = normalized
    }

    private init(unchecked string: String) {
        self.string = string
    }

    /// Whether this is the root folder.
    public var isRoot: Bool { string.utf8.count == 1 }

    /// The last name; `/` for the root.
    public var name: String {
        isRoot ? "/" : String(string.unicodeScalars[indexAfterLastSlash...])
    }

    /// The path without its last name; the root is its own parent.
    public var parent: CloudPath {
        let slash = string.unicodeScalars.index(before: indexAfterLastSlash)
        return slash == string.startIndex ? .root : CloudPath(unchecked: String(string.unicodeScalars[..<slash]))
    }

    /// The names from the root down; none for the root.
    public var components: [String] {
        string.split(separator: "/" as Unicode.Scalar).map { String($0) }
    }

    /// The path of an item in the folder of this path.
    ///
    /// - Parameter name: one name, not a path.
    /// - Returns: the longer path.
    /// - Throws: ``CloudPathError/invalidName`` for an empty name or one with a `/`,
    ///   ``CloudPathError/relativeComponent``, ``CloudPathError/containsNUL``, ``CloudPathError/tooLong``.
    public func appending(_ name: String) throws(CloudPathError) -> CloudPath {
        let utf8 = name.utf8
        guard !utf8.isEmpty, !utf8.contains(UInt8(ascii: "/")) else { throw .invalidName }
        guard !utf8.contains(0) else { throw .containsNUL }
        guard !name[...].isRelativeComponent else { throw .relativeComponent }
        let longer = isRoot ? "/" + name : string + "/" + name
        guard longer.utf8.count <= Self.maximumLength else { throw .tooLong }
        return CloudPath(unchecked: longer)
    }

    /// Appends a relative path, name by name.
    ///
    /// - Parameter relativePath: names separated by `/`; leading, trailing and repeated slashes are dropped.
    /// - Returns: the longer path, or this one when there are no names.
    /// - Throws: as ``appending(_:)``.
    public func appending(path relativePath: String) throws(CloudPathError) -> CloudPath {
        var path = self
        for name in relativePath.split(separator: "/" as Unicode.Scalar) {
            path = try path.appending(String(name))
        }
        return path
    }

    /// Whether this path lies below `folder`; no path lies below itself.
    ///
    /// - Parameter folder: the possible ancestor.
    /// - Returns: compares whole names, so `/ab` is not below `/a`.
    public func isDescendant(of folder: CloudPath) -> Bool {
        if folder.isRoot { return !isRoot }
        let (own, prefix) = (string.utf8, folder.string.utf8)
        guard own.count > prefix.count, own.starts(with: prefix) else { return false }
        return own[own.index(own.startIndex, offsetBy: prefix.count)] == UInt8(ascii: "/")
    }

    /// The path of the same item after the folder `source` became `target`.
    ///
    /// - Parameters:
    ///   - source: an ancestor, or the path itself.
    ///   - target: where that folder is now.
    /// - Returns: the new path, or `nil` if this path is neither `source` nor below it.
    /// - Throws: ``CloudPathError/tooLong``.
    public func moved(from source: CloudPath, to target: CloudPath) throws(CloudPathError) -> CloudPath? {
        if self == source { return target }
        guard isDescendant(of: source) else { return nil }
        let utf8 = string.utf8
        let rest = utf8.index(utf8.startIndex, offsetBy: source.isRoot ? 0 : source.string.utf8.count)
        return try target.appending(path: String(string[rest...]))
    }

    /// The check with which every move begins, before any request is sent.
    ///
    /// - Parameters:
    ///   - source: the item to move.
    ///   - target: its new path.
    /// - Throws: ``CloudPathError/rootImmovable`` if either is the root; then
    ///   ``CloudProviderError/itemAlreadyExists`` if both are the same bytes; then
    ///   ``CloudPathError/moveIntoDescendant`` if the target lies below the source.
    public static func checkMove(from source: CloudPath, to target: CloudPath) throws {
        guard !source.isRoot, !target.isRoot else { throw CloudPathError.rootImmovable }
        guard source != target else { throw CloudProviderError.itemAlreadyExists }
        guard !target.isDescendant(of: source) else { throw CloudPathError.moveIntoDescendant }
    }

    private var indexAfterLastSlash: String.Index {
        let scalars = string.unicodeScalars
        return scalars.lastIndex(of: "/").map { scalars.index(after: $0) } ?? scalars.startIndex
    }
}

extension CloudPath: Hashable, Comparable {
    /// Equal by UTF-8 bytes.
    public static func == (first: CloudPath, second: CloudPath) -> Bool {
        first.string.utf8.elementsEqual(second.string.utf8)
    }

    /// Ordered by UTF-8 bytes, which is the order of Unicode scalars.
    public static func < (first: CloudPath, second: CloudPath) -> Bool {
        first.string.utf8.lexicographicallyPrecedes(second.string.utf8)
    }

    /// Hashes the UTF-8 bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in string.utf8 { hasher.combine(byte) }
    }
}

extension CloudPath: Codable, CustomStringConvertible {
    /// Decodes from a string.
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(string)
    }

    /// The path as text.
    public var description: String { string }
}

extension StringProtocol {
    fileprivate var isRelativeComponent: Bool {
        utf8.elementsEqual(".".utf8) || utf8.elementsEqual("..".utf8)
    }
}

extension String {
    /// Splits at every scalar `separator`, without empty parts; a `Character` split would miss a separator that is
    /// followed by a combining mark.
    fileprivate func split(separator: Unicode.Scalar) -> [Substring] {
        var parts: [Substring] = []
        var start = unicodeScalars.startIndex
        while start < unicodeScalars.endIndex {
            let end = unicodeScalars[start...].firstIndex(of: separator) ?? unicodeScalars.endIndex
            if start < end { parts.append(self[start..<end]) }
            start = end < unicodeScalars.endIndex ? unicodeScalars.index(after: end) : end
        }
        return parts
    }
}
