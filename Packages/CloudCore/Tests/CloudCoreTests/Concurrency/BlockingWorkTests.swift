import CloudCore
import Foundation
import Testing

@Suite("afterCommitPoint and BlockingWork")
struct CommitPointTests {
    @Test("nothing inside sees the cancellation; task-local values are there")
    func shield() async throws {
        let gate = Gate()
        let diagnostics = ServiceDiagnostics()
        let task = Task {
            try await ServiceDiagnostics.$current.withValue(diagnostics) {
                try await afterCommitPoint {
                    await gate.pass()
                    #expect(ServiceDiagnostics.current === diagnostics)
                    return Task.isCancelled
                }
            }
        }
        task.cancel()
        gate.open()
        #expect(try await task.value == false)
    }

    @Test("blocking calls don't take threads from the pool", .timeLimit(.minutes(1)))
    func blocking() async throws {
        let release = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup { group in
            for number in 0..<60 {
                group.addTask {
                    try await BlockingWork.run {
                        release.wait()
                        return number
                    }
                }
            }
            // These run on the pool although all of those block.
            for number in 0..<100 {
                let answer = await Task.detached { number }.value
                #expect(answer == number)
            }
            for _ in 0..<60 { release.signal() }
            var sum = 0
            for try await number in group { sum += number }
            #expect(sum == 1770)
        }
    }

    @Test("calls beyond the limit wait for their turn")
    func limit() async throws {
        let (running, most) = (Locked(0), Locked(0))
        try await withThrowingTaskGroup { group in
            for _ in 0..<1000 {
                group.addTask {
                    try await BlockingWork.run {
                        let count = running.withLock { running in
                            running += 1
                            return running
                        }
                        most.withLock { $0 = max($0, count) }
                        running.withLock { $0 -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect((1...64).contains(most.withLock { $0 }))
        #expect(running.withLock { $0 } == 0)
    }
}
