import CloudCore

/// Collects what is written, and how.
actor TestSink: ByteSink {
    struct Refused: Error {}

    private(set) var bytes: [UInt8] = []
    private(set) var largestPiece = 0
    private(set) var starts: [Int] = []
    private(set) var isFinished = false
    private let limit: Int

    /// - Parameter limit: fails once more bytes come.
    init(limit: Int = .max) {
        self.limit = limit
    }

    func start(at offset: Int) {
        starts.append(offset)
        bytes.removeSubrange(offset...)
    }

    func write(_ piece: Bytes) throws {
        guard bytes.count + piece.count <= limit else { throw Refused() }
        bytes += piece
        largestPiece = max(largestPiece, piece.count)
    }

    func finish() {
        isFinished = true
    }
}
