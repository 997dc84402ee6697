/// What kind of failure an error is, for a caller who doesn't know its type.
public enum ErrorCategory: String, Hashable, Sendable {
    /// The service doesn't take the name; see ``CategorizedError/reason``.
    case nameNotAllowed
    /// Contents or names don't authenticate: they are damaged or were tampered with.
    case notAuthentic
    /// The passphrase is wrong.
    case wrongPassphrase
    /// The machine's user may not read or write a local file.
    case notPermitted
    /// The local disk is full.
    case noLocalSpace
    /// The service asked to slow down for longer than the caller waits.
    case rateLimited
    /// The item at the path is of another kind than was asked for.
    case wrongType
    /// An item is missing.
    case notFound
    /// What was asked for is not to be had here.
    case unsupported
    /// None of the above.
    case other
}

/// An error of a provider, a decorator or a store that says what kind of failure it is.
public protocol CategorizedError: Error {
    /// The kind of failure.
    var category: ErrorCategory { get }
    /// What is wrong and what to do, for a person, without secrets and cleartext names.
    var reason: String { get }
    /// The name of the enumeration's case, for programs; stable between versions.
    ///
    /// The default knows the cases that have a payload; an error with others states it.
    var code: String { get }
}

extension CategorizedError {
    /// The case's name where it has a payload, else the name of the type.
    public var code: String {
        Mirror(reflecting: self).children.first?.label ?? "\(type(of: self))"
    }
}
