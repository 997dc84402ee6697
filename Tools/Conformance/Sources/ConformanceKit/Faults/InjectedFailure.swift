/// An error that no provider knows, to see that it reaches the caller unchanged.
public struct InjectedFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Makes the error.
    public init() {}
    /// A text for reports.
    public var description: String { "a failure that the test injected" }
}
