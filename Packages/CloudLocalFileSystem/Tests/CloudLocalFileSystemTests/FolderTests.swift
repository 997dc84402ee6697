import CloudCore
import CloudLocalFileSystem
import Foundation
import Testing

@Suite("Folders and deletion")
struct FolderTests {
    private let root: Root

    init() throws {
        root = try Root()
    }

    @Test("a tree is deleted, what its links lead to stays")
    func deleteTree() async throws {
        try root.makeFolder("/tree/a/b/c")
        try root.makeFolder("/kept")
        try root.put("kept", at: "/kept/file")
        try root.put("x", at: "/tree/a/b/file")
        try root.link("/tree/a/link", to: "../../kept")
        try root.link("/tree/out", to: root.outside.path)
        try Data().write(to: root.outside.appending(path: "file"))
        try root.makePipe("/tree/a/pipe")
        try await root.provider.deleteFolder(at: CloudPath("/tree"))
        #expect(try root.names() == ["kept"])
        #expect(try root.names(in: "/kept") == ["file"])
        #expect(FileManager.default.fileExists(atPath: root.outside.appending(path: "file").path))
    }

    @Test("a tree deeper than a path can be is deleted")
    func deleteDeepTree() async throws {
        // Made by moving it down step by step, since no path reaches its end.
        try root.makeFolder("/tree")
        let part = (0..<20).map { "\($0)" + String(repeating: "d", count: 100) }.joined(separator: "/")
        for _ in 0..<4 {
            try root.makeFolder("/next/" + part)
            try FileManager.default.moveItem(atPath: root.disk("/tree"), toPath: root.disk("/next/" + part + "/tree"))
            try FileManager.default.moveItem(atPath: root.disk("/next"), toPath: root.disk("/tree"))
        }
        try await root.provider.deleteFolder(at: CloudPath("/tree"))
        #expect(try root.names() == [])
    }

    @Test("a folder with many entries of every kind is deleted")
    func deleteWideTree() async throws {
        for number in 0..<300 {
            try root.makeFolder("/tree/folder\(number)")
            if number.isMultiple(of: 2) { try root.put("x", at: "/tree/folder\(number)/file") }
            try root.put("x", at: "/tree/file\(number)")
        }
        try await root.provider.deleteFolder(at: CloudPath("/tree"))
        #expect(try root.names() == [])
    }

    @Test("names that are no UTF-8 are deleted with their folder")
    func deleteUndecodable() async throws {
        try root.makeFolder("/tree")
        #expect(makeFile(named: [0x66, 0xFF, 0x6F], in: root.disk("/tree")))
        try await root.provider.deleteFolder(at: CloudPath("/tree"))
        #expect(try root.names() == [])
    }

    @Test("of parallel creations of one folder exactly one wins")
    func creationRace() async throws {
        let provider = root.provider
        let wins = await withTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    do {
                        try await provider.createFolder(at: CloudPath("/new"))
                        return 1
                    } catch {
                        #expect(error as? CloudProviderError == .itemAlreadyExists)
                        return 0
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wins == 1)
    }

    @Test("a folder is moved with what is in it, there and back")
    func move() async throws {
        try root.makeFolder("/a/inside")
        try root.makeFolder("/b")
        try root.put("x", at: "/a/inside/file")
        try await root.provider.moveFolder(from: CloudPath("/a"), to: CloudPath("/b/c"))
        #expect(try await root.provider.text(at: "/b/c/inside/file") == "x")
        #expect(try await root.provider.names() == ["b"])
        try await root.provider.moveFolder(from: CloudPath("/b/c"), to: CloudPath("/a"))
        #expect(try await root.provider.text(at: "/a/inside/file") == "x")
    }

    @Test("a cancelled task changes nothing")
    func cancelled() async throws {
        try root.makeFolder("/a")
        let provider = root.provider
        let calls: [@Sendable () async throws -> Void] = [
            { try await provider.createFolder(at: CloudPath("/b")) },
            { try await provider.deleteFolder(at: CloudPath("/a")) },
            { try await provider.moveFolder(from: CloudPath("/a"), to: CloudPath("/b")) },
            { try await provider.write("x", to: "/b") },
            { _ = try await provider.fetchItemList(forFolderAt: .root, withPageToken: nil) },
            { _ = try await provider.fetchItemMetadata(at: .root) },
        ]
        for call in calls {
            let task = Task {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                try await call()
            }
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(try root.names() == ["a"])
    }
}

/// Makes an empty file whose name need not be text.
func makeFile(named name: [UInt8], in folder: String) -> Bool {
    let path = folder.utf8.map { CChar(bitPattern: $0) } + [47] + name.map { CChar(bitPattern: $0) } + [0]
    let file = unsafe creat(path, 0o600)
    return file >= 0 && close(file) == 0
}
