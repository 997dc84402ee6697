import CloudCore
import ConformanceKit
import Foundation
import InMemoryCloud
import Testing

@Suite struct UploadTests {
    private let cloud = InMemoryCloud { $0.parts = InMemoryCloud.Settings.Parts(threshold: 10, size: 4) }
    private let content = Array(UInt8(1)...11)

    private func upload(
        _ source: any ByteSource,
        resuming checkpoint: Data? = nil,
        observer: TransferObserver = .none
    ) async throws {
        _ = try await cloud.makeProvider().writeFile(
            from: source,
            to: CloudPath("/file"),
            condition: .absent,
            resuming: checkpoint,
            observer: observer
        )
    }

    /// Uploads until the connection is lost, and gives the last checkpoint.
    private func interrupted(at byte: Int) async throws -> Data {
        let last = Locked<Data?>(nil)
        cloud.faults.arm(Fault(.writeFile, .body(byte), .fail(CloudProviderError.noInternetConnection)))
        await #expect(throws: CloudProviderError.noInternetConnection) {
            let observer = TransferObserver(checkpoint: { checkpoint in last.withLock { $0 = checkpoint } })
            try await upload(ScriptedSource(content, identity: "one"), observer: observer)
        }
        #expect(cloud.paths.isEmpty)
        #expect(cloud.unfinishedUploads == 1)
        return try #require(last.value)
    }

    @Test("another provider goes on from the checkpoint")
    func resumes() async throws {
        let checkpoint = try await interrupted(at: 9)
        let source = ScriptedSource(content, identity: "one")
        try await upload(source, resuming: checkpoint)
        #expect(await source.firstOffset == 9)
        #expect(try cloud.contents(at: "/file") == content)
        #expect(cloud.unfinishedUploads == 0)
    }

    @Test("a checkpoint of other bytes, or a damaged one, leads to a clean start", arguments: ["two", nil])
    func startsAnew(identity: String?) async throws {
        let checkpoint = try await interrupted(at: 9)
        let source = ScriptedSource(content.reversed(), identity: identity)
        try await upload(source, resuming: identity == nil ? Data([1]) : checkpoint)
        #expect(await source.firstOffset == 0)
        #expect(try cloud.contents(at: "/file") == content.reversed())
    }

    @Test("cancelling between parts gives the session up")
    func cancelled() async throws {
        let gate = await cloud.faults.hold(.writeFile, .body(4))
        let task = Task { try await upload(ScriptedSource(content, identity: "one")) }
        await gate.arrival()
        task.cancel()
        await gate.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(cloud.unfinishedUploads == 0)
        #expect(cloud.paths.isEmpty)
    }

    @Test(
        "up to the threshold an upload is one request with a task, beyond it has parts and none",
        arguments: [(10, 1), (11, 0)]
    )
    func threshold(size: Int, tasks: Int) async throws {
        let count = Locked(0)
        let observer = TransferObserver(uploadTask: { _ in count.withLock { $0 += 1 } })
        try await upload(DataSource(content.prefix(size)), observer: observer)
        #expect(count.value == tasks)
        #expect(try cloud.contents(at: "/file") == Array(content.prefix(size)))
    }

    @Test(
        "a source that ends elsewhere than it said leaves no item",
        arguments: [(0, 1), (5, 4), (5, 6), (11, 10), (11, 12)]
    )
    func wrongLength(announced: Int, actual: Int) async throws {
        await #expect(throws: SourceError.changed) {
            try await upload(ScriptedSource(Array(repeating: 7, count: actual), length: announced))
        }
        #expect(cloud.paths.isEmpty)
        #expect(cloud.unfinishedUploads == 0)
    }

    @Test("a revision that is no longer the file's is refused", arguments: [true, false])
    func revisions(conditionalWrites: Bool) async throws {
        cloud.configure { $0.conditionalWrites = conditionalWrites }
        let provider = cloud.makeProvider()
        let old = try #require(try await provider.write([1], to: "/file").revision)
        try await provider.write([2], to: "/file", .revision(old))
        await #expect(throws: RevisionMismatch()) { try await provider.write([3], to: "/file", .revision(old)) }
        #expect(try cloud.contents(at: "/file") == [2])
    }
}
