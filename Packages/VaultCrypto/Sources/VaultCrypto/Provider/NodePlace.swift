internal import CloudCore

/// Where an item of a vault stands, or would stand, among the ciphertext.
struct NodePlace: Hashable, Sendable {
    /// How the ciphertext tells what kind of item it is.
    enum Form: Hashable, Sendable {
        /// Formats 7 and 8: a file, or a folder with a file for its kind.
        case plain
        /// Formats 7 and 8, name too long: a folder with a file for its kind, and its name in another one.
        case shortened
        /// Format 6: always a file, whose name tells the kind.
        case single(CloudItemType)
    }

    /// The entry of the content folder.
    let path: CloudPath
    /// How it tells its kind.
    let form: Form
    /// The encrypted name where it is too long to be the entry's; `nil` for a place that was found by listing.
    var longName: String?

    /// Whether an item of the kind can stand here.
    func canHold(_ kind: CloudItemType) -> Bool {
        if case .single(let own) = form { own == kind } else { true }
    }

    /// The file that holds the content of a file, the id of a folder or the target of a link.
    func body(of kind: CloudItemType) throws(CloudPathError) -> CloudPath {
        switch (form, kind) {
        case (.single, _), (.plain, .file): path
        case (.plain, _), (.shortened, _): try path.appending(TypeFile.name(of: kind))
        }
    }
}

/// An item of a vault that was found.
struct VaultNode: Sendable {
    /// Where it stands.
    let place: NodePlace
    /// File, folder or link.
    let kind: CloudItemType
    /// What the delegate tells of the entry itself or of the file in it, whichever carries size and date.
    let facts: CloudItemMetadata
}

/// The files in a node's folder that make it one of a kind (formats 7 and 8).
enum TypeFile: Sendable {
    static let directoryId = "dir.c9r"
    static let linkTarget = "symlink.c9r"
    static let contents = "contents.c9r"
    static let longName = "name.c9s"

    static func name(of kind: CloudItemType) -> String {
        switch kind {
        case .folder: directoryId
        case .symlink: linkTarget
        case .file, .unknown: contents
        }
    }

    /// The kind that a file makes of a node of this form.
    static func kind(of name: String, in form: NodePlace.Form) -> CloudItemType? {
        switch name {
        case directoryId: .folder
        case linkTarget: .symlink
        case contents where form == .shortened: .file
        default: nil
        }
    }
}

/// What stands in the folder of a node.
struct NodeContents: Sendable {
    /// The files that tell a kind; a healthy node has one.
    var bodies: [CloudItemType: CloudItemMetadata] = [:]
    /// Whether the long name is there.
    var hasLongName = false
    /// How many entries are none of these, or couldn't be listed.
    var others = 0

    /// Whether nothing at all is there.
    var isEmpty: Bool { bodies.isEmpty && !hasLongName && others == 0 }

    /// The only kind and the file that tells it.
    ///
    /// - Parameter place: for the error.
    /// - Returns: the file's metadata with its kind.
    /// - Throws: ``VaultNodeError/noTypeFile(_:)``, ``VaultNodeError/severalTypeFiles(_:)``.
    func only(at place: NodePlace) throws(VaultNodeError) -> (kind: CloudItemType, facts: CloudItemMetadata) {
        guard let first = bodies.first else { throw .noTypeFile(place.path) }
        guard bodies.count == 1 else { throw .severalTypeFiles(place.path) }
        return (first.key, first.value)
    }
}
