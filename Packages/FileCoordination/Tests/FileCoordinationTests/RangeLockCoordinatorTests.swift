@_spi(Testing) import FileCoordination
import Foundation
import Synchronization
import Testing

@Suite("Range lock coordinator")
struct RangeLockCoordinatorTests {
    private let folder: TemporaryFolder
    private let coordinator: RangeLockCoordinator
    private let item = URL(filePath: "/somewhere/item")

    init() throws {
        folder = try TemporaryFolder()
        coordinator = folder.coordinator()
    }

    @Test("a closure gets the URL, its result comes back")
    func result() async throws {
        #expect(try await coordinator.read(item, options: []) { $0.path } == "/somewhere/item")
        #expect(try await coordinator.write(item, options: .forReplacing) { $0.path } == "/somewhere/item")
        let moved = try await coordinator.move(from: item, to: URL(filePath: "/b")) { [$0.path, $1.path] }
        #expect(moved == ["/somewhere/item", "/b"])
    }

    @Test("an error of the closure comes back and frees the item")
    func failure() async throws {
        await #expect(throws: CancellationError.self) {
            try await coordinator.write(item, options: []) { _ in throw CancellationError() }
        }
        try await coordinator.write(item, options: []) { _ in }
    }

    @Test("readers run together")
    func readersShare() async throws {
        let (first, second) = (Gate(), Gate())
        async let one: Void = coordinator.read(item, options: []) { _ in
            await first.open()
            await second.wait()
        }
        async let two: Void = coordinator.read(item, options: []) { _ in
            await second.open()
            await first.wait()
        }
        _ = try await (one, two)
    }

    @Test("a reader of another process shares too")
    func readersShareBetweenProcesses() async throws {
        let other = folder.coordinator()
        try await coordinator.read(item, options: []) { [item] _ in
            try await other.read(item, options: []) { _ in }
        }
    }

    @Test(
        "what excludes each other waits",
        arguments: [("read", "write"), ("write", "read"), ("write", "write"), ("move", "read"), ("write", "move")]
    )
    func exclusion(_ holder: String, _ waiter: String) async throws {
        try await expectExclusion(holder, on: coordinator, waiter, on: coordinator)
    }

    @Test(
        "what excludes each other waits for another process",
        arguments: [("read", "write"), ("write", "read"), ("write", "write"), ("move", "read"), ("write", "move")]
    )
    func exclusionBetweenProcesses(_ holder: String, _ waiter: String) async throws {
        try await expectExclusion(holder, on: coordinator, waiter, on: folder.coordinator())
    }

    private func expectExclusion(
        _ first: String,
        on holder: RangeLockCoordinator,
        _ second: String,
        on waiter: RangeLockCoordinator
    ) async throws {
        let (inside, leave, trace) = (Gate(), Gate(), Trace())
        async let one: Void = access(first, on: holder) {
            await inside.open()
            await leave.wait()
            await trace.add("first ends")
        }
        await inside.wait()
        async let two: Void = access(second, on: waiter) { await trace.add("second begins") }
        await waiter.waitForWaiters(1, at: item)
        await leave.open()
        _ = try await (one, two)
        #expect(await trace.events == ["first ends", "second begins"])
    }

    private func access(
        _ kind: String,
        on coordinator: RangeLockCoordinator,
        _ body: @concurrent @Sendable () async -> Void
    ) async throws {
        switch kind {
        case "read": try await coordinator.read(item, options: []) { _ in await body() }
        case "write": try await coordinator.write(item, options: []) { _ in await body() }
        default: try await coordinator.move(from: item, to: URL(filePath: "/elsewhere")) { _, _ in await body() }
        }
    }

    @Test("a slash at the end makes no difference")
    func trailingSlash() async throws {
        let (inside, leave) = (Gate(), Gate())
        async let writing: Void = coordinator.write(URL(filePath: "/a/b/"), options: []) { _ in
            await inside.open()
            await leave.wait()
        }
        await inside.wait()
        async let reading: Void = coordinator.read(URL(filePath: "/a/b"), options: []) { _ in }
        await coordinator.waitForWaiters(1, at: URL(filePath: "/a/b"))
        await leave.open()
        _ = try await (writing, reading)
    }

    @Test("other items are free meanwhile")
    func independence() async throws {
        try await coordinator.write(item, options: []) { [coordinator] _ in
            try await coordinator.write(URL(filePath: "/somewhere"), options: []) { _ in }
            try await coordinator.write(URL(filePath: "/somewhere/item2"), options: []) { _ in }
        }
    }

    @Test("a writer is not overtaken by later readers")
    func order() async throws {
        let (inside, leave, trace) = (Gate(), Gate(), Trace())
        async let reading: Void = coordinator.read(item, options: []) { _ in
            await inside.open()
            await leave.wait()
        }
        await inside.wait()
        async let writing: Void = coordinator.write(item, options: []) { _ in await trace.add("write") }
        await coordinator.waitForWaiters(1, at: item)
        async let late: Void = coordinator.read(item, options: []) { _ in await trace.add("read") }
        await coordinator.waitForWaiters(2, at: item)
        await leave.open()
        _ = try await (reading, writing, late)
        #expect(await trace.events == ["write", "read"])
    }

    @Test("a cancelled waiter throws and lets those behind it in", arguments: [false, true])
    func cancellation(_ betweenProcesses: Bool) async throws {
        let waiting = betweenProcesses ? folder.coordinator() : coordinator
        let (inside, leave) = (Gate(), Gate())
        async let reading: Void = coordinator.read(item, options: []) { _ in
            await inside.open()
            await leave.wait()
        }
        await inside.wait()
        let writer = Task { [item] in try await waiting.write(item, options: []) { _ in Issue.record("ran") } }
        await waiting.waitForWaiters(1, at: item)
        async let late: Void = waiting.read(item, options: []) { _ in }
        await waiting.waitForWaiters(2, at: item)
        writer.cancel()
        await #expect(throws: CancellationError.self) { try await writer.value }
        try await late
        await leave.open()
        try await reading
    }

    @Test("a task that is cancelled already gets no access")
    func cancelledBefore() async throws {
        let task = Task { [coordinator, item] in
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            try await coordinator.read(item, options: []) { _ in () }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("moves in opposite directions and a move onto itself never block each other")
    func moves() async throws {
        let urls = (0..<4).map { URL(filePath: "/folder/\($0)") }
        try await withThrowingTaskGroup { group in
            for number in 0..<400 {
                group.addTask { [coordinator] in
                    let (source, target) = (urls[number % 4], urls[number / 4 % 4])
                    try await coordinator.move(from: source, to: target) { _, _ in await Task.yield() }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("many tasks of two processes never meet in a write")
    func contention() async throws {
        let coordinators = [coordinator, folder.coordinator()]
        let inside = Counter()
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                group.addTask { [item] in
                    if number.isMultiple(of: 3) {
                        try await coordinators[number % 2].read(item, options: []) { _ in
                            #expect(inside.writers.load(ordering: .sequentiallyConsistent) == 0)
                        }
                    } else {
                        try await coordinators[number % 2].write(item, options: []) { _ in
                            #expect(inside.enter() == 1)
                            await Task.yield()
                            inside.leave()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(inside.entries.load(ordering: .sequentiallyConsistent) == 133)
    }

    @Test("prints the time of an access that nobody contends for")
    func timing() async throws {
        let rounds = 20_000
        let clock = ContinuousClock()
        let reads = try await clock.measure {
            for _ in 0..<rounds { try await coordinator.read(item, options: []) { _ in } }
        }
        let moves = try await clock.measure {
            for _ in 0..<rounds { try await coordinator.move(from: item, to: URL(filePath: "/b")) { _, _ in } }
        }
        print("uncontended: read \(reads / rounds), move \(moves / rounds)")
    }
}
