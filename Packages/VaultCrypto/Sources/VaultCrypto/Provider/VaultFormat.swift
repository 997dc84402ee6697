internal import CloudCore

/// What differs between format 6, where every node is a file, and formats 7 and 8, where nodes may be folders.
protocol VaultFormat: Sendable {
    /// Whether each content folder holds an encrypted copy of its id (`dirid.c9r`).
    var writesDirectoryIdBackups: Bool { get }

    /// The most characters of an encrypted name that isn't shortened.
    var shorteningThreshold: Int { get }

    /// The most bytes of a name whose encrypted form has at most so many characters, for a kind of item.
    func longestName(of kind: CloudItemType, withEncryptedLength length: Int) -> Int

    /// The places of an item by its name, encrypted in its composed form, without a request.
    ///
    /// Together they can hold every kind; that of a file comes first.
    func places(of name: String, in folder: VaultFolder) throws -> [NodePlace]

    /// Finds out whether an entry of a content folder is a node, and its name.
    func read(_ entry: CloudItemMetadata, in folder: VaultFolder) async throws -> ListedEntry

    /// Whether an entry's name is just what a shortened node has, which costs requests to read.
    func isShortenedName(_ name: String) -> Bool

    /// The file that holds the id of a folder if an entry is the node of one, whatever its name says.
    func directoryIdFile(of entry: CloudItemMetadata) throws -> CloudPath?

    /// Writes the long name of a place that has one to where readers look for it.
    func recordLongName(of place: NodePlace) async throws

    /// Gives a node that was just looked up another place, which ``places(of:in:)`` made.
    func move(_ node: VaultNode, to target: NodePlace) async throws
}

extension VaultFormat {
    /// The most bytes of a name of any kind whose encrypted form has at most so many characters.
    func longestName(withEncryptedLength length: Int) -> Int {
        longestName(of: .symlink, withEncryptedLength: length)
    }

    /// The place of an item of one kind.
    func place(of name: String, holding kind: CloudItemType, in folder: VaultFolder) throws -> NodePlace {
        guard let place = try places(of: name, in: folder).first(where: { $0.canHold(kind) }) else {
            preconditionFailure("every kind has a place in a vault")
        }
        return place
    }
}

/// What an entry of a content folder is.
enum ListedEntry: Sendable {
    /// Not of the vault.
    case foreign
    /// Of the vault, and can't be read; says why.
    case unreadable(String)
    /// A node.
    case node(ListedName)
}

/// The name of a node as a listing found it.
struct ListedName: Sendable {
    /// The decrypted name, as it was stored.
    var cleartext: String
    /// What a sync client put after the encrypted name.
    var suffix: String
    /// Where the node stands, whatever its name should be.
    var place: NodePlace
    /// What the delegate tells of the entry.
    var entry: CloudItemMetadata
}
