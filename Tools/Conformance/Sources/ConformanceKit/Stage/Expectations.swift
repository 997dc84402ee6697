/// Checks a condition.
func expect(
    _ condition: Bool,
    _ expected: @autoclosure () -> String,
    got: @autoclosure () -> String
) throws(ConformanceFailure) {
    guard condition else { throw ConformanceFailure(expected: expected(), got: got()) }
}

/// Checks a value.
func expectEqual<Value: Equatable>(
    _ got: Value,
    _ expected: Value,
    _ what: @autoclosure () -> String
) throws(ConformanceFailure) {
    try expect(got == expected, "\(what()): \(expected)", got: "\(got)")
}

/// Checks contents, without printing them.
func expectContent(_ got: [UInt8], _ expected: [UInt8], of what: String) throws(ConformanceFailure) {
    guard got != expected else { return }
    let place = zip(got, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    throw ConformanceFailure(
        expected: "\(what) to have its \(expected.count) bytes",
        got: "\(got.count) bytes" + (place.map { ", different from byte \($0) on" } ?? "")
    )
}

/// Runs `body`, which must throw the error.
func expectError<Value>(
    _ expected: ExpectedError,
    _ what: String,
    from body: () async throws -> Value
) async throws {
    do {
        _ = try await body()
    } catch {
        guard expected.matches(error) else {
            throw ConformanceFailure(expected: "\(expected) from \(what)", got: describe(error))
        }
        return
    }
    throw ConformanceFailure(expected: "\(expected) from \(what)", got: "success")
}

/// A value that must be there.
func unwrap<Value>(_ value: Value?, _ what: String) throws(ConformanceFailure) -> Value {
    guard let value else { throw ConformanceFailure(expected: what, got: "none") }
    return value
}
