import CloudCore
import CloudLocalFileSystem
@_spi(Testing) import FileCoordination
import Foundation
import Testing

@Suite("Coordination")
struct CoordinationTests {
    private let root: Root
    private let recorder = RecordingCoordinator()
    private let provider: LocalFileSystemProvider

    init() throws {
        root = try Root()
        provider = try LocalFileSystemProvider(rootURL: root.url, coordinator: recorder)
    }

    private func access(_ kind: String, _ paths: String...) -> String {
        ([kind] + paths.map(root.disk)).joined(separator: " ")
    }

    @Test("each method coordinates once, with the intent of its change")
    func intents() async throws {
        try root.put("x", at: "/file")
        try root.makeFolder("/tree/a/b")
        _ = try await provider.fetchItemMetadata(at: CloudPath("/file"))
        _ = try await provider.fetchItemList(forFolderAt: CloudPath("/tree"), withPageToken: nil)
        _ = try await provider.text(at: "/file")
        try await provider.write("y", to: "/new", .absent)
        try await provider.write("y", to: "/new", .none)
        try await provider.createFolder(at: CloudPath("/folder"))
        try await provider.moveFile(from: CloudPath("/new"), to: CloudPath("/moved"))
        try await provider.deleteFile(at: CloudPath("/moved"))
        try await provider.deleteFolder(at: CloudPath("/tree"))
        #expect(
            recorder.accesses == [
                access("read 4", "/file"), access("read 0", "/tree"), access("read 1", "/file"),
                access("write 0", "/new"), access("write 8", "/new"), access("write 0", "/folder"),
                access("move", "/new", "/moved"), access("write 1", "/moved"), access("write 1", "/tree"),
            ]
        )
    }

    @Test("an item that a coordinator finds elsewhere is used where it is")
    func movedMeanwhile() async throws {
        try root.put("x", at: "/now %?#")
        recorder.redirection.withLock { $0 = (root.disk("/before"), root.disk("/now %?#")) }
        #expect(try await provider.text(at: "/before") == "x")
        let metadata = try await provider.fetchItemMetadata(at: CloudPath("/before"))
        #expect(metadata.cloudPath.string == "/before")
        try await provider.deleteFile(at: CloudPath("/before"))
        #expect(try root.names() == [])
    }

    @Test("a place outside of the root is not used")
    func movedOutside() async throws {
        try root.put("x", at: "/before")
        try Data().write(to: root.outside.appending(path: "x"))
        recorder.redirection.withLock { $0 = (root.disk("/before"), root.outside.path + "/x") }
        await #expect(throws: CloudProviderError.itemNotFound) {
            try await provider.deleteFile(at: CloudPath("/before"))
        }
        #expect(FileManager.default.fileExists(atPath: root.outside.path + "/x"))
    }

    @Test("a provider waits for a program that coordinates")
    func waits() async throws {
        let (inside, leave) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        let url = URL(filePath: root.disk("/file"))
        let order = Locked<[String]>([])
        async let other: Void = root.coordinator.write(url, options: []) { _ in
            inside.continuation.finish()
            for await _ in leave.stream {}
            order.withLock { $0.append("other") }
        }
        for await _ in inside.stream {}
        async let writing: Void = {
            try await root.provider.write("x", to: "/file")
            order.withLock { $0.append("provider") }
        }()
        while root.coordinator.waiterCount(url) == 0 { await Task.yield() }
        leave.continuation.finish()
        _ = try await (other, writing)
        #expect(order.withLock { $0 } == ["other", "provider"])
    }
}

/// Grants everything at once, notes it, and may send an item elsewhere.
private final class RecordingCoordinator: FileCoordinating {
    let redirection = Locked<(from: String, to: String)?>(nil)
    private let recorded = Locked<[String]>([])

    var accesses: [String] { recorded.withLock { $0 } }

    @concurrent func read<Result: Sendable>(
        _ url: URL,
        options: FileReadingOptions,
        _ body: @concurrent @Sendable (URL) async throws -> Result
    ) async throws -> Result {
        recorded.withLock { $0.append("read \(options.rawValue) \(url.path)") }
        return try await body(place(of: url))
    }

    @concurrent func write<Result: Sendable>(
        _ url: URL,
        options: FileWritingOptions,
        _ body: @concurrent @Sendable (URL) async throws -> Result
    ) async throws -> Result {
        recorded.withLock { $0.append("write \(options.rawValue) \(url.path)") }
        return try await body(place(of: url))
    }

    @concurrent func move<Result: Sendable>(
        from source: URL,
        to target: URL,
        _ body: @concurrent @Sendable (_ source: URL, _ target: URL) async throws -> Result
    ) async throws -> Result {
        recorded.withLock { $0.append("move \(source.path) \(target.path)") }
        return try await body(place(of: source), place(of: target))
    }

    private func place(of url: URL) -> URL {
        redirection.withLock { redirection in
            redirection.flatMap { $0.from == url.path ? URL(filePath: $0.to, directoryHint: .notDirectory) : nil }
                ?? url
        }
    }
}
