internal import Foundation

extension FileReader {
    /// The file's bytes as a source, to be written to another provider.
    ///
    /// - Returns: the reader's own source where it has one; else a source that serves reads in order from one running
    ///   read, and starts another read for any other offset.
    /// - Throws: ``UnknownLength`` if the metadata doesn't tell the size.
    public func byteSource() throws(UnknownLength) -> any ByteSource {
        if let own = self as? SourceFileReader { return own.source }
        return try ReaderSource(self)
    }
}

/// A file whose size isn't known can't be written elsewhere.
public struct UnknownLength: Error, Hashable, Sendable, CustomStringConvertible {
    /// Makes the error.
    public init() {}
    /// What happened, for a person.
    public var description: String { "the size of the file is not known; it may be damaged" }
}

/// A source over the running read of a ``FileReader``.
actor ReaderSource: ByteSource {
    /// One read that runs, and the piece that was taken from it but not handed out.
    private struct Run {
        var pipe: BytePipe
        var task: Task<Void, Never>
        var position: Int
        var piece: Bytes = []
    }

    nonisolated let length: Int
    nonisolated let modificationDate: Date?
    nonisolated let identity: SourceIdentity?
    private let reader: any FileReader
    private let order = PathLock()
    private var run: Run?

    init(_ reader: any FileReader) throws(UnknownLength) {
        guard let size = reader.metadata.size else { throw UnknownLength() }
        length = size
        modificationDate = reader.metadata.lastModifiedDate
        let item = reader.metadata.identifier ?? reader.metadata.cloudPath.string
        identity = reader.metadata.revision.map { SourceIdentity(rawValue: "\(item)|\($0)|\(size)") }
        self.reader = reader
    }

    deinit { run?.task.cancel() }

    func read(at offset: Int, atMost count: Int) async throws -> Bytes {
        guard offset < length else { return [] }
        return try await order.withLock(on: .root) { try await self.next(at: offset, atMost: count) }
    }

    private func next(at offset: Int, atMost count: Int) async throws -> Bytes {
        if run?.position != offset {
            run?.task.cancel()
            run = start(at: offset)
        }
        guard var current = run else { return [] }
        run = nil
        do {
            if current.piece.isEmpty {
                let (pipe, task) = (current.pipe, current.task)
                let piece = try await withTaskCancellationHandler {
                    try await pipe.next()
                } onCancel: {
                    task.cancel()
                }
                guard let piece else { throw FileReaderError.changed }
                current.piece = piece
            }
        } catch {
            current.task.cancel()
            throw error is FileReaderError ? SourceError.changed : error
        }
        let handedOut = current.piece.prefix(count)
        current.piece = current.piece.dropFirst(handedOut.count)
        current.position += handedOut.count
        run = current
        return handedOut
    }

    private func start(at offset: Int) -> Run {
        let pipe = BytePipe()
        let (reader, length) = (reader, length)
        let task = Task {
            await withTaskCancellationHandler {
                do {
                    try await reader.read(offset..<length, into: PipeSink(pipe), observer: .none)
                    await pipe.close()
                } catch {
                    await pipe.close(.failure(error))
                }
            } onCancel: {
                Task { await pipe.close(.failure(CancellationError())) }
            }
        }
        return Run(pipe: pipe, task: task, position: offset)
    }
}

/// Feeds a pipe; a restarted transfer goes on where the pipe is.
private actor PipeSink: ByteSink {
    private let pipe: BytePipe
    private var position = 0
    private var sent = 0

    init(_ pipe: BytePipe) {
        self.pipe = pipe
    }

    func start(at offset: Int) throws {
        guard offset <= sent else { throw FileReaderError.changed }
        position = offset
    }

    func write(_ bytes: Bytes) async throws {
        let known = min(bytes.count, sent - position)
        position += bytes.count
        let fresh = bytes.dropFirst(known)
        guard !fresh.isEmpty else { return }
        sent = position
        try await pipe.send(fresh)
    }

    func finish() {}
}
