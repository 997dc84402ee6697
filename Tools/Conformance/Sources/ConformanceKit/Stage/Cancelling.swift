internal import CloudCore

/// How an operation ended that was cancelled while one of its requests was held.
struct Cancelled: Sendable {
    /// Whether the request came at all; else the operation ended before it, uncancelled.
    var wasHeld: Bool
    var result: Result<Void, any Error>
    /// The requests that it had sent by then; all of them if none was held.
    var requests: [RecordedRequest]
}

extension Stage {
    /// Runs an operation, cancels it while a request of it is held, and lets the request go on; so many requests of
    /// the kind pass before.
    func cancelling(
        _ operation: ProviderOperation? = nil,
        _ point: Fault.Point,
        skipping: Int = 0,
        _ body: @escaping @concurrent @Sendable () async throws -> Void
    ) async throws -> Cancelled {
        let (faults, gate) = (try faults(), Gate())
        await faults.reset()
        await faults.arm(Fault(operation, point, .hold(gate), skipping: skipping))
        let task = Task {
            let result: Result<Void, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            await gate.open()  // for the case that no request came
            return result
        }
        let wasHeld = await gate.arrival()
        let requests = await faults.requests
        if wasHeld { task.cancel() }
        await gate.open()
        let result = await task.value
        await faults.reset()
        return Cancelled(wasHeld: wasHeld, result: result, requests: requests)
    }

    /// A stage in a new folder within this one.
    func nested(_ name: String) async throws -> Stage {
        let folder = try folder.appending(name)
        try await provider.createFolder(at: folder)
        return Stage(fixture: fixture, folder: folder, local: local, observer: observer)
    }
}
