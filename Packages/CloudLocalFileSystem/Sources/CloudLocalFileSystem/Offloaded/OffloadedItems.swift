public import CloudCore
public import Foundation

/// A file whose contents are elsewhere.
public struct OffloadedItem: Hashable, Sendable {
    /// The file's name.
    public var name: String
    /// Size of the file in bytes, if that is known.
    public var size: Int?

    /// Makes a value.
    ///
    /// - Parameters:
    ///   - name: the file's name.
    ///   - size: bytes.
    public init(name: String, size: Int?) {
        self.name = name
        self.size = size
    }
}

/// Knows the placeholders that stand in a folder for files whose contents are elsewhere, and brings the contents back.
///
/// The provider lists such a file under its real name, with the placeholder's date, and asks for its contents when it
/// is opened or moved. A real file of the same name wins over a placeholder.
public protocol OffloadedItems: Sendable {
    /// The form of the placeholders' names: every regular file of such a name is one, and no item gets one.
    var reservedNames: NamePolicy.Pattern { get }

    /// What a placeholder stands for.
    ///
    /// The name must be one for which ``placeholderNames(for:)`` gives the placeholder's name, or the file could be
    /// listed and not found.
    ///
    /// - Parameters:
    ///   - name: the placeholder's name.
    ///   - contents: its first 4 KiB.
    /// - Returns: the file.
    func item(ofPlaceholderNamed name: String, contents: [UInt8]) -> OffloadedItem

    /// The names that the placeholder of a file may have.
    ///
    /// - Parameter name: the file's name.
    /// - Returns: the likeliest first; few.
    func placeholderNames(for name: String) -> [String]

    /// Brings the contents of a file back.
    ///
    /// - Parameter url: the file's real URL, not its placeholder's.
    /// - Throws: ``LocalFileSystemError/offloaded`` if nobody can; errors of the one who fetches them;
    ///   `CancellationError`. When it returns, the file stands at `url`.
    @concurrent func makeAvailable(_ url: URL) async throws
}
