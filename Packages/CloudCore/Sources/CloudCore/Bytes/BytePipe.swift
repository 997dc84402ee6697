/// Carries pieces from one task that writes to one that reads, a few at a time.
///
/// The writer waits while the pipe is full, the reader while it is empty. A pipe that either side closes stays closed.
actor BytePipe {
    private static let capacity = 4  // pieces of at most 256 KiB

    private var pieces: [Bytes] = []
    private var end: Result<Void, any Error>?
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Waits until there is room, and adds a piece.
    ///
    /// - Throws: what the pipe was closed with, `CancellationError` if it was closed without an error.
    func send(_ piece: Bytes) async throws {
        while pieces.count >= Self.capacity, end == nil { await change() }
        if let end {
            try end.get()
            throw CancellationError()
        }
        pieces.append(piece)
        wake()
    }

    /// Waits for a piece; `nil` once the pipe was closed without an error and everything was read.
    ///
    /// - Throws: what the pipe was closed with, at once.
    func next() async throws -> Bytes? {
        while pieces.isEmpty, end == nil { await change() }
        if case .failure(let error) = end { throw error }
        guard !pieces.isEmpty else { return nil }
        defer { wake() }
        return pieces.removeFirst()
    }

    /// Closes the pipe; the first one who does decides with what.
    func close(_ result: Result<Void, any Error> = .success(())) {
        end = end ?? result
        wake()
    }

    private func change() async {
        await withCheckedContinuation { waiters.append($0) }
    }

    private func wake() {
        for waiter in waiters { waiter.resume() }
        waiters = []
    }
}
