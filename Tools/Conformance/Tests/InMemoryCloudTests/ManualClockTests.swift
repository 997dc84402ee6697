import InMemoryCloud
import Testing

@Suite struct ManualClockTests {
    @Test("a sleeper wakes when its moment has come, not before")
    func wakes() async throws {
        let clock = ManualClock()
        let start = clock.now
        let task = Task {
            try await clock.sleep(for: .seconds(2))
            return clock.now
        }
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        clock.advance(by: .seconds(1))
        #expect(start.duration(to: try await task.value) == .seconds(2))
    }

    @Test("a moment that has passed isn't waited for")
    func past() async throws {
        let clock = ManualClock()
        let start = clock.now
        clock.advance(by: .seconds(5))
        try await clock.sleep(until: start.advanced(by: .seconds(5)), tolerance: nil)
    }

    @Test("a cancelled sleeper is woken with an error")
    func cancelled() async throws {
        let clock = ManualClock()
        let task = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.sleepers(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
