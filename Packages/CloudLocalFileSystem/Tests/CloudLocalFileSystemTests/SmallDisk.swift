import CloudCore
import Foundation

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
            try Self.run("mount", "-t", "tmpfs", "-o", "size=1m,nr_inodes=100", "tmpfs", url.path)
        } catch {
            try? FileManager.default.removeItem(at: url)
            throw error
        }
    }

    deinit {
        try? Self.run("umount", "-l", url.path)
        try? FileManager.default.removeItem(at: url)
    }

    /// Leaves this many bytes beyond those in use, rounded up to a page; `nil` for 1 MiB in all.
    func limit(to bytes: Int?) throws {
        let values = try FileManager.default.attributesOfFileSystem(forPath: url.path)
        let size = (values[.systemSize] as? Int ?? 0) - (values[.systemFreeSize] as? Int ?? 0)
        try Self.run("mount", "-o", "remount,size=\(bytes.map { size + max($0, 1) } ?? 1 << 20)", url.path)
    }

    private static func run(_ tool: String, _ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [tool] + arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw LocalFileError(errno: EPERM) }
    }
}
