internal import CloudCore

/// The status with which the command ends.
enum CommandStatus: Int32, Sendable {
    case done = 0
    case failed = 1
    case usage = 2
    case notFound = 3
    case alreadyExists = 4
    case unauthorized = 5
    case noConnection = 6
    case quota = 7
    case wrongType = 8
    case differences = 9
    case someFailed = 10
    case interrupted = 130  // 128 + SIGINT, as a shell shows it
    case brokenPipe = 141  // 128 + SIGPIPE
}

extension CommandStatus {
    /// The status for an error of one item.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure.status
        case is UsageError, is ConfigurationError: self = .usage
        case let error as CloudProviderError: self.init(error)
        case is CloudPathError: self = .usage
        case is CancellationError: self = .interrupted
        case is BrokenPipe: self = .brokenPipe
        case let error as any CategorizedError: self.init(error.category)
        default: self = .failed
        }
    }

    private init(_ error: CloudProviderError) {
        self =
            switch error {
            case .itemNotFound, .parentFolderDoesNotExist: .notFound
            case .itemAlreadyExists: .alreadyExists
            case .itemTypeMismatch: .wrongType
            case .pageTokenInvalid: .failed
            case .quotaInsufficient: .quota
            case .unauthorized: .unauthorized
            case .noInternetConnection: .noConnection
            }
    }

    private init(_ category: ErrorCategory) {
        self =
            switch category {
            case .notAuthentic: .differences
            case .wrongPassphrase, .notPermitted: .unauthorized
            case .noLocalSpace: .quota
            case .wrongType: .wrongType
            case .notFound: .notFound
            case .nameNotAllowed, .rateLimited, .unsupported, .other: .failed
            }
    }
}
