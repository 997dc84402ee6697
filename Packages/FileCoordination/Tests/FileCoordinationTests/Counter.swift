import Synchronization

/// Counts who is inside.
final class Counter: Sendable {
    let writers = Atomic(0)
    let entries = Atomic(0)

    func enter() -> Int {
        entries.add(1, ordering: .sequentiallyConsistent)
        return writers.add(1, ordering: .sequentiallyConsistent).newValue
    }

    func leave() {
        writers.subtract(1, ordering: .sequentiallyConsistent)
    }
}
