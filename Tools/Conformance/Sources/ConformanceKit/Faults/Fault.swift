public import CloudCore

/// A request that a provider sends to its service, as fault injectors and recorders see it.
///
/// They are requests, not calls of `CloudProvider`: a `downloadFile` is an ``openFile`` and one or more
/// ``readFile``, and an upload may fetch metadata before its ``writeFile``.
public enum ProviderOperation: String, Sendable, CaseIterable {
    /// Asks for one item.
    case fetchItemMetadata
    /// Asks for one page of a folder.
    case fetchItemList
    /// Opens a version of a file for reading.
    case openFile
    /// Reads a range of an open file.
    case readFile
    /// Writes a whole file.
    case writeFile
    /// Creates a folder.
    case createFolder
    /// Deletes a file or link.
    case deleteFile
    /// Deletes a folder and all in it.
    case deleteFolder
    /// Moves a file or link.
    case moveFile
    /// Moves a folder and all in it.
    case moveFolder

    /// Whether the operation can change what the service holds.
    public var isChange: Bool {
        switch self {
        case .fetchItemMetadata, .fetchItemList, .openFile, .readFile: false
        case .writeFile, .createFolder, .deleteFile, .deleteFolder, .moveFile, .moveFolder: true
        }
    }
}

/// Something that shall go wrong in, or happen to, requests of a service that runs in the test's own process.
public struct Fault: Sendable {
    /// Where in the request the fault strikes.
    public enum Point: Sendable, Hashable {
        /// Before the service carries the request out: nothing has changed.
        case before
        /// After the service carried the request out, before the reply reaches the provider's caller.
        case after
        /// When so many bytes of the body of a read or write have passed; nothing has become visible.
        ///
        /// A body that has fewer bytes strikes at its end.
        case body(Int)
    }

    /// What happens there.
    public enum Action: Sendable {
        /// The request throws the error.
        case fail(any Error)
        /// The request waits at the gate, then goes on as if nothing had been.
        case hold(Gate)
        /// The closure runs, then the request goes on; what the closure throws the request throws.
        case run(@concurrent @Sendable () async throws -> Void)
    }

    /// The kind of request that is struck; any if `nil`.
    public var operation: ProviderOperation?
    /// The path that is struck (of a move, the source); any if `nil`.
    public var path: CloudPath?
    /// Where it strikes.
    public var point: Point
    /// What it does.
    public var action: Action
    /// How many matching requests pass before the first is struck.
    public var skipping: Int
    /// How many matching requests it strikes, one after another; then it is used up.
    public var times: Int

    /// Makes a fault.
    ///
    /// - Parameters:
    ///   - operation: the kind of request; any if `nil`.
    ///   - path: the path of the request in the terms of the service that is struck; any if `nil`.
    ///   - point: where in the request.
    ///   - action: what happens.
    ///   - skipping: how many matching requests pass first.
    ///   - times: how many requests are struck, at least 1.
    public init(
        _ operation: ProviderOperation? = nil,
        at path: CloudPath? = nil,
        _ point: Point = .before,
        _ action: Action,
        skipping: Int = 0,
        times: Int = 1
    ) {
        precondition(times >= 1 && skipping >= 0, "a fault strikes at least once")
        self.operation = operation
        self.path = path
        self.point = point
        self.action = action
        self.skipping = skipping
        self.times = times
    }

    /// Whether the fault strikes a request.
    ///
    /// - Parameter request: what the service was asked for.
    /// - Returns: whether operation and path match.
    public func matches(_ request: RecordedRequest) -> Bool {
        (operation == nil || operation == request.operation) && (path == nil || path == request.path)
    }
}

/// A request that reached the service.
public struct RecordedRequest: Sendable, Hashable {
    /// The kind of request.
    public var operation: ProviderOperation
    /// The item; of a move, the source.
    public var path: CloudPath

    /// Makes a record.
    ///
    /// - Parameters:
    ///   - operation: the kind of request.
    ///   - path: the item; of a move, the source.
    public init(_ operation: ProviderOperation, _ path: CloudPath) {
        self.operation = operation
        self.path = path
    }
}
