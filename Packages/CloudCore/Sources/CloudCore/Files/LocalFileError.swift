internal import Foundation

/// A failure on the local side of a download or upload.
public enum LocalFileError: CategorizedError, Hashable, CustomStringConvertible {
    /// The folder in which the local file is to be made is missing.
    case parentMissing
    /// The local file or folder may not be read or written.
    case notPermitted
    /// The local disk, or the user's share of it, is full.
    case noSpace
    /// Another failure of the system, with its `errno`.
    case failed(errno: Int32)

    /// The kind of failure.
    public var category: ErrorCategory {
        switch self {
        case .parentMissing: .notFound
        case .notPermitted: .notPermitted
        case .noSpace: .noLocalSpace
        case .failed: .other
        }
    }

    /// What happened, for a person.
    public var reason: String {
        switch self {
        case .parentMissing: "the local folder does not exist"
        case .notPermitted: "the local file may not be read or written"
        case .noSpace: "the local disk is full"
        case .failed(let errno): unsafe "local file error: \(String(cString: strerror(errno)))"
        }
    }

    /// The name of the case.
    public var code: String {
        switch self {
        case .parentMissing: "parentMissing"
        case .notPermitted: "notPermitted"
        case .noSpace: "noSpace"
        case .failed: "failed"
        }
    }

    /// What happened, for a person.
    public var description: String { reason }

    /// The error for an `errno` of a call on the local file.
    ///
    /// - Parameter errno: as the C library left it.
    public init(errno: Int32) {
        switch errno {
        case EACCES, EPERM, EROFS: self = .notPermitted
        case ENOSPC, EDQUOT: self = .noSpace
        default: self = .failed(errno: errno)
        }
    }
}
