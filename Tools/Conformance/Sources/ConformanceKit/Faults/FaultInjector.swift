public import CloudCore

/// The test's hand on a service that runs in its own process: the in-memory cloud or a mock server.
///
/// Faults are consumed in the order in which they were armed: a request is struck by the first one that matches and
/// is not used up, at most by one fault for each kind of ``Fault/Point``. A fault that is ``Fault/skipping`` requests
/// counts the ones that match, whether another fault strikes them or not. Requests are recorded when they reach the service, struck
/// ones too.
public protocol FaultInjector: Sendable {
    /// Arms a fault.
    ///
    /// - Parameter fault: strikes its number of matching requests, then is gone.
    func arm(_ fault: Fault) async
    /// Forgets all faults and recorded requests.
    func reset() async
    /// The requests since the last ``reset()``, in the order in which they reached the service.
    var requests: [RecordedRequest] { get async }
}

extension FaultInjector {
    /// Makes the next matching request fail before the service carries it out.
    ///
    /// - Parameters:
    ///   - operation: the kind of request; any if `nil`.
    ///   - path: the item in the service's terms; any if `nil`.
    ///   - error: what the request throws.
    public func fail(_ operation: ProviderOperation? = nil, at path: CloudPath? = nil, with error: any Error) async {
        await arm(Fault(operation, at: path, .before, .fail(error)))
    }

    /// Makes the service carry out the next matching request and lose its reply.
    ///
    /// - Parameters:
    ///   - operation: the kind of request; any if `nil`.
    ///   - path: the item in the service's terms; any if `nil`.
    ///   - error: what the request throws.
    public func loseReply(
        _ operation: ProviderOperation? = nil,
        at path: CloudPath? = nil,
        with error: any Error = CloudProviderError.noInternetConnection
    ) async {
        await arm(Fault(operation, at: path, .after, .fail(error)))
    }

    /// Holds the next matching request.
    ///
    /// - Parameters:
    ///   - operation: the kind of request; any if `nil`.
    ///   - path: the item in the service's terms; any if `nil`.
    ///   - point: where in the request it is held.
    /// - Returns: the closed gate at which the request will wait.
    public func hold(
        _ operation: ProviderOperation? = nil,
        at path: CloudPath? = nil,
        _ point: Fault.Point = .before
    ) async -> Gate {
        let gate = Gate()
        await arm(Fault(operation, at: path, point, .hold(gate)))
        return gate
    }
}
