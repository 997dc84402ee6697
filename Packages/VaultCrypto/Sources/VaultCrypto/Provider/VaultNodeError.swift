public import CloudCore

/// What is wrong with an item of a vault whose ciphertext is damaged, or with a name that can't be stored.
///
/// Paths are those of the ciphertext.
public enum VaultNodeError: CategorizedError, Hashable, CustomStringConvertible {
    /// The node's folder holds no file that tells what kind of item it is.
    case noTypeFile(CloudPath)
    /// The node's folder holds several files that tell its kind.
    case severalTypeFiles(CloudPath)
    /// The id of a folder is empty, longer than 36 bytes, or no ASCII.
    case invalidDirectoryId(CloudPath)
    /// A folder has the id of a folder above it, so that the tree has no end.
    case directoryCycle(CloudPath)
    /// The name can't be stored; the value says why.
    case nameNotAllowed(String)

    /// The kind of failure.
    public var category: ErrorCategory {
        switch self {
        case .noTypeFile, .severalTypeFiles, .invalidDirectoryId, .directoryCycle: .other
        case .nameNotAllowed: .nameNotAllowed
        }
    }

    /// What is wrong and what to do, for a person.
    public var reason: String {
        switch self {
        case .noTypeFile(let path):
            "the vault is damaged: \(path) says neither file, folder nor link; check the vault"
        case .severalTypeFiles(let path):
            "the vault is damaged: \(path) is of several kinds at once; check the vault"
        case .invalidDirectoryId(let path):
            "the vault is damaged: \(path) holds no valid directory ID; check the vault"
        case .directoryCycle(let path):
            "the vault is damaged: \(path) leads back to a folder above it; check the vault"
        case .nameNotAllowed(let why):
            why
        }
    }

    /// What is wrong and what to do, for a person.
    public var description: String { reason }
}
