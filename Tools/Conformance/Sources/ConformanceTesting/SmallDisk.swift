internal import CloudCore
internal import Foundation

/// A file system with hardly any space, to fill it.
enum SmallDisk {
    /// The machine doesn't let this process mount.
    struct NotMountable: Error, CustomStringConvertible {
        var status: Int32
        var description: String { "this process can't mount a tmpfs to fill (mount ended with \(status))" }
    }

    /// Mounts a tmpfs of 256 KiB.
    static func mount(at folder: URL) async throws {
        try await BlockingWork.run {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        }
        try await run("mount", ["-t", "tmpfs", "-o", "size=256k,mode=777", "tmpfs", folder.path])
    }

    static func unmount(at folder: URL) async throws {
        try await run("umount", [folder.path])
    }

    private static func run(_ program: String, _ arguments: [String]) async throws {
        let status = try await BlockingWork.run {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [program] + arguments
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            return process.terminationStatus
        }
        guard status == 0 else { throw NotMountable(status: status) }
    }
}
