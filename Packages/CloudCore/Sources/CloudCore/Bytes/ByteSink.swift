/// Takes the bytes of a transfer in order.
///
/// The one who writes calls ``start(at:)`` with 0, ``write(_:)`` any number of times and ``finish()`` once, one after
/// the other. When a transfer restarts, it calls ``start(at:)`` again.
public protocol ByteSink: Sendable {
    /// The next byte written is the one at `offset`.
    ///
    /// - Parameter offset: first 0; again after a restart, smaller or larger than what was written so far.
    /// - Throws: an error of the sink if it can't go back.
    @concurrent func start(at offset: Int) async throws
    /// Takes a piece, and returns when it can take more: that is the back-pressure.
    ///
    /// - Parameter bytes: at most 256 KiB.
    /// - Throws: an error of the sink, which ends the transfer.
    @concurrent func write(_ bytes: Bytes) async throws
    /// All bytes were written.
    ///
    /// - Throws: an error of the sink, such as contents that don't authenticate.
    @concurrent func finish() async throws
}

/// Collects small contents in memory, up to a limit.
public actor DataSink: ByteSink {
    /// More bytes came than the limit allows.
    public struct LimitExceeded: Error, Hashable, Sendable, CustomStringConvertible {
        /// The limit in bytes.
        public var limit: Int
        /// What happened, for a person.
        public var description: String { "the file is larger than \(limit) bytes" }
    }

    private let limit: Int
    private var collected: [UInt8] = []

    /// Makes an empty sink.
    ///
    /// - Parameter limit: the most bytes to take.
    public init(limit: Int) {
        self.limit = limit
    }

    /// What was written.
    public var bytes: [UInt8] { collected }

    /// Goes back to `offset`, which must not lie beyond what was written.
    ///
    /// - Parameter offset: 0 to the number of bytes so far.
    public func start(at offset: Int) {
        precondition(offset <= collected.count, "a sink in memory has no bytes to skip")
        collected.removeSubrange(offset...)
    }

    /// Appends.
    ///
    /// - Parameter bytes: the next bytes.
    /// - Throws: ``LimitExceeded``.
    public func write(_ bytes: Bytes) throws {
        guard collected.count + bytes.count <= limit else { throw LimitExceeded(limit: limit) }
        collected.append(contentsOf: bytes)
    }

    /// Does nothing.
    public func finish() {}
}
