import CloudCore
import ConformanceKit
import InMemoryCloud
import Testing

@Suite struct TransferTaskTests {
    private let cloud = InMemoryCloud()
    private var provider: InMemoryProvider { cloud.makeProvider() }

    @Test("the task is shown suspended, with its size, and ends completed")
    func life() async throws {
        let shown = Locked<(any UploadTask)?>(nil)
        try await provider.write(
            1...10,
            to: "/file",
            observer: TransferObserver(uploadTask: { task in
                #expect(task.state == .suspended)
                #expect(task.countOfBytesExpected == 10)
                #expect(task.countOfBytesTransferred == 0)
                shown.withLock { $0 = task }
            })
        )
        let task = try #require(shown.value)
        #expect(task.state == .completed)
        #expect(task.countOfBytesTransferred == 10)
        task.cancel()
        #expect(task.state == .completed)
    }

    @Test("a task that is cancelled while it is shown never runs")
    func cancelledWhileShown() async throws {
        await #expect(throws: CancellationError.self) {
            try await provider.write([1], to: "/file", observer: TransferObserver(uploadTask: { $0.cancel() }))
        }
        #expect(cloud.paths.isEmpty)
        #expect(cloud.faults.requests.isEmpty)
    }

    @Test(
        "if the caller is cancelled while the task is shown, it runs only past the commit point",
        arguments: [false, true]
    )
    func callerCancelled(pastCommitPoint: Bool) async throws {
        let gate = Gate()
        var observer = TransferObserver(uploadTask: { _ in await gate.pass() })
        observer.pastCommitPoint = pastCommitPoint
        let task = Task { [provider, observer] in try await provider.write([1], to: "/file", observer: observer) }
        await gate.arrival()
        task.cancel()
        await gate.open()
        if pastCommitPoint {
            _ = try await task.value
            #expect(try cloud.contents(at: "/file") == [1])
        } else {
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(cloud.faults.requests.isEmpty)
        }
    }

    @Test("cancelling a running task ends the method at once, even while the service doesn't answer")
    func cancelledAtGate() async throws {
        let shown = Locked<(any UploadTask)?>(nil)
        let gate = await cloud.faults.hold(.writeFile, .body(5))
        let write = Task { [provider] in
            let observer = TransferObserver(uploadTask: { task in shown.withLock { $0 = task } })
            try await provider.write(1...10, to: "/file", observer: observer)
        }
        await gate.arrival()
        try #require(shown.value).cancel()
        await #expect(throws: CancellationError.self) { try await write.value }
        await gate.open()
        #expect(cloud.paths.isEmpty)
    }

    @Test("a task that its watcher suspends waits to be resumed")
    func suspended() async throws {
        try cloud.put(1...10, at: "/file")
        let shown = Locked<(any DownloadTask)?>(nil)
        let gate = await cloud.faults.hold(.readFile, .body(5))
        let sink = DataSink(limit: 10)
        let read = Task { [provider] in
            let observer = TransferObserver(downloadTask: { task in shown.withLock { $0 = task } })
            try await provider.openFile(at: CloudPath("/file")).readAll(into: sink, observer: observer)
        }
        await gate.arrival()
        let task = try #require(shown.value)
        #expect(task.state == .running)
        task.suspend()
        await gate.open()
        #expect(task.state == .suspended)
        task.resume()
        try await read.value
        #expect(await sink.bytes == Array(1...10))
    }

    @Test("a cancelled download ends at the next buffer")
    func downloadCancelled() async throws {
        try cloud.put(1...10, at: "/file")
        let gate = await cloud.faults.hold(.readFile, .body(5))
        let sink = DataSink(limit: 10)
        let read = Task { [provider] in try await provider.openFile(at: CloudPath("/file")).readAll(into: sink) }
        await gate.arrival()
        read.cancel()
        await gate.open()
        await #expect(throws: CancellationError.self) { try await read.value }
        #expect(await sink.bytes == Array(1...5))
    }

    @Test(
        "a range shows no task, the whole file does",
        arguments: [(0..<9, 0), (1..<10, 0), (0..<10, 1), (0..<99, 1), (3..<3, 0)]
    )
    func ranges(range: Range<Int>, tasks: Int) async throws {
        try cloud.put(1...10, at: "/file")
        let count = Locked(0)
        let sink = DataSink(limit: 10)
        try await provider.openFile(at: CloudPath("/file")).read(
            range,
            into: sink,
            observer: TransferObserver(downloadTask: { _ in count.withLock { $0 += 1 } })
        )
        #expect(count.value == tasks)
        #expect(await sink.bytes == Array(Array(1...10)[range.clamped(to: 0..<10)]))
    }
}
