internal import CFileCalls
public import Foundation

/// The bytes of a local regular file, which must not change while they are read.
///
/// The file is opened once, so another one that takes its place doesn't matter. Device, inode, size, and the times of
/// the last change of content and attributes are compared after every read, before the bytes are given out. With
/// pieces of 128 KiB or more the last piece has at least 64 KiB, so that much is held back until the file is known
/// to have stayed the same up to the last read.
public final class FileByteSource: ByteSource {
    private let file: OpenFile
    private let state: FileState

    /// Opens a file; a link is followed.
    ///
    /// - Parameter url: a file URL.
    /// - Returns: the source.
    /// - Throws: ``CloudProviderError/itemNotFound``; ``CloudProviderError/itemTypeMismatch`` for a folder or special
    ///   file; ``LocalFileError``.
    @concurrent public static func open(_ url: URL) async throws -> FileByteSource {
        try await BlockingWork.run { try FileByteSource(adopting: regularFile(at: url.localPath())) }
    }

    /// Opens a temporary file of ours, which from then on has no name.
    @concurrent static func unlinking(_ url: URL) async throws -> FileByteSource {
        try await BlockingWork.run {
            let path = try url.localPath()
            let file = try regularFile(at: path)
            _ = try fileCall { unsafe unlink(path) }
            return try FileByteSource(adopting: file)
        }
    }

    /// Takes over an open file; blocks, so make the call within ``BlockingWork``.
    ///
    /// - Parameter file: opened for reading.
    /// - Throws: ``CloudProviderError/itemTypeMismatch`` if it is no regular file; ``LocalFileError``.
    public init(adopting file: OpenFile) throws {
        self.file = file
        state = try file.settledState()
        guard state.isRegularFile else { throw CloudProviderError.itemTypeMismatch }
    }

    /// Size of the file in bytes when it was opened.
    public var length: Int { state.size }
    /// When the content changed last.
    public var modificationDate: Date? { state.modificationDate }
    /// Device, inode, size and both times of change.
    public var identity: SourceIdentity? { state.identity }

    /// Reads a piece.
    ///
    /// - Parameters:
    ///   - offset: 0 to ``length``.
    ///   - count: more than 0.
    /// - Returns: at most 256 KiB.
    /// - Throws: ``SourceError/changed``, ``LocalFileError``, `CancellationError`.
    @concurrent public func read(at offset: Int, atMost count: Int) async throws -> Bytes {
        precondition((0...length).contains(offset) && count > 0, "nothing to read there")
        try Task.checkCancellation()
        let size = pieceSize(at: offset, atMost: count)
        return try await BlockingWork.run { [file, state] in
            let bytes = try file.read(size, at: offset)
            guard try file.state() == state, size == 0 || !bytes.isEmpty else { throw SourceError.changed }
            return bytes
        }
    }

    private func pieceSize(at offset: Int, atMost count: Int) -> Int {
        let rest = length - offset
        let size = min(rest, count, Bytes.maximumPiece)
        let heldBack = 64 * 1024  // bytes; CONFORMANCE.md, Upload
        guard size < rest, rest - size < heldBack, size >= 2 * heldBack else { return size }
        return rest - heldBack
    }

    private static func regularFile(at path: String) throws -> OpenFile {
        do {
            // O_NONBLOCK: opening a pipe that nobody writes to must not wait.
            return OpenFile(adopting: try systemCall { unsafe cfc_open(path, O_RDONLY | O_NONBLOCK, 0) })
        } catch {
            switch error.code {
            case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: throw CloudProviderError.itemNotFound
            case ENXIO, ENODEV: throw CloudProviderError.itemTypeMismatch
            default: throw LocalFileError(errno: error.code)
            }
        }
    }
}

extension OpenFile {
    /// Reads up to `count` bytes; fewer if a signal or the end comes before.
    func read(_ count: Int, at offset: Int) throws(LocalFileError) -> Bytes {
        do {
            return try Bytes(
                unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                    initialized = try fileCall { unsafe pread(descriptor, buffer.baseAddress, count, off_t(offset)) }
                }
            )
        } catch let error as LocalFileError {
            throw error
        } catch {
            throw .failed(errno: EIO)
        }
    }

    /// The state once a later change can't carry the same time of change.
    ///
    /// The kernel stamps changes with a clock that ticks every few milliseconds. If the file changed within the
    /// running tick, a second change in it would go unnoticed; so the tick is waited for, if it is near.
    fileprivate func settledState() throws(LocalFileError) -> FileState {
        let longestTick = 10_000_000  // ns, at 100 Hz
        while true {
            let state = try state()
            var now = timespec()
            #if os(Linux)
            _ = try fileCall { unsafe clock_gettime(CLOCK_REALTIME_COARSE, &now) }
            #else
            _ = try fileCall { unsafe clock_gettime(CLOCK_REALTIME, &now) }
            #endif
            guard (0...longestTick).contains(state.changed - now.nanoseconds) else { return state }
            usleep(500)
        }
    }
}
