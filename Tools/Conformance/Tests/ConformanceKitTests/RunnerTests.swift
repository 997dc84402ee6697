import CloudCore
import ConformanceKit
import Foundation
import InMemoryCloud
import Testing

@Suite("ConformanceRunner")
struct RunnerTests {
    private let cloud = InMemoryCloud()
    private let scratch: URL
    /// A file of the account's owner.
    private let file: CloudPath

    init() throws {
        file = try CloudPath("/mine.txt")
        scratch = FileManager.default.temporaryDirectory.appendingPathComponent("runner-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: false)
    }

    private func account(_ provider: (any CloudProvider)? = nil) -> Fixture {
        cloud.put(Array("mine".utf8), at: file)
        return .account(
            provider: provider ?? cloud.makeProvider(),
            root: .root,
            scratch: scratch,
            secondProvider: { cloud.makeProvider() }
        )
    }

    @Test("the whole suite passes on an account and leaves what was there")
    func passes() async throws {
        let seen = Locked(0)
        let runner = ConformanceRunner(fixture: account())
        let report = try await runner.run(subject: "memory:") { _ in seen.withLock { $0 += 1 } }
        #expect(report.entries.filter { $0.result == .failed } == [])
        #expect(report.count(.passed) > 300)
        #expect(report.count(.skipped) > 50)
        #expect(report.entries.allSatisfy { ($0.reason == nil) == ($0.result == .passed) })
        #expect(report.entries.map(\.name) == ConformanceCase.all.filter { $0.scope == .anywhere }.map(\.name))
        #expect(seen.withLock(\.self) == report.entries.count)
        #expect(cloud.paths == [file])
        #expect(report.leftover == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
        try FileManager.default.removeItem(at: scratch)
    }

    @Test("a cancelled run deletes its folder")
    func cancelled() async throws {
        let runner = ConformanceRunner(fixture: account(), atOnce: 2)
        let task = Task {
            try await runner.run(subject: "memory:") { _ in
                unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(cloud.paths == [file])
        try FileManager.default.removeItem(at: scratch)
    }

    @Test("a case that fails is an entry with what was expected and found")
    func fails() async throws {
        let broken = ConformanceCase(name: "broken", sentence: "nothing is right") { _ in
            throw ConformanceFailure(expected: "this", got: "that")
        }
        let report = try await ConformanceRunner(fixture: account(), cases: [broken]).run(subject: "memory:")
        #expect(report.entries.map(\.result) == [.failed])
        #expect(report.entries.map(\.reason) == ["expected this, got that"])
        try FileManager.default.removeItem(at: scratch)
    }
}
