import Testing

@testable import CloudCore

@Suite("PathLock")
struct PathLockTests {
    private let lock = PathLock()
    private let path: CloudPath

    init() throws {
        path = try CloudPath("/a")
    }

    /// Waits, without sleeping, until so many tasks stand in the queue of a path.
    private func waitForQueue(of count: Int) async {
        while lock.waitingCount(on: path) < count { await Task.yield() }
    }

    @Test("one at a time, in the order in which they came")
    func order() async throws {
        let order = Recorder<Int>()
        let gate = Gate()
        try await withThrowingTaskGroup { group in
            group.addTask { try await lock.withLock(on: path) { await gate.pass() } }
            while lock.heldCount == 0 { await Task.yield() }
            for number in 1...20 {
                group.addTask { try await lock.withLock(on: path) { order.append(number) } }
                await waitForQueue(of: number)
            }
            #expect(order.elements.isEmpty)
            gate.open()
            try await group.waitForAll()
        }
        #expect(order.elements == Array(1...20))
        #expect(lock.heldCount == 0)
    }

    @Test("a waiter that is cancelled leaves the queue, the others stay")
    func cancellation() async throws {
        let gate = Gate()
        let order = Recorder<Int>()
        let holder = Task { try await lock.withLock(on: path) { await gate.pass() } }
        while lock.heldCount == 0 { await Task.yield() }
        let waiters = (1...3).map { number in
            Task { try await lock.withLock(on: path) { order.append(number) } }
        }
        await waitForQueue(of: 3)
        waiters[1].cancel()
        await #expect(throws: CancellationError.self) { try await waiters[1].value }
        gate.open()
        try await holder.value
        try await waiters[0].value
        try await waiters[2].value
        #expect(order.elements.sorted() == [1, 3])
        #expect(lock.heldCount == 0)
    }

    @Test("a task that is cancelled already doesn't get the lock")
    func cancelledBefore() async {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await lock.withLock(on: path) {}
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(lock.heldCount == 0)
    }

    @Test("is free again after an error")
    func failure() async throws {
        await #expect(throws: NotNeeded.self) { try await lock.withLock(on: path) { throw NotNeeded() } }
        try await lock.withLock(on: path) {}
        #expect(lock.heldCount == 0)
    }

    @Test("two paths in either order never block each other")
    func pairs() async throws {
        let other = try CloudPath("/b")
        let running = Locked(0)
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    let (first, second) = number.isMultiple(of: 2) ? (path, other) : (other, path)
                    try await lock.withLock(on: first, and: second) {
                        running.withLock { $0 += 1 }
                        await Task.yield()
                        #expect(running.withLock { $0 } == 1)
                        running.withLock { $0 -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        try await lock.withLock(on: path, and: path) {}
        #expect(lock.heldCount == 0)
    }

    @Test("paths that differ in bytes don't wait for each other")
    func independence() async throws {
        try await lock.withLock(on: CloudPath("/\u{E9}")) {
            try await lock.withLock(on: CloudPath("/e\u{301}")) {
                #expect(lock.heldCount == 2)
            }
        }
    }
}

@Suite("SingleFlight")
struct SingleFlightTests {
    @Test("20 callers share one operation, and the next call makes a new one")
    func sharing() async throws {
        let flight = SingleFlight<Int>()
        let (calls, gate) = (Locked(0), Gate())
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    try await flight.value {
                        await gate.pass()
                        return calls.withLock { calls in
                            calls += 1
                            return calls
                        }
                    }
                }
            }
            // Every caller is at the actor before the operation ends.
            while await flight.callerCount < 20 { await Task.yield() }
            gate.open()
            for try await value in group { #expect(value == 1) }
        }
        #expect(try await flight.value { 2 } == 2)
    }

    @Test("a failure reaches all and isn't kept")
    func failure() async throws {
        let flight = SingleFlight<Int>()
        await #expect(throws: NotNeeded.self) { try await flight.value { throw NotNeeded() } }
        #expect(try await flight.value { 1 } == 1)
    }

    @Test("a cancelled caller doesn't take the operation from the others")
    func cancellation() async throws {
        let flight = SingleFlight<Bool>()
        let gate = Gate()
        let first = Task {
            try await flight.value {
                await gate.pass()
                return Task.isCancelled
            }
        }
        while await flight.callerCount < 1 { await Task.yield() }
        first.cancel()
        let second = Task { try await flight.value { true } }
        while await flight.callerCount < 2 { await Task.yield() }
        gate.open()
        #expect(try await second.value == false)
        #expect(try await first.value == false)
    }
}
