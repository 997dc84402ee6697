internal import CloudCore

/// The error that a case asks for.
enum ExpectedError: Sendable, CustomStringConvertible {
    case cloud(CloudProviderError)
    case path(CloudPathError)
    case local(LocalFileError)
    /// An error of the provider's own that says `nameNotAllowed`.
    case nameNotAllowed
    case sourceChanged
    case readerChanged
    case cancellation
    /// Any error but a success: where each service has its own.
    case any

    static let notFound = ExpectedError.cloud(.itemNotFound)
    static let alreadyExists = ExpectedError.cloud(.itemAlreadyExists)
    static let typeMismatch = ExpectedError.cloud(.itemTypeMismatch)
    static let parentMissing = ExpectedError.cloud(.parentFolderDoesNotExist)

    func matches(_ error: any Error) -> Bool {
        switch self {
        case .cloud(let expected): error as? CloudProviderError == expected
        case .path(let expected): error as? CloudPathError == expected
        case .local(let expected): error as? LocalFileError == expected
        case .nameNotAllowed: (error as? any CategorizedError)?.category == .nameNotAllowed
        case .sourceChanged: error as? SourceError == .changed
        case .readerChanged: error as? FileReaderError == .changed
        case .cancellation: error is CancellationError
        case .any: !(error is CancellationError)
        }
    }

    var description: String {
        switch self {
        case .cloud(let error): "CloudProviderError.\(error.rawValue)"
        case .path(let error): "CloudPathError.\(error.rawValue)"
        case .local(let error): "LocalFileError.\(error.code)"
        case .nameNotAllowed: "an error of the category nameNotAllowed"
        case .sourceChanged: "SourceError.changed"
        case .readerChanged: "FileReaderError.changed"
        case .cancellation: "CancellationError"
        case .any: "an error"
        }
    }
}

/// The name of an error in a report: type and case, then its text.
func describe(_ error: any Error) -> String {
    switch error {
    case let error as ConformanceFailure: error.description
    case let error as CloudProviderError: "CloudProviderError.\(error.rawValue)"
    case let error as CloudPathError: "CloudPathError.\(error.rawValue)"
    case let error as any CategorizedError: "\(type(of: error)).\(error.code) (\(error.reason))"
    default: "\(type(of: error)) (\(error))"
    }
}
