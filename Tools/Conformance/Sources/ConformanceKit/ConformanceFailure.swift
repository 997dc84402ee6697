/// A provider doesn't do what a case asks for.
public struct ConformanceFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What should have happened.
    public var expected: String
    /// What happened.
    public var got: String

    /// Makes the error.
    ///
    /// - Parameters:
    ///   - expected: what should have happened.
    ///   - got: what happened.
    public init(expected: String, got: String) {
        self.expected = expected
        self.got = got
    }

    /// Both halves in one sentence.
    public var description: String { "expected \(expected), got \(got)" }
}
