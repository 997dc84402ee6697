internal import CloudCore
internal import ConformanceKit
internal import Foundation
internal import Synchronization

/// A cloud service with one account, in memory: the model that the conformance suite is proven on.
///
/// Any number of providers work on the account at once. What the service is like is told by its ``Settings``, what
/// goes wrong by its ``faults``. The methods of `InMemoryCloud+RawAccess.swift` reach around the providers, as another
/// program on the same account would; they send no request.
public final class InMemoryCloud: Sendable {
    struct State: Sendable {
        var settings: Settings
        var tree: ItemTree
        /// Uploads in parts that aren't complete, invisible to requests about items.
        var sessions: [UploadSession.ID: UploadSession] = [:]
    }

    private static let accounts = Atomic(0)

    /// What shall go wrong in requests, and the record of those that were sent.
    public let faults = FaultScript()
    /// Tells this account's page tokens from those of others.
    let account = "account \(InMemoryCloud.accounts.add(1, ordering: .relaxed).newValue)"
    let namePolicy: NamePolicy
    let state: Locked<State>

    /// Makes a service with an empty account.
    ///
    /// - Parameter settings: what the service is like; the name policy and the addressing stay as they are from here.
    public init(_ settings: Settings = Settings()) {
        namePolicy = settings.namePolicy
        state = Locked(State(settings: settings, tree: ItemTree(policy: settings.namePolicy)))
    }

    /// What the service is like now.
    public var settings: Settings { state.withLock(\.settings) }

    /// Changes what the service is like, for requests from now on.
    ///
    /// - Parameter change: gets the settings; must not change the name policy.
    public func configure(_ change: @Sendable (inout Settings) -> Void) {
        state.withLock { state in
            change(&state.settings)
            precondition(state.settings.namePolicy == namePolicy, "names can't be judged anew")
        }
    }

    /// Makes a provider, with caches of its own.
    ///
    /// - Parameter pageSize: how many items a page has; that of the settings if `nil`.
    /// - Returns: a provider on the account.
    public func makeProvider(pageSize: Int? = nil) -> InMemoryProvider {
        InMemoryProvider(self, pageSize: pageSize)
    }
}
