internal import Foundation

/// Why a coordinator could not give access.
public enum FileCoordinationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder of the lock file can't be made or written, with the `errno` of the failed call.
    case lockFolderUnavailable(path: String, errno: Int32)
    /// The folder of the lock file belongs to another user, or others may write it.
    case lockFolderNotPrivate(path: String)
    /// The kernel refused the lock, with its `errno`.
    case lockFailed(errno: Int32)

    /// What happened and what to do, for a person.
    public var description: String {
        switch self {
        case .lockFolderUnavailable(let path, let errno):
            "the folder of the lock file, \(path), can't be used: \(Self.text(errno)); "
                + "set \(LockFolder.environmentKey) to a private folder"
        case .lockFolderNotPrivate(let path):
            "the folder of the lock file, \(path), must belong to you with mode 0700"
        case .lockFailed(let errno): "the system refused a file lock: \(Self.text(errno))"
        }
    }

    private static func text(_ errno: Int32) -> String { unsafe String(cString: strerror(errno)) }
}
