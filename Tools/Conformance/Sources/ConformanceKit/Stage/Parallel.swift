/// Runs `body` for every element, so many at once; throws the first error.
func inParallel<Element: Sendable>(
    _ elements: [Element],
    atOnce limit: Int,
    _ body: @escaping @Sendable (Element) async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, element) in elements.enumerated() {
            if number >= limit { try await group.next() }
            group.addTask { try await body(element) }
        }
        try await group.waitForAll()
    }
}

/// Runs `body` so many times at once, and gives all results.
func results<Value: Sendable>(
    _ count: Int,
    of body: @escaping @Sendable (Int) async throws -> Value
) async -> [Result<Value, any Error>] {
    await withTaskGroup(of: Result<Value, any Error>.self) { group in
        for number in 0..<count {
            group.addTask {
                do { return .success(try await body(number)) } catch { return .failure(error) }
            }
        }
        return await group.reduce(into: []) { $0.append($1) }
    }
}
