internal import CFileCalls
public import Foundation

/// A small file that is replaced whole, so that the old or the new content is there after a crash or power failure.
///
/// For configuration: the new content is written beside the file under a name that begins with `.cloudaccess-`, gets
/// to the disk, takes the file's place in one step, and the folder gets to the disk. Writers exclude each other with a
/// ``FileLock``; whoever holds it may call ``sweep()``.
public struct DurableFile: Sendable {
    /// Where the file is.
    public let url: URL

    /// Names a file, which need not be there.
    ///
    /// - Parameter url: a file URL, whose folder exists when it is written.
    public init(_ url: URL) {
        self.url = url
    }

    /// Reads the whole file.
    ///
    /// - Parameter limit: the most bytes that are taken.
    /// - Returns: `nil` if there is no file.
    /// - Throws: ``LocalFileError``, with `EFBIG` if the file is larger than `limit`, with `ELOOP` for a link;
    ///   ``CloudProviderError/itemTypeMismatch`` for a folder or special file.
    @concurrent public func read(limit: Int = 16 * 1024 * 1024) async throws -> [UInt8]? {
        try await BlockingWork.run { try open()?.readAll(limit: limit) }
    }

    /// Replaces the file, durably when it returns.
    ///
    /// - Parameters:
    ///   - bytes: the new content.
    ///   - mode: the permissions, whatever the umask.
    /// - Throws: ``LocalFileError``; ``CloudProviderError/itemAlreadyExists`` if a folder stands there. The old content
    ///   stays then.
    @concurrent public func write(_ bytes: [UInt8], mode: UInt32 = 0o600) async throws {
        try await BlockingWork.run {
            let (path, name) = try url.localPathParts()
            let folder = try OpenFile.folder(path)
            let staged = try StagedFile(in: folder, mode: mode, staging: .named(label: label))
            _ = try fileCall { fchmod(staged.file.descriptor, mode_t(mode)) }
            try staged.write(bytes[...], at: 0)
            try staged.file.synchronize()
            try staged.commit(replacing: name)
            try folder.synchronize()
        }
    }

    /// Deletes what killed writers left behind; call it only where no other writer can be at work.
    ///
    /// - Throws: an error of the file system.
    @concurrent public func sweep() async throws {
        try await BlockingWork.run {
            let folder = url.deletingLastPathComponent()
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.localPath())
            where StagedFile.isTemporaryName(name, label: label) {
                try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
            }
        }
    }

    /// Opens the file for reading; blocks.
    func open() throws -> OpenFile? {
        let path = try url.localPath()
        do {
            return OpenFile(adopting: try systemCall { unsafe cfc_open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0) })
        } catch {
            guard error.code != ENOENT else { return nil }
            throw LocalFileError(errno: error.code)
        }
    }

    /// Marks the temporary files of this file among those of others.
    private var label: String { url.lastPathComponent + "-" }
}

extension OpenFile {
    /// Reads a small regular file from its start.
    func readAll(limit: Int) throws -> [UInt8] {
        guard try state().isRegularFile else { throw CloudProviderError.itemTypeMismatch }
        var bytes: [UInt8] = []
        while true {
            let piece = try read(min(Bytes.maximumPiece, limit + 1 - bytes.count), at: bytes.count)
            if piece.isEmpty { return bytes }
            bytes += piece
            guard bytes.count <= limit else { throw LocalFileError.failed(errno: EFBIG) }
        }
    }
}
