/// The failures of a ``CloudProvider`` that a caller must be able to tell apart.
///
/// The cases have no payload. What the service said is found in the log at `info` and in the ``ServiceDiagnostics``
/// that the caller bound. Every other failure is an error of the provider's own type, of `TransportError`, of
/// ``LocalFileError`` or of ``SourceError``.
public enum CloudProviderError: String, Error, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// There is no item at the path.
    case itemNotFound
    /// Something stands at the path already.
    case itemAlreadyExists
    /// The item is of another kind than the method is for.
    case itemTypeMismatch
    /// The parent of the path is missing or is no folder.
    case parentFolderDoesNotExist
    /// The page token is damaged, too old, or of another folder or account.
    case pageTokenInvalid
    /// The account has no space left.
    case quotaInsufficient
    /// The service refuses the login.
    case unauthorized
    /// The service can't be reached.
    case noInternetConnection

    /// What happened, for a person.
    public var description: String {
        switch self {
        case .itemNotFound: "no such file or folder"
        case .itemAlreadyExists: "an item with this name exists already"
        case .itemTypeMismatch: "the item is of another kind (a folder where a file was meant, or the reverse)"
        case .parentFolderDoesNotExist: "the parent folder does not exist"
        case .pageTokenInvalid: "the page token is no longer valid; list the folder again from the start"
        case .quotaInsufficient: "not enough space left in this account"
        case .unauthorized: "the service refused the login or the permission"
        case .noInternetConnection: "no connection to the service"
        }
    }
}
