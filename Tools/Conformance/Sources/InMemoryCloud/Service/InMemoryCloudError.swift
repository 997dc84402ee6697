public import CloudCore

/// A failure that only this provider's own type can tell.
public enum InMemoryCloudError: CategorizedError, Hashable, CustomStringConvertible {
    /// The service doesn't take a name, for this reason.
    case nameNotAllowed(String)
    /// A download ended before all of its bytes had come.
    case bodyTruncated
    /// The service gave the token of the page that was asked for as that of the next.
    case listingRepeats

    /// The kind of failure.
    public var category: ErrorCategory {
        switch self {
        case .nameNotAllowed: .nameNotAllowed
        case .bodyTruncated, .listingRepeats: .other
        }
    }

    /// What happened, for a person.
    public var reason: String {
        switch self {
        case .nameNotAllowed(let reason): reason
        case .bodyTruncated: "the in-memory cloud broke off in the midst of a file; try again"
        case .listingRepeats: "the in-memory cloud repeats a page of the listing instead of going on"
        }
    }

    /// The name of the case.
    public var code: String {
        switch self {
        case .nameNotAllowed: "nameNotAllowed"
        case .bodyTruncated: "bodyTruncated"
        case .listingRepeats: "listingRepeats"
        }
    }

    /// What happened, for a person.
    public var description: String { reason }
}
