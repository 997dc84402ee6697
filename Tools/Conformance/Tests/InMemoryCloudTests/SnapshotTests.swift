import CloudCore
import ConformanceKit
import Foundation
import InMemoryCloud
import Testing

@Suite struct SnapshotTests {
    @Test("a snapshot keeps what was, and brings it back")
    func restores() throws {
        let cloud = InMemoryCloud()
        try cloud.put([1], at: "/folder/file")
        let before = cloud.snapshot()
        try cloud.put([2], at: "/folder/file")
        cloud.remove(at: try CloudPath("/folder"))
        #expect(before.files == [try CloudPath("/folder/file"): [1]])
        #expect(cloud.snapshot() != before)
        cloud.restore(before)
        #expect(cloud.snapshot() == before)
        #expect(try cloud.contents(at: "/folder/file") == [1])
    }

    @Test("snapshots differ by the bytes of a name, by content and by date")
    func differs() throws {
        let cloud = InMemoryCloud { $0.namePolicy.normalization = .insensitive }
        let path = try CloudPath("/\u{e9}")
        cloud.put([1], at: path, modified: .distantPast)
        let first = cloud.snapshot()
        cloud.move(from: path, to: try CloudPath("/e\u{301}"))
        let renamed = cloud.snapshot()
        #expect(renamed != first)
        cloud.put([1], at: path, modified: .distantFuture)
        #expect(cloud.snapshot() != renamed)
    }

    @Test("a folder of the disk is loaded with its dates and links")
    func loads() async throws {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? files.removeItem(at: folder) }
        try files.createDirectory(at: folder.appendingPathComponent("a/b"), withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("a/file")
        try Data([1, 2]).write(to: file)
        let date = Date(timeIntervalSince1970: 1_000_000)
        try files.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
        try files.createSymbolicLink(atPath: folder.appendingPathComponent("link").path, withDestinationPath: "a")
        let cloud = InMemoryCloud()
        try await cloud.load(folder, into: CloudPath("/vault"))
        #expect(cloud.paths.map(\.string) == ["/vault", "/vault/a", "/vault/a/b", "/vault/a/file", "/vault/link"])
        #expect(try cloud.contents(at: "/vault/a/file") == [1, 2])
        let list = try await cloud.makeProvider().fetchItemList(forFolderAt: CloudPath("/vault"), withPageToken: nil)
        #expect(list.items.map(\.itemType) == [.folder, .symlink])
        let metadata = try await cloud.makeProvider().fetchItemMetadata(at: CloudPath("/vault/a/file"))
        #expect(metadata.lastModifiedDate == date)
    }
}
