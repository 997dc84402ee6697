internal import CFileCalls
internal import Foundation

/// An open file or folder; the only owner of its descriptor, which it closes.
///
/// The descriptor is never passed to a child process. All calls block: make them within ``BlockingWork``.
public final class OpenFile: Sendable {
    /// The descriptor, valid as long as this object lives.
    public let descriptor: Int32

    /// Takes over a descriptor.
    ///
    /// - Parameter descriptor: open; nobody else closes it.
    public init(adopting descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Opens a folder, for calls on names in it.
    ///
    /// - Parameter path: an absolute path; links are followed.
    /// - Returns: the folder.
    /// - Throws: ``LocalFileError/parentMissing`` if there is no folder at the path; other cases of it.
    public static func folder(_ path: String) throws(LocalFileError) -> OpenFile {
        do {
            return OpenFile(
                adopting: try systemCall { unsafe cfc_open(path, O_RDONLY | O_DIRECTORY | O_NONBLOCK, 0) }
            )
        } catch {
            switch error.code {
            case ENOENT, ENOTDIR, ELOOP: throw .parentMissing
            case EACCES: return try folderThatCannotBeListed(path)
            default: throw LocalFileError(errno: error.code)
            }
        }
    }

    /// Waits until what was written is on the disk.
    ///
    /// - Throws: ``LocalFileError``.
    public func synchronize() throws(LocalFileError) {
        _ = try fileCall { fsync(descriptor) }
    }

    /// Names may be made in a folder that may be searched and written, but not read.
    private static func folderThatCannotBeListed(_ path: String) throws(LocalFileError) -> OpenFile {
        #if os(Linux)
        OpenFile(adopting: try fileCall { unsafe cfc_open(path, cfc_path_only | O_DIRECTORY, 0) })
        #else
        throw .notPermitted
        #endif
    }

    /// What the kernel tells about the file now.
    func state() throws(LocalFileError) -> FileState {
        var status = stat()
        _ = try fileCall { unsafe fstat(descriptor, &status) }
        return FileState(status)
    }
}

/// What tells one state of a file's bytes from another, and the kind of the file.
struct FileState: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
    var size: Int
    /// Nanoseconds since 1970.
    var modified: Int
    /// Nanoseconds since 1970.
    var changed: Int
    var mode: UInt32
    var owner: UInt32

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        #if os(Linux)
        modified = status.st_mtim.nanoseconds
        changed = status.st_ctim.nanoseconds
        #else
        modified = status.st_mtimespec.nanoseconds
        changed = status.st_ctimespec.nanoseconds
        #endif
        mode = UInt32(status.st_mode)
        owner = status.st_uid
    }

    var isRegularFile: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }
    var permissions: UInt32 { mode & 0o7777 }
    var identity: SourceIdentity { SourceIdentity(rawValue: "\(device):\(inode):\(size):\(modified):\(changed)") }
    var modificationDate: Date { Date(timeIntervalSince1970: Double(modified) / 1e9) }
}

extension timespec {
    var nanoseconds: Int { Int(tv_sec) * 1_000_000_000 + Int(tv_nsec) }

    init(_ date: Date) {
        let farthest = 1e15  // seconds; the kernel cuts it to what the file system can hold
        let interval = max(-farthest, min(farthest, date.timeIntervalSince1970))
        let seconds = interval.rounded(.down)
        let nanoseconds = ((interval - seconds) * 1e9).rounded()
        self.init(tv_sec: Int(seconds), tv_nsec: min(999_999_999, Int(nanoseconds)))
    }
}
