public import CloudCore

/// The masterkey file could not be replaced, and the old one may be gone.
public struct MasterkeyReplacementError: CategorizedError, Hashable, CustomStringConvertible {
    /// The backup of the old file, which opens with the old passphrase.
    public var backup: CloudPath

    /// The kind of failure.
    public var category: ErrorCategory { .other }

    /// What happened and what to do, for a person.
    public var reason: String {
        "masterkey.cryptomator could not be replaced and may be damaged; its backup is \(backup)"
    }

    /// What happened and what to do, for a person.
    public var description: String { reason }
}
