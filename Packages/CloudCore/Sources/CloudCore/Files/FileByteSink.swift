public import Foundation

/// Writes a new local file, which appears at its URL when it is committed and not before.
///
/// One task writes. A sink that is never committed leaves nothing.
public actor FileByteSink: ByteSink {
    private let staged: StagedFile
    private let name: String
    private var position = 0

    /// Makes an unnamed file in the folder of `url`.
    ///
    /// - Parameters:
    ///   - url: a file URL at which nothing stands, in a folder that exists.
    ///   - mode: permissions, less the umask.
    ///   - staging: how the file is kept until it is committed.
    /// - Returns: the sink.
    /// - Throws: ``CloudProviderError/itemAlreadyExists`` if something stands there, a dangling link too;
    ///   ``LocalFileError``.
    @concurrent public static func create(
        at url: URL,
        mode: UInt32 = 0o666,
        staging: StagedFile.Staging = .automatic
    ) async throws -> FileByteSink {
        try await BlockingWork.run {
            let (path, name) = try url.localPathParts()
            let folder = try OpenFile.folder(path)
            guard try !folder.holds(name) else { throw CloudProviderError.itemAlreadyExists }
            return FileByteSink(staged: try StagedFile(in: folder, mode: mode, staging: staging), name: name)
        }
    }

    private init(staged: StagedFile, name: String) {
        self.staged = staged
        self.name = name
    }

    /// Goes to an offset.
    ///
    /// - Parameter offset: 0 or more.
    public func start(at offset: Int) {
        position = offset
    }

    /// Writes a piece.
    ///
    /// - Parameter bytes: the next bytes.
    /// - Throws: ``LocalFileError``, `CancellationError`.
    public func write(_ bytes: Bytes) async throws {
        try Task.checkCancellation()
        let offset = position
        try await BlockingWork.run { [staged] in try staged.write(bytes, at: offset) }
        position += bytes.count
    }

    /// Cuts off what an attempt before the last ``start(at:)`` wrote beyond the end.
    ///
    /// - Throws: ``LocalFileError``.
    public func finish() async throws {
        let size = position
        try await BlockingWork.run { [staged] in try staged.truncate(to: size) }
    }

    /// Puts the file in place; the commit point of a download.
    ///
    /// - Parameter modificationDate: set before the file appears; `nil` leaves the time of writing.
    /// - Returns: the size of the file in bytes.
    /// - Throws: ``CloudProviderError/itemAlreadyExists`` if something stands there by now; ``LocalFileError``.
    @discardableResult
    public func commit(modificationDate: Date?) async throws -> Int {
        try await BlockingWork.run { [staged, name] in
            if let modificationDate { try staged.setModificationDate(modificationDate) }
            try staged.commit(as: name)
        }
        return position
    }
}

extension OpenFile {
    /// Whether something stands at a name in this folder, a dangling link too.
    fileprivate func holds(_ name: String) throws(LocalFileError) -> Bool {
        var status = stat()
        do {
            _ = try systemCall { unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) }
            return true
        } catch {
            guard error.code == ENOENT else { throw LocalFileError(errno: error.code) }
            return false
        }
    }
}
