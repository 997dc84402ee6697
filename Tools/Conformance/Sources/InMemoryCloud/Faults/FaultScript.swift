internal import CloudCore
public import ConformanceKit

/// The faults that strike an ``InMemoryCloud``, and the requests that it got.
public final class FaultScript: FaultInjector {
    private struct State {
        var faults: [Fault] = []
        var requests: [RecordedRequest] = []
    }

    private let state = Locked(State())

    /// Arms a fault.
    ///
    /// - Parameter fault: strikes its number of matching requests, then is gone.
    public func arm(_ fault: Fault) {
        state.withLock { $0.faults.append(fault) }
    }

    /// Forgets all faults and recorded requests.
    public func reset() {
        state.withLock { $0 = State() }
    }

    /// The requests since the last ``reset()``, in the order in which they reached the service.
    public var requests: [RecordedRequest] { state.withLock(\.requests) }

    func record(_ request: RecordedRequest) {
        state.withLock { $0.requests.append(request) }
    }

    /// Uses up the first fault for a point of a request.
    func take(_ request: RecordedRequest, _ point: Fault.Point) -> Fault.Action? {
        state.withLock { state in
            guard let index = state.faults.firstIndex(where: { $0.point == point && $0.matches(request) }) else {
                return nil
            }
            state.faults[index].times -= 1
            let fault = state.faults[index]
            if fault.times == 0 { state.faults.remove(at: index) }
            return fault.action
        }
    }

    /// Where in the body of a request the next fault strikes.
    func nextBodyPoint(of request: RecordedRequest, from offset: Int) -> Int? {
        state.withLock { state in
            state.faults.compactMap { fault in
                guard case .body(let point) = fault.point, point >= offset, fault.matches(request) else { return nil }
                return point
            }.min()
        }
    }
}
