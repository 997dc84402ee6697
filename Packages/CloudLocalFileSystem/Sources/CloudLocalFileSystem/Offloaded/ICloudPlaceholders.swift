public import CloudCore
public import Foundation

/// Placeholders in the form of iCloud Drive: `.Name.txt.icloud` for `Name.txt`.
///
/// A placeholder is a binary property list with the file's name and size. One that can't be read still stands for the
/// file that its name tells.
public struct ICloudPlaceholders: OffloadedItems {
    private let download: (@concurrent @Sendable (URL) async throws -> Void)?

    /// Makes a value.
    ///
    /// - Parameter download: brings the contents of the file at a URL back; without it, opening an offloaded file
    ///   throws ``LocalFileSystemError/offloaded``.
    public init(download: (@concurrent @Sendable (URL) async throws -> Void)? = nil) {
        self.download = download
    }

    /// Names like `.….icloud`.
    public var reservedNames: NamePolicy.Pattern { NamePolicy.Pattern(prefix: ".", suffix: Self.suffix) }

    /// What a placeholder stands for.
    ///
    /// - Parameters:
    ///   - name: the placeholder's name.
    ///   - contents: a property list with `NSURLNameKey` and `NSURLFileSizeKey`.
    /// - Returns: the file; its name is taken from the placeholder's where the list's doesn't fit to it.
    public func item(ofPlaceholderNamed name: String, contents: [UInt8]) -> OffloadedItem {
        let list = try? PropertyListDecoder().decode(Contents.self, from: Data(contents))
        let size = list?.size.flatMap { $0 >= 0 ? $0 : nil }
        if let real = list?.name,
            placeholderNames(for: real).contains(where: { $0.utf8.elementsEqual(name.utf8) })
        {
            return OffloadedItem(name: real, size: size)
        }
        let bare = name.utf8.dropFirst().dropLast(Self.suffix.utf8.count)
        return OffloadedItem(name: String(Substring(bare)), size: size)
    }

    /// The names that the placeholder of a file may have.
    ///
    /// - Parameter name: the file's name.
    /// - Returns: one name, or two for a name that begins with `_`, before which two dots were seen.
    public func placeholderNames(for name: String) -> [String] {
        let usual = "." + name + Self.suffix
        return name.hasPrefix("_") ? [usual, "." + usual] : [usual]
    }

    /// Brings the contents of a file back.
    ///
    /// - Parameter url: the file's real URL.
    /// - Throws: ``LocalFileSystemError/offloaded`` without a way to; errors of the download.
    @concurrent public func makeAvailable(_ url: URL) async throws {
        guard let download else { throw LocalFileSystemError.offloaded }
        try await download(url)
    }

    private struct Contents: Decodable {
        enum CodingKeys: String, CodingKey {
            case name = "NSURLNameKey"
            case size = "NSURLFileSizeKey"
        }

        var name: String?
        var size: Int?
    }

    private static let suffix = ".icloud"
}
