internal import CloudCore
internal import Foundation

/// What `stat(2)` tells about an item.
struct ItemStatus: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
    var links: UInt64
    var mode: UInt32
    /// Bytes.
    var size: Int
    /// When the content changed last, in nanoseconds since 1970.
    var modified: Int
    /// When content or attributes changed last, in nanoseconds since 1970; nobody can set it.
    var changed: Int

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        links = UInt64(status.st_nlink)
        mode = UInt32(status.st_mode)
        size = Int(status.st_size)
        #if os(Linux)
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
        #else
        modified = Self.nanoseconds(status.st_mtimespec)
        changed = Self.nanoseconds(status.st_ctimespec)
        #endif
    }

    var type: CloudItemType {
        switch mode_t(mode) & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        case S_IFLNK: .symlink
        default: .unknown
        }
    }

    /// Stays when the item is moved within its file system.
    var identifier: String { "\(device):\(inode)" }

    /// Differs after every change of the content.
    var revision: String { "\(modified),\(changed),\(size),\(inode)" }

    var modificationDate: Date { Date(timeIntervalSince1970: Double(modified) / 1e9) }

    func isSameItem(as other: ItemStatus) -> Bool { device == other.device && inode == other.inode }

    private static func nanoseconds(_ time: timespec) -> Int {
        Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }
}

extension OpenFile {
    /// The item's status now.
    func status() throws(CallFailure) -> ItemStatus {
        var status = stat()
        _ = try call(.existing) { unsafe fstat(descriptor, &status) }
        return ItemStatus(status)
    }

    /// The status of an item in this folder, of a link itself, or `nil` if there is none.
    func status(of name: String) throws(CallFailure) -> ItemStatus? {
        var status = stat()
        do {
            _ = try call(.existing) { unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) }
            return ItemStatus(status)
        } catch {
            guard [ENOENT, ENOTDIR, ENAMETOOLONG, EILSEQ, EINVAL].contains(error.code) else { throw error }
            return nil
        }
    }
}
