public import CloudCore
internal import Foundation

/// What goes wrong with a local folder beyond `CloudProviderError`.
public enum LocalFileSystemError: CategorizedError, Hashable, CustomStringConvertible {
    /// The root is no file URL.
    case rootNotAFileURL
    /// There is nothing at the root's path.
    case rootNotFound
    /// What stands at the root's path is no folder.
    case rootNotAFolder
    /// A symbolic link on the way, or at the path, leads out of the root.
    case linkLeavesRoot
    /// The file system can't hold the name, or the name is reserved.
    case nameNotAllowed(reason: String)
    /// The contents are not on this machine, and nobody could fetch them.
    case offloaded
    /// Source and target of a move are on different file systems.
    case otherFileSystem
    /// Another failure of the system, with its `errno`.
    case failed(errno: Int32)

    /// The kind of failure.
    public var category: ErrorCategory {
        switch self {
        case .rootNotAFileURL, .otherFileSystem, .offloaded: .unsupported
        case .rootNotFound: .notFound
        case .rootNotAFolder: .wrongType
        case .linkLeavesRoot: .notPermitted
        case .nameNotAllowed: .nameNotAllowed
        case .failed: .other
        }
    }

    /// What is wrong and what to do, for a person.
    public var reason: String {
        switch self {
        case .rootNotAFileURL: "the root must be a file URL"
        case .rootNotFound: "the root folder does not exist; create it first"
        case .rootNotAFolder: "the root is not a folder"
        case .linkLeavesRoot: "a symbolic link leads out of the root folder"
        case .nameNotAllowed(let reason): "the name is not allowed: \(reason)"
        case .offloaded: "the contents are not on this machine; download them with the program that keeps them"
        case .otherFileSystem: "source and target are on different file systems; copy, then delete"
        case .failed(let errno): unsafe "file system error: \(String(cString: strerror(errno)))"
        }
    }

    /// What is wrong and what to do, for a person.
    public var description: String { reason }
}
