import CloudCore
import Foundation
import Testing

@Suite("StagingProvider")
struct StagingProviderTests {
    private let path: CloudPath
    private let cloud: FileCloud

    init() throws {
        path = try CloudPath("/f")
        cloud = FileCloud([path: .file(pattern(300_000)), try CloudPath("/d"): .folder, try CloudPath("/l"): .symlink])
    }

    @Test("reads ranges of one download, and leaves no file")
    func reading() async throws {
        try await withFolder { folder in
            let provider = cloud.streaming(temporaryDirectory: folder)
            let reader = try await provider.openFile(at: path)
            #expect(reader.metadata.size == 300_000)
            try await withThrowingTaskGroup { group in
                for start in [0, 1000, 262_143, 299_999] {
                    group.addTask {
                        let sink = DataSink(limit: 300_000)
                        try await reader.read(start..<(start + 1000), into: sink, observer: .none)
                        #expect(await sink.bytes == Array(pattern(300_000)[start...].prefix(1000)))
                    }
                }
                try await group.waitForAll()
            }
            #expect(cloud.calls.withLock { $0 } == ["metadata /f", "download /f"])
            #expect(try folder.names().isEmpty)
        }
    }

    @Test("offers the task for the whole file only, and stops with the calling task")
    func task() async throws {
        try await withFolder { folder in
            let provider = StagingProvider(cloud, temporaryDirectory: folder)
            let offered = Locked(0)
            let observer = TransferObserver(downloadTask: { _ in offered.withLock { $0 += 1 } })
            try await provider.openFile(at: path).read(0..<1, into: DataSink(limit: 1), observer: observer)
            #expect(offered.withLock { $0 } == 0)
            try await provider.openFile(at: path).readAll(into: DataSink(limit: 300_000), observer: observer)
            #expect(offered.withLock { $0 } == 1)
            let (reached, cancelled) = (Gate(), Gate())
            let task = Task {
                let observer = TransferObserver(downloadTask: { _ in
                    reached.open()
                    await cancelled.pass()
                })
                try await provider.openFile(at: path).readAll(into: DataSink(limit: 300_000), observer: observer)
            }
            await reached.pass()
            task.cancel()
            cancelled.open()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try folder.names().isEmpty)
        }
    }

    @Test("a file that changed before its download is not read")
    func changed() async throws {
        try await withFolder { folder in
            let reader = try await StagingProvider(cloud, temporaryDirectory: folder).openFile(at: path)
            cloud.items.withLock { $0[path] = .file([1]) }
            await #expect(throws: FileReaderError.changed) { try await reader.readAll(into: DataSink(limit: 300_000)) }
        }
    }

    @Test("opens files only", arguments: ["/d", "/l"])
    func kinds(_ other: String) async throws {
        let provider = StagingProvider(cloud, temporaryDirectory: FileManager.default.temporaryDirectory)
        await #expect(throws: CloudProviderError.itemTypeMismatch) { try await provider.openFile(at: CloudPath(other)) }
        await #expect(throws: CloudProviderError.itemNotFound) { try await provider.openFile(at: CloudPath("/x")) }
    }

    @Test("writes under each condition")
    func writing() async throws {
        try await withFolder { folder in
            let provider = StagingProvider(cloud, temporaryDirectory: folder)
            let source = DataSource(pattern(300_001))
            let write = { @Sendable (condition: WriteCondition) in
                try await provider.writeFile(
                    from: source,
                    to: path,
                    condition: condition,
                    resuming: nil,
                    observer: .none
                )
            }
            await #expect(throws: CloudProviderError.itemAlreadyExists) { try await write(.absent) }
            await #expect(throws: RevisionMismatch.self) { try await write(.revision("1")) }
            #expect(cloud.items.withLock { $0[path] } == .file(pattern(300_000)))
            try await #expect(write(.revision("300000")).size == 300_001)
            #expect(cloud.items.withLock { $0[path] } == .file(pattern(300_001)))
            #expect(try await write(.none).revision == "300001")
            #expect(try folder.names().isEmpty)
        }
    }

    @Test("cancelling in the closure stops an upload unless it is past its commit point", arguments: [true, false])
    func commitPoint(_ isPast: Bool) async throws {
        try await withFolder { folder in
            let provider = StagingProvider(cloud, temporaryDirectory: folder)
            let (reached, cancelled) = (Gate(), Gate())
            let task = Task {
                var observer = TransferObserver(uploadTask: { _ in
                    reached.open()
                    await cancelled.pass()
                })
                observer.pastCommitPoint = isPast
                return try await provider.writeFile(
                    from: DataSource([1]),
                    to: path,
                    condition: .none,
                    resuming: nil,
                    observer: observer
                )
            }
            await reached.pass()
            task.cancel()
            cancelled.open()
            if isPast {
                try #expect(await task.value.size == 1)
            } else {
                await #expect(throws: CancellationError.self) { try await task.value }
            }
            #expect(cloud.items.withLock { $0[path] } == .file(isPast ? [1] : pattern(300_000)))
        }
    }

    @Test("a provider that streams stays what it is")
    func streaming() {
        let provider = ScriptedStreams().streaming(temporaryDirectory: FileManager.default.temporaryDirectory)
        #expect(provider is ScriptedStreams)
        let staged = cloud.streaming(temporaryDirectory: FileManager.default.temporaryDirectory)
        #expect(staged.capability((any StreamingCloudProvider).self) is StagingProvider)
    }
}
