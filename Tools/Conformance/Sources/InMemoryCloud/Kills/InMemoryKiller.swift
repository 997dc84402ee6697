public import CloudCore
public import ConformanceKit

/// Kills operations of what is built on an ``InMemoryCloud``, at the calls of its provider.
public struct InMemoryKiller: Killer {
    private let cloud: InMemoryCloud
    private let decorate: @concurrent @Sendable (any StreamingCloudProvider) async throws -> any CloudProvider

    /// Makes a killer.
    ///
    /// - Parameters:
    ///   - cloud: where the operations work.
    ///   - decorate: makes the provider under test, such as a vault, from that of the cloud; the calls that it needs
    ///     for that aren't counted.
    public init(
        _ cloud: InMemoryCloud,
        decorate: @escaping @concurrent @Sendable (any StreamingCloudProvider) async throws -> any CloudProvider = {
            $0
        }
    ) {
        self.cloud = cloud
        self.decorate = decorate
    }

    /// Runs an operation and lets it die.
    ///
    /// - Parameters:
    ///   - operation: what to do.
    ///   - call: the call of the cloud's provider at which to die, from 1.
    ///   - moment: before or after the call is carried out.
    /// - Returns: whether it died.
    /// - Throws: what the operation threw without having died.
    @concurrent public func run(
        _ operation: KillableOperation,
        dyingAt call: Int,
        _ moment: KillMoment
    ) async throws -> Bool {
        let dying = DyingProvider(cloud.makeProvider())
        let provider = try await decorate(dying)
        dying.die(at: call, moment)
        do {
            try await operation.perform(with: provider)
        } catch {
            guard dying.hasDied else { throw error }
        }
        return dying.hasDied
    }

    /// Makes a provider that knows nothing of what died.
    ///
    /// - Returns: a provider on the same account.
    /// - Throws: what decorating throws.
    @concurrent public func freshProvider() async throws -> any CloudProvider {
        try await decorate(cloud.makeProvider())
    }
}
