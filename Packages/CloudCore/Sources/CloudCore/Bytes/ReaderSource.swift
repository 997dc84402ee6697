internal import Foundation

extension FileReader {
    /// The file's bytes as a source, to be written to another provider.
    ///
    /// Nobody reads from a source without bytes, so an empty file is read here: a provider that checks what it reads
    /// finds damage all the same. A file of unknown size is read, too, since damage may be why it isn't known.
    ///
    /// - Returns: the reader's own source where it has one; else a source that serves reads in order from one running
    ///   read, starts another read for any other offset, and hands out the last bytes only after the read succeeded.
    /// - Throws: ``UnknownLength`` if the metadata doesn't tell the size; for that, and for an empty file, what
    ///   ``read(_:into:observer:)`` throws.
    @concurrent public func byteSource() async throws -> any ByteSource {
        if let own = self as? SourceFileReader { return own.source }
        guard let size = metadata.size else {
            try await readAll(into: DiscardingSink())
            throw UnknownLength()
        }
        if size == 0 { try await readAll(into: DiscardingSink()) }
        return ReaderSource(self, length: size)
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

    init(_ reader: any FileReader, length: Int) {
        self.length = length
        modificationDate = reader.metadata.lastModifiedDate
        let item = reader.metadata.identifier ?? reader.metadata.cloudPath.string
        identity = reader.metadata.revision.map { SourceIdentity(rawValue: "\(item)|\($0)|\(length)") }
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
                let (pipe, task, missing) = (current.pipe, current.task, length - current.position)
                current.piece = try await withTaskCancellationHandler {
                    guard let piece = try await pipe.next() else { throw FileReaderError.changed }
                    // What a reader finds at the end, such as a wrong checksum, concerns the last bytes, too.
                    if piece.count >= missing, try await pipe.next() != nil { throw FileReaderError.changed }
                    return piece
                } onCancel: {
                    task.cancel()
                }
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

/// Only for what the reader finds on the way.
private struct DiscardingSink: ByteSink {
    func start(at offset: Int) {}
    func write(_ bytes: Bytes) {}
    func finish() {}
}
