internal import CFileCalls
internal import Foundation

/// What a lock is taken for.
enum LockMode: Sendable {
    case reading, writing
}

/// An open lock file, in which every path has one byte of its own far beyond the file's end.
///
/// The locks belong to the open file description (`F_OFD_SETLK`): they end with it, also when the process is killed.
final class RangeLockFile: Sendable {
    private let descriptor: Int32

    /// Opens the file in the first folder that can be used.
    ///
    /// - Parameter folders: absolute paths, at least one.
    /// - Throws: ``FileCoordinationError``, that of the last folder.
    init(inFirstOf folders: [String]) throws(FileCoordinationError) {
        var failure = FileCoordinationError.lockFolderUnavailable(path: "/", errno: ENOENT)
        for folder in folders {
            do throws(FileCoordinationError) {
                descriptor = try Self.open(in: folder)
                return
            } catch {
                failure = error
            }
        }
        throw failure
    }

    deinit { close(descriptor) }

    private static func open(in folder: String) throws(FileCoordinationError) -> Int32 {
        try LockFolder.prepare(folder)
        let descriptor = unsafe cfc_open(folder + "/ranges.lock", O_RDWR | O_CREAT | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .lockFolderUnavailable(path: folder, errno: errno) }
        return descriptor
    }

    /// Takes the lock of a range, or changes the one that this process holds, without waiting.
    ///
    /// - Parameters:
    ///   - range: offset of the byte.
    ///   - mode: shared for reading, exclusive for writing.
    /// - Returns: whether the lock is held now; if not, one that was held is still held.
    /// - Throws: ``FileCoordinationError/lockFailed(errno:)``.
    func tryLock(_ range: Int64, for mode: LockMode) throws(FileCoordinationError) -> Bool {
        let kind = Int16(mode == .reading ? F_RDLCK : F_WRLCK)
        if cfc_ofd_lock(descriptor, kind, range, 1, 0) == 0 { return true }
        guard errno == EAGAIN || errno == EACCES else { throw .lockFailed(errno: errno) }
        return false
    }

    /// Gives the lock of a range back.
    ///
    /// - Parameter range: offset of the byte.
    func unlock(_ range: Int64) {
        // Can only fail for lack of kernel memory when a range is split, and one byte can't be.
        _ = cfc_ofd_lock(descriptor, Int16(F_UNLCK), range, 1, 0)
    }
}
