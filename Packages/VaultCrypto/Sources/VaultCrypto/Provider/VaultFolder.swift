internal import CloudCore

/// A folder of a vault, as its ciphertext knows it.
final class VaultFolder: Sendable {
    /// The most bytes that an id has; apps write UUIDs.
    static let maximumIdLength = 36

    /// The opaque id; empty for the root only.
    let id: [UInt8]
    /// The folder of the ciphertext in which the entries stand.
    let contents: CloudPath
    /// The folder above; `nil` for the root.
    let parent: VaultFolder?

    init(id: [UInt8], contents: CloudPath, parent: VaultFolder?) {
        self.id = id
        self.contents = contents
        self.parent = parent
    }

    /// Whether an id is that of this folder or of one above it: below a folder with such an id, a tree has no end.
    func isOrDescends(fromId id: [UInt8]) -> Bool {
        sequence(first: self, next: \.parent).contains { $0.id == id }
    }
}
