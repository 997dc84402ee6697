import CloudCore
import ConformanceKit
import InMemoryCloud
import Testing

@Suite struct FaultTests {
    private struct Failure: Error, Equatable {}

    @Test("a request that fails before it is carried out changes nothing; the next one is not struck")
    func failsBefore() async throws {
        let cloud = InMemoryCloud()
        let before = cloud.snapshot()
        await cloud.faults.fail(.createFolder, with: Failure())
        let provider = cloud.makeProvider()
        await #expect(throws: Failure()) { try await provider.createFolder(at: CloudPath("/folder")) }
        #expect(cloud.snapshot() == before)
        try await provider.createFolder(at: CloudPath("/folder"))
        #expect(cloud.snapshot() != before)
        #expect(cloud.faults.requests.map(\.operation) == [.createFolder, .createFolder])
    }

    @Test("a lost reply is that of a request that was carried out")
    func losesReply() async throws {
        let cloud = InMemoryCloud()
        await cloud.faults.loseReply(.writeFile)
        await #expect(throws: CloudProviderError.noInternetConnection) {
            try await cloud.makeProvider().write([1], to: "/file")
        }
        #expect(try cloud.contents(at: "/file") == [1])
    }

    @Test("a fault in a body strikes at its byte, or at the end of a shorter one", arguments: [0, 3, 10, 11])
    func strikesInBody(point: Int) async throws {
        let cloud = InMemoryCloud()
        try cloud.put(1...10, at: "/file")
        cloud.faults.arm(Fault(.readFile, .body(point), .fail(Failure())))
        let sink = DataSink(limit: 100)
        let reader = try await cloud.makeProvider().openFile(at: CloudPath("/file"))
        await #expect(throws: Failure()) { try await reader.readAll(into: sink) }
        #expect(await sink.bytes == Array((1...10).prefix(point)))
    }

    @Test("an upload that breaks in its body leaves the old file", arguments: [0, 5, 10])
    func breaksUpload(point: Int) async throws {
        let cloud = InMemoryCloud()
        try cloud.put([1], at: "/file")
        let before = cloud.snapshot()
        cloud.faults.arm(Fault(.writeFile, .body(point), .fail(Failure())))
        await #expect(throws: Failure()) {
            try await cloud.makeProvider().write(1...10, to: "/file", .none)
        }
        #expect(cloud.snapshot() == before)
    }

    @Test("a service that writes in place leaves what had come")
    func leavesPart() async throws {
        let cloud = InMemoryCloud { $0.visibility = .whileWritten }
        try cloud.put([99], at: "/file")
        cloud.faults.arm(Fault(.writeFile, .body(5), .fail(Failure())))
        await #expect(throws: Failure()) {
            try await cloud.makeProvider().write(1...10, to: "/file", .none)
        }
        #expect(try cloud.contents(at: "/file") == Array(1...5))
    }

    @Test("faults are used up in their order, each its number of times, by what they match")
    func order() async throws {
        let cloud = InMemoryCloud()
        let path = try CloudPath("/file")
        cloud.put([1], at: path)
        cloud.faults.arm(
            Fault(.fetchItemMetadata, at: path, .before, .fail(CloudProviderError.unauthorized), times: 2)
        )
        cloud.faults.arm(Fault(nil, .before, .fail(Failure())))
        let provider = cloud.makeProvider()
        await #expect(throws: Failure()) { try await provider.fetchItemMetadata(at: .root) }
        for _ in 1...2 {
            await #expect(throws: CloudProviderError.unauthorized) { try await provider.fetchItemMetadata(at: path) }
        }
        _ = try await provider.fetchItemMetadata(at: path)
    }

    @Test("a change under way goes on when its caller is cancelled")
    func goesOn() async throws {
        let cloud = InMemoryCloud()
        let gate = await cloud.faults.hold(.createFolder)
        let path = try CloudPath("/folder")
        let task = Task { try await cloud.makeProvider().createFolder(at: path) }
        await gate.arrival()
        task.cancel()
        await gate.open()
        try await task.value
        #expect(cloud.paths == [path])
    }

    @Test("an unreachable service gets no request, one that refuses the login gets it")
    func unreachable() async throws {
        let cloud = InMemoryCloud { $0.isReachable = false }
        let provider = cloud.makeProvider()
        await #expect(throws: CloudProviderError.noInternetConnection) {
            try await provider.fetchItemMetadata(at: .root)
        }
        #expect(cloud.faults.requests.isEmpty)
        cloud.configure { ($0.isReachable, $0.acceptsLogin) = (true, false) }
        await #expect(throws: CloudProviderError.unauthorized) { try await provider.fetchItemMetadata(at: .root) }
        #expect(cloud.faults.requests == [RecordedRequest(.fetchItemMetadata, .root)])
    }

    @Test("a body that ends early is found out")
    func truncated() async throws {
        let cloud = InMemoryCloud { $0.cutsBodies = 5 }
        try cloud.put(1...10, at: "/file")
        await #expect(throws: InMemoryCloudError.bodyTruncated) { try await cloud.makeProvider().read("/file") }
    }
}
