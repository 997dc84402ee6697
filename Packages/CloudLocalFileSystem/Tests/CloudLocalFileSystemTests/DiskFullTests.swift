import CloudCore
import CloudLocalFileSystem
import Foundation
import Testing

@Suite("Full disk")
struct DiskFullTests {
    @Test(
        "a full disk is quotaInsufficient, and the old file stays",
        .enabled(if: SmallDisk.isAvailable, "needs root and a machine that allows mounting a tmpfs")
    )
    func full() async throws {
        let disk = try SmallDisk()
        let provider = try LocalFileSystemProvider(rootURL: disk.url)
        try await provider.write("old", to: "/file")
        let source = DataSource([UInt8](repeating: 1, count: 2 << 20))
        for (path, condition) in [("/file", WriteCondition.none), ("/new", .absent)] {
            let diagnostics = ServiceDiagnostics()
            await #expect(throws: CloudProviderError.quotaInsufficient) {
                try await ServiceDiagnostics.$current.withValue(diagnostics) {
                    try await provider.writeFile(
                        from: source,
                        to: CloudPath(path),
                        condition: condition,
                        resuming: nil,
                        observer: .none
                    )
                }
            }
            #expect(diagnostics.lastAnswer?.text == "No space left on device")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.url.path) == ["file"])
        #expect(try await provider.text(at: "/file") == "old")
        let quota = try await provider.fetchQuota()
        #expect(quota.total == 1 << 20)

        try await provider.writeDurably(
            [UInt8](repeating: 1, count: 700 << 10),
            to: CloudPath("/big"),
            condition: .absent
        )
        await #expect(throws: CloudProviderError.quotaInsufficient) {
            try await provider.copyFile(from: CloudPath("/big"), to: CloudPath("/copy"), condition: .absent)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.url.path).sorted() == ["big", "file"])
    }

    @Test(
        "a disk without free inodes is quotaInsufficient for folders and files",
        .enabled(if: SmallDisk.isAvailable, "needs root and a machine that allows mounting a tmpfs")
    )
    func noInodes() async throws {
        let disk = try SmallDisk()
        let provider = try LocalFileSystemProvider(rootURL: disk.url)
        await #expect(throws: CloudProviderError.quotaInsufficient) {
            for number in 0..<100 { try await provider.createFolder(at: CloudPath("/\(number)")) }
        }
        await #expect(throws: CloudProviderError.quotaInsufficient) { try await provider.write("x", to: "/file") }
    }
}
