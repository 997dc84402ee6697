public import CloudCore

/// Why a cryptographic function gives no result; never holds a secret.
public enum CryptoError: CategorizedError, Hashable, CustomStringConvertible {
    /// The bytes were changed, or the key, the nonce or the associated data are not those they were sealed with.
    case authenticationFailed
    /// The function takes no key of this many bytes.
    case invalidKeySize(Int)
    /// A parameter is out of its range; the text names it and the range.
    case invalidParameter(String)
    /// The parameters ask for more memory than the caller allows, both in bytes.
    case memoryLimitExceeded(needed: Int, limit: Int)
    /// OpenSSL failed, with its own reason: out of memory, or an algorithm its configuration leaves out.
    case libraryFailure(String)

    /// The kind of failure.
    public var category: ErrorCategory {
        switch self {
        case .authenticationFailed: .notAuthentic
        case .invalidKeySize, .invalidParameter, .memoryLimitExceeded, .libraryFailure: .other
        }
    }

    /// The name of the case.
    public var code: String {
        switch self {
        case .authenticationFailed: "authenticationFailed"
        case .invalidKeySize: "invalidKeySize"
        case .invalidParameter: "invalidParameter"
        case .memoryLimitExceeded: "memoryLimitExceeded"
        case .libraryFailure: "libraryFailure"
        }
    }

    /// What is wrong, for a person.
    public var reason: String {
        switch self {
        case .authenticationFailed: "the data is damaged or was sealed with another key"
        case .invalidKeySize(let size): "a key of \(size) bytes can't be used here"
        case .invalidParameter(let text): "out of range: \(text)"
        case .memoryLimitExceeded(let needed, let limit):
            "deriving the key would take \(needed) bytes of memory, more than the \(limit) allowed"
        case .libraryFailure(let text): "OpenSSL failed: \(text)"
        }
    }

    /// What is wrong, for a person.
    public var description: String { reason }
}
