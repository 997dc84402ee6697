internal import CloudCore
public import ConformanceKit

/// The faults that strike an ``InMemoryCloud``, and the requests that it got.
public final class FaultScript: FaultInjector {
    /// A request as the script knows it: faults let single ones pass.
    struct Ticket: Sendable {
        let number: Int
        let request: RecordedRequest
    }

    private struct ArmedFault {
        var fault: Fault
        /// The matching requests that it lets pass.
        var passed: Set<Int> = []

        func strikes(_ ticket: Ticket) -> Bool {
            fault.matches(ticket.request) && !passed.contains(ticket.number)
        }
    }

    private struct State {
        var faults: [ArmedFault] = []
        var requests: [RecordedRequest] = []
        var lastNumber = 0
    }

    private let state = Locked(State())

    /// Arms a fault.
    ///
    /// - Parameter fault: strikes its number of matching requests, then is gone.
    public func arm(_ fault: Fault) {
        state.withLock { $0.faults.append(ArmedFault(fault: fault)) }
    }

    /// Forgets all faults and recorded requests.
    public func reset() {
        state.withLock { state in
            (state.faults, state.requests) = ([], [])
        }
    }

    /// The requests since the last ``reset()``, in the order in which they reached the service.
    public var requests: [RecordedRequest] { state.withLock(\.requests) }

    func record(_ request: RecordedRequest) -> Ticket {
        state.withLock { state in
            state.requests.append(request)
            state.lastNumber += 1
            for index in state.faults.indices where state.faults[index].fault.matches(request) {
                guard state.faults[index].passed.count < state.faults[index].fault.skipping else { continue }
                state.faults[index].passed.insert(state.lastNumber)
            }
            return Ticket(number: state.lastNumber, request: request)
        }
    }

    /// Uses up the first fault for a point of a request.
    func take(_ ticket: Ticket, _ point: Fault.Point) -> Fault.Action? {
        state.withLock { state in
            guard let index = state.faults.firstIndex(where: { $0.fault.point == point && $0.strikes(ticket) }) else {
                return nil
            }
            state.faults[index].fault.times -= 1
            let fault = state.faults[index].fault
            if fault.times == 0 { state.faults.remove(at: index) }
            return fault.action
        }
    }

    /// Where in the body of a request the next fault strikes.
    func nextBodyPoint(of ticket: Ticket, from offset: Int) -> Int? {
        state.withLock { state in
            state.faults.compactMap { armed in
                guard case .body(let point) = armed.fault.point, point >= offset, armed.strikes(ticket) else {
                    return nil
                }
                return point
            }.min()
        }
    }
}
