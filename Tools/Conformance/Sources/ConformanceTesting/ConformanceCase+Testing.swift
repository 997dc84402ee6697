public import ConformanceKit
public import Testing

extension ConformanceCase: CustomTestStringConvertible {
    /// The name, by which each case shows in the results.
    public var testDescription: String { name }
}
