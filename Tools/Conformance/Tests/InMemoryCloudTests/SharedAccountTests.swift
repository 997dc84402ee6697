import CloudCore
import ConformanceKit
import InMemoryCloud
import Testing

@Suite("Several providers on one account")
struct SharedAccountTests {
    @Test("what one writes another one reads", arguments: [InMemoryCloud.Settings.Addressing.paths, .identifiers])
    func sharesTheAccount(addressing: InMemoryCloud.Settings.Addressing) async throws {
        let cloud = InMemoryCloud { $0.addressing = addressing }
        let (first, second) = (cloud.makeProvider(), cloud.makeProvider())
        try await first.createFolder(at: CloudPath("/folder"))
        try await first.write(1...9, to: "/folder/file")
        #expect(try await second.read("/folder/file") == Array(1...9))
        #expect(cloud.paths.map(\.string) == ["/folder", "/folder/file"])
    }

    @Test("a remembered identifier whose item was moved away doesn't lead to it")
    func movedAway() async throws {
        let cloud = InMemoryCloud { $0.addressing = .identifiers }
        let provider = cloud.makeProvider()
        try cloud.put([1], at: "/folder/file")
        #expect(try await provider.read("/folder/file") == [1])
        cloud.move(from: try CloudPath("/folder"), to: try CloudPath("/elsewhere"))
        try cloud.put([2], at: "/folder/file")
        #expect(try await provider.read("/folder/file") == [2])
        try await provider.deleteFile(at: CloudPath("/folder/file"))
        #expect(try cloud.contents(at: "/elsewhere/file") == [1])
        try await provider.createFolder(at: CloudPath("/folder/new"))
        #expect(cloud.paths.map(\.string) == ["/elsewhere", "/elsewhere/file", "/folder", "/folder/new"])
    }

    @Test("an item that is replaced by one of the other kind is found as what it is")
    func otherKind() async throws {
        let cloud = InMemoryCloud { $0.addressing = .identifiers }
        let provider = cloud.makeProvider()
        try cloud.put([1], at: "/item/below")
        _ = try await provider.fetchItemList(forFolderAt: CloudPath("/item"), withPageToken: nil)
        cloud.remove(at: try CloudPath("/item"))
        try cloud.put([2], at: "/item")
        await #expect(throws: CloudProviderError.itemTypeMismatch) {
            try await provider.fetchItemList(forFolderAt: CloudPath("/item"), withPageToken: nil)
        }
        await #expect(throws: CloudProviderError.parentFolderDoesNotExist) {
            try await provider.createFolder(at: CloudPath("/item/new"))
        }
        #expect(try await provider.read("/item") == [2])
    }

    @Test("an identifier that goes stale between two requests is looked up once more")
    func staleBetweenRequests() async throws {
        let cloud = InMemoryCloud { $0.addressing = .identifiers }
        let provider = cloud.makeProvider()
        let path = try CloudPath("/file")
        cloud.put([1], at: path)
        let gate = await cloud.faults.hold(.openFile)
        async let content = provider.read("/file")
        await gate.arrival()
        cloud.remove(at: path)
        cloud.put([2], at: path)
        await gate.open()
        #expect(try await content == [2])
    }

    @Test("one request is enough to verify a remembered identifier, however deep it lies")
    func remembersIdentifiers() async throws {
        let cloud = InMemoryCloud { $0.addressing = .identifiers }
        let provider = cloud.makeProvider()
        let path = try CloudPath("/a/b/c/d")
        cloud.put([1], at: path)
        _ = try await provider.fetchItemMetadata(at: path)
        cloud.faults.reset()
        _ = try await provider.fetchItemMetadata(at: path)
        #expect(cloud.faults.requests.map(\.path) == [path])
    }

    @Test("a reader doesn't mix versions")
    func oneVersion() async throws {
        let cloud = InMemoryCloud()
        try cloud.put([1], at: "/file")
        let reader = try await cloud.makeProvider().openFile(at: CloudPath("/file"))
        try cloud.put([2], at: "/file")
        await #expect(throws: FileReaderError.changed) { try await reader.readAll(into: DataSink(limit: 10)) }
    }

    @Test("of parallel creations of one name exactly one wins", arguments: [true, false])
    func oneWinner(conditionalWrites: Bool) async throws {
        let cloud = InMemoryCloud { $0.conditionalWrites = conditionalWrites }
        let provider = cloud.makeProvider()
        let errors = await withTaskGroup(of: (any Error)?.self) { group in
            for number in UInt8(0)..<50 {
                group.addTask {
                    do { try await provider.write([number], to: "/file") } catch { return error }
                    return nil
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.count { $0 == nil } == 1)
        #expect(errors.count { $0 as? CloudProviderError == .itemAlreadyExists } == 49)
    }
}
