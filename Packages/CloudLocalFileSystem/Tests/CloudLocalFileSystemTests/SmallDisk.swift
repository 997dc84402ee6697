import CloudCore
import Foundation

#if os(Linux)
import Glibc
#endif

/// A tmpfs of 1 MiB and 100 inodes.
final class SmallDisk: Sendable {
    static let isAvailable: Bool = {
        guard geteuid() == 0 else { return false }
        return (try? SmallDisk()) != nil
    }()

    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        do {
            try Self.mount(url, "size=1m,nr_inodes=100")
        } catch {
            try? FileManager.default.removeItem(at: url)
            throw error
        }
    }

    deinit {
        #if os(Linux)
        _ = unsafe umount2(url.path, Int32(MNT_DETACH))
        #endif
        try? FileManager.default.removeItem(at: url)
    }

    /// Leaves this many bytes beyond those in use, rounded up to a page; `nil` for 1 MiB in all.
    func limit(to bytes: Int?) throws {
        let values = try FileManager.default.attributesOfFileSystem(forPath: url.path)
        let used = (values[.systemSize] as? Int ?? 0) - (values[.systemFreeSize] as? Int ?? 0)
        try Self.mount(url, "size=\(bytes.map { used + max($0, 1) } ?? 1 << 20)", isRemount: true)
    }

    private static func mount(_ url: URL, _ options: String, isRemount: Bool = false) throws {
        #if os(Linux)
        let flags = isRemount ? UInt(MS_REMOUNT) : 0
        let result = unsafe options.withCString { unsafe Glibc.mount("tmpfs", url.path, "tmpfs", flags, $0) }
        guard result == 0 else { throw LocalFileError(errno: errno) }
        #else
        throw LocalFileError(errno: ENOTSUP)
        #endif
    }
}
