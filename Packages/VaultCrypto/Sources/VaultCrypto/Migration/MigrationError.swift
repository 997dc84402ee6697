public import CloudCore

/// Why a vault was not migrated; nothing was changed.
public enum MigrationError: CategorizedError, Hashable, CustomStringConvertible {
    /// The vault has a newer format than it was to get.
    case newerFormat(Int)
    /// A file of the vault is not downloaded yet, only its placeholder is there.
    case notDownloaded(CloudPath)
    /// The storage can't hold the new name of an entry; the value is the most bytes that a name may have.
    case nameTooLong(CloudPath, limit: Int)

    /// The kind of failure.
    public var category: ErrorCategory {
        switch self {
        case .newerFormat: .unsupported
        case .notDownloaded: .other
        case .nameTooLong: .nameNotAllowed
        }
    }

    /// What is wrong and what to do, for a person.
    public var reason: String {
        switch self {
        case .newerFormat(let format):
            "this vault has format \(format) already; there is no way back to an older one"
        case .notDownloaded(let path):
            "\(path) is not downloaded yet; download the whole vault first"
        case .nameTooLong(let path, let limit):
            "the new name of \(path) has more than the \(limit) bytes that this storage allows; "
                + "move the vault to another one first"
        }
    }

    /// What is wrong and what to do, for a person.
    public var description: String { reason }
}
