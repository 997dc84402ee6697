import CloudCore
import CloudLocalFileSystem
import Foundation
import Testing

@Suite("Reading files")
struct ReadingTests {
    private let root: Root

    init() throws {
        root = try Root()
    }

    @Test(
        "ranges",
        arguments: [
            (0..<4, "0123"), (3..<7, "3456"), (7..<10, "789"), (0..<10, "0123456789"), (8..<20, "89"), (10..<20, ""),
            (500..<600, ""), (5..<5, ""),
        ]
    )
    func ranges(_ range: Range<Int>, _ expected: String) async throws {
        try root.put("0123456789", at: "/file")
        let reader = try await root.provider.openFile(at: CloudPath("/file"))
        #expect(reader.metadata.size == 10)
        let sink = DataSink(limit: 100)
        try await reader.read(range, into: sink, observer: .none)
        #expect(String(decoding: await sink.bytes, as: UTF8.self) == expected)
    }

    @Test("a file that is changed in place ends the reading", arguments: ["content", "size", "same size and date"])
    func changedInPlace(_ change: String) async throws {
        try root.put("0123456789", at: "/file")
        let attributes = try FileManager.default.attributesOfItem(atPath: root.disk("/file"))
        let reader = try await root.provider.openFile(at: CloudPath("/file"))
        let file = try FileHandle(forWritingTo: root.url.appending(path: "file"))
        if change == "size" { try file.seekToEnd() }
        try file.write(contentsOf: Data("x".utf8))
        try file.close()
        if change == "same size and date", let date = attributes[.modificationDate] {
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: root.disk("/file"))
        }
        await #expect(throws: FileReaderError.changed) { try await reader.readAll(into: DataSink(limit: 100)) }
    }

    @Test("a file that is replaced gives the old content or none, never the new one")
    func replaced() async throws {
        try await root.provider.write("old", to: "/file")
        let reader = try await root.provider.openFile(at: CloudPath("/file"))
        try await root.provider.write("new", to: "/file", .none)
        let sink = DataSink(limit: 100)
        do {
            try await reader.readAll(into: sink)
            #expect(await sink.bytes == Array("old".utf8))
        } catch {
            #expect(error as? FileReaderError == .changed)
        }
    }

    @Test("several tasks read at once")
    func parallel() async throws {
        let content = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        try Data(content).write(to: root.url.appending(path: "file"))
        let reader = try await root.provider.openFile(at: CloudPath("/file"))
        try await withThrowingTaskGroup { group in
            for number in 0..<16 {
                group.addTask {
                    let range = number * 30_000..<(number * 30_000 + 40_000)
                    let sink = DataSink(limit: 40_000)
                    try await reader.read(range, into: sink, observer: .none)
                    #expect(await sink.bytes == Array(content[range.clamped(to: 0..<content.count)]))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("metadata of what a link leads to, under the link's path")
    func link() async throws {
        try root.put("four", at: "/file")
        try root.link("/link", to: "file")
        let reader = try await root.provider.openFile(at: CloudPath("/link"))
        #expect(reader.metadata.itemType == .file)
        #expect(reader.metadata.size == 4)
        #expect(reader.metadata.cloudPath.string == "/link")
        #expect(reader.metadata.name == "link")
    }

    @Test("a root of / reads through the machine's absolute links")
    func machineRoot() async throws {
        try root.put("content", at: "/file")
        try root.link("/absolute", to: root.disk("/file"))
        let machine = try LocalFileSystemProvider(rootURL: URL(filePath: "/"), coordinator: root.coordinator)
        #expect(try await machine.text(at: root.disk("/absolute")) == "content")
        let metadata = try await machine.fetchItemMetadata(at: CloudPath(root.disk("/file")))
        #expect(metadata.size == 7)
        try await machine.deleteFile(at: CloudPath(root.disk("/absolute")))
        #expect(try root.names() == ["file"])
    }

    @Test("the root follows its folder when that is moved, and never the path")
    func movedRoot() async throws {
        try root.put("content", at: "/file")
        try root.link("/absolute", to: root.disk("/file"))
        let elsewhere = root.outside.appending(path: "moved")
        try FileManager.default.moveItem(at: root.url, to: elsewhere)
        #expect(try await root.provider.text(at: "/file") == "content")
        await #expect(throws: LocalFileSystemError.linkLeavesRoot) {
            try await root.provider.text(at: "/absolute")
        }
    }
}
