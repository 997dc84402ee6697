/// Reads a file whose bytes are at hand as a ``ByteSource``.
public struct SourceFileReader: FileReader {
    /// The metadata of the version that is read.
    public let metadata: CloudItemMetadata
    let source: any ByteSource

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - source: all bytes of the file.
    ///   - metadata: of the same version.
    public init(_ source: any ByteSource, metadata: CloudItemMetadata) {
        self.source = source
        self.metadata = metadata
    }

    /// Reads a range into a sink.
    ///
    /// - Parameters:
    ///   - range: byte offsets.
    ///   - sink: is started, and finished on success.
    ///   - observer: watches.
    /// - Throws: ``FileReaderError/changed``; what source and sink throw; `CancellationError`.
    @concurrent public func read(_ range: Range<Int>, into sink: any ByteSink, observer: TransferObserver) async throws
    {
        do {
            try await source.copy(range, into: sink, observer: observer)
        } catch SourceError.changed {
            throw FileReaderError.changed
        }
    }
}

extension ByteSource {
    /// Copies a range piece by piece; cancellation is checked before each.
    ///
    /// - Parameters:
    ///   - range: byte offsets; what lies beyond the end gives no bytes.
    ///   - sink: its offset 0 is the lower bound of the range. It is started, and finished on success.
    ///   - observer: told after every piece.
    /// - Throws: what source and sink throw; ``SourceError/changed`` if the source ends early; `CancellationError`.
    @concurrent public func copy(
        _ range: Range<Int>,
        into sink: any ByteSink,
        observer: TransferObserver = .none
    ) async throws {
        let range = range.clamped(to: 0..<length)
        var offset = range.lowerBound
        try Task.checkCancellation()
        try await sink.start(at: 0)
        while offset < range.upperBound {
            try Task.checkCancellation()
            let bytes = try await read(at: offset, atMost: min(range.upperBound - offset, Bytes.maximumPiece))
            guard !bytes.isEmpty else { throw SourceError.changed }
            try await sink.write(bytes)
            offset += bytes.count
            observer.moved(offset - range.lowerBound, range.count)
        }
        try await sink.finish()
    }
}
