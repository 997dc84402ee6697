internal import CloudCore

/// The results of the command on standard output, where nothing else goes.
///
/// Texts are written some at a time, from any task and in order. Writing never blocks the cooperative pool: a slow
/// reader of a pipe holds up the command alone.
final class Output: Sendable {
    private let streams: Streams
    private let isGivenUp: @Sendable () -> Bool
    private let buffered = Locked<[UInt8]>([])
    /// Held by the one who writes, on a thread that may block.
    private let writing = Locked(())
    private let broken = Locked(false)
    private static let bufferSize = 32 * 1024  // bytes of results that are written at once

    /// - Parameters:
    ///   - streams: where results go.
    ///   - isGivenUp: whether results need not be written any more that nobody takes.
    init(_ streams: Streams, isGivenUp: @escaping @Sendable () -> Bool) {
        self.streams = streams
        self.isGivenUp = isGivenUp
    }

    /// Whether nobody reads the results any more.
    var isBroken: Bool { broken.withLock(\.self) }

    /// Prints one line of results; control characters are escaped on a terminal only.
    ///
    /// - Throws: as ``flush()``.
    @concurrent func line(_ text: String, end: String = "\n") async throws {
        try await write((streams.resultIsTerminal ? Terminal.escaped(text) : text) + end)
    }

    /// Prints results as they are.
    ///
    /// - Throws: as ``flush()``.
    @concurrent func write(_ text: String) async throws {
        let isFull = buffered.withLock { buffer in
            buffer += text.utf8
            return buffer.count >= Self.bufferSize
        }
        if isFull || streams.resultIsTerminal { try await flush() }
    }

    /// Prints contents as they are, after what was printed before.
    ///
    /// - Throws: as ``flush()``.
    @concurrent func write(_ bytes: Bytes) async throws {
        try await writeOut(then: bytes)
    }

    /// Writes out what is still buffered.
    ///
    /// - Throws: ``BrokenPipe``; ``PlacedError`` if what stands behind standard output can't take it;
    ///   `CancellationError` if nobody takes it and the results are given up.
    @concurrent func flush() async throws {
        try await writeOut(then: [])
    }

    private func writeOut(then bytes: Bytes) async throws {
        do {
            try await BlockingWork.run { [self] in
                try writing.withLock { _ in
                    let texts = buffered.withLock { buffer in
                        defer { buffer = [] }
                        return buffer[...]
                    }
                    for piece in [texts, bytes] where !piece.isEmpty { try streams.result(piece, isGivenUp) }
                }
            }
        } catch let error as BrokenPipe {
            broken.withLock { $0 = true }
            throw error
        } catch let error as LocalFileError {
            throw PlacedError(place: "standard output", error: error)
        }
    }
}
