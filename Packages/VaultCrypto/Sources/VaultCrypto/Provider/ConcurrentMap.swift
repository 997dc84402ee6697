extension Array where Element: Sendable {
    /// Transforms the elements, a limited number of them at a time.
    ///
    /// - Parameters:
    ///   - limit: the most transformations that run at once.
    ///   - transform: called once for each element.
    /// - Returns: the results in the order of the elements.
    /// - Throws: the first error; the transformations that still run are cancelled and awaited.
    func concurrentMap<Result: Sendable>(
        atMost limit: Int,
        _ transform: @escaping @Sendable (Element) async throws -> Result
    ) async throws -> [Result] {
        try await withThrowingTaskGroup(of: (Int, Result).self) { group in
            var results = [Result?](repeating: nil, count: count)
            for (index, element) in enumerated() {
                if index >= limit, let (done, result) = try await group.next() { results[done] = result }
                group.addTask { (index, try await transform(element)) }
            }
            for try await (done, result) in group { results[done] = result }
            return results.compactMap(\.self)
        }
    }
}
