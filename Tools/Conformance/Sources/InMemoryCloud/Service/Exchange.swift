internal import CloudCore
internal import ConformanceKit

/// One request on its way to the service and back, with the faults that strike it.
struct Exchange: Sendable {
    let cloud: InMemoryCloud
    let ticket: FaultScript.Ticket
    /// Stops the waits of the request when it is cancelled.
    let control: TransferControl?

    /// Brings a request to the service; returns when the service begins to carry it out.
    static func open(
        _ request: RecordedRequest,
        with cloud: InMemoryCloud,
        _ control: TransferControl? = nil
    ) async throws -> Exchange {
        let settings = cloud.settings
        if settings.latency > .zero {
            try await wait(control) { try await settings.clock.sleep(for: settings.latency) }
        }
        guard cloud.settings.isReachable else { throw CloudProviderError.noInternetConnection }
        let exchange = Exchange(cloud: cloud, ticket: cloud.faults.record(request), control: control)
        guard cloud.settings.acceptsLogin else { throw CloudProviderError.unauthorized }
        try await exchange.strike(.before)
        return exchange
    }

    /// Lets the fault for a point strike, if there is one.
    func strike(_ point: Fault.Point) async throws {
        switch cloud.faults.take(ticket, point) {
        case nil: return
        case .fail(let error): throw error
        case .hold(let gate): try await Self.wait(control) { await gate.pass() }
        case .run(let body): try await Self.wait(control, for: body)
        }
    }

    /// Moves the bytes of a range of a body, stopping where a fault strikes.
    ///
    /// `body` moves some bytes from an offset on, at most so many and at least one, and returns their number.
    func move(_ range: Range<Int>, _ body: (_ offset: Int, _ limit: Int) async throws -> Int) async throws {
        var offset = range.lowerBound
        while true {
            var next = cloud.faults.nextBodyPoint(of: ticket, from: offset)
            while let point = next, point <= offset || offset == range.upperBound {
                try await strike(.body(point))
                next = cloud.faults.nextBodyPoint(of: ticket, from: point + 1)
            }
            guard offset < range.upperBound else { return }
            offset += try await body(offset, min(next ?? .max, range.upperBound) - offset)
        }
    }

    private static func wait(
        _ control: TransferControl?,
        for operation: @escaping @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard let control else { return try await operation() }
        try await control.waiting(for: operation)
    }
}

extension InMemoryCloud {
    /// Sends a request that is carried out in one step.
    ///
    /// The calling task's cancellation is looked at before. A request that is under way isn't interrupted.
    func send<Reply: Sendable>(
        _ operation: ProviderOperation,
        _ path: CloudPath,
        _ carryOut: @escaping @Sendable (inout State) throws -> Reply
    ) async throws -> Reply {
        try Task.checkCancellation()
        return try await afterCommitPoint {
            let exchange = try await Exchange.open(RecordedRequest(operation, path), with: self)
            let reply = try self.state.withLock(carryOut)
            try await exchange.strike(.after)
            return reply
        }
    }
}
