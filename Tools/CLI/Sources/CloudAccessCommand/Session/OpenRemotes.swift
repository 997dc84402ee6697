internal import CloudCore
internal import Foundation

/// Opens remotes by name, each once a command.
actor OpenRemotes {
    /// The remote that always exists: the machine's own file system.
    static let localName = "local"

    private let session: Session
    private var opened: [String: Task<any CloudProvider, any Error>] = [:]

    init(_ session: Session) {
        self.session = session
    }

    /// The provider of a remote; `chain` holds the remotes that are being opened over it, so that a circle is found.
    func provider(of name: String, openedFor chain: [String] = []) async throws -> any CloudProvider {
        guard !chain.contains(name) else {
            let circle = (chain + [name]).joined(separator: " -> ")
            throw Failure(.usage, "remoteCycle", "the remotes lie over each other in a circle: \(circle)")
        }
        if let task = opened[name] { return try await task.value }
        let task = Task { try await open(name, chain: chain + [name]) }
        opened[name] = task
        return try await task.value
    }

    private func open(_ name: String, chain: [String]) async throws -> any CloudProvider {
        let session = session
        let remote: RemotesFile.Remote
        if name == Self.localName {
            remote = .init(name: name, type: "local", configuration: .object(["root": .string("/")]))
        } else if let known = try await session.remotesFile.remote(named: name) {
            remote = known
        } else {
            throw unknownRemote(name)
        }
        guard session.registry.plugin(remote.type) != nil else {
            throw UsageError("remotes of type \(remote.type) are not yet available in this build")
        }
        let context = ProviderContext(
            secret: { key in try await session.remoteSecret(key, of: name) },
            provider: { other in try await self.provider(of: other, openedFor: chain) },
            logger: session.logger
        )
        return try await session.registry.makeProvider(remote.type, remote.configuration.encoded(), in: context)
    }
}

extension Session {
    /// The service under which secrets of remotes are kept.
    static let remoteSecretService = "cloudaccess.remote"

    /// The account under which a remote's secret is kept.
    static func secretAccount(_ key: String, of remote: String) -> String { "\(remote)/\(key)" }

    /// The secret of a remote, else what a person types.
    @concurrent func remoteSecret(_ key: String, of remote: String) async throws -> SecretBytes {
        let account = Self.secretAccount(key, of: remote)
        if let kept = try await secrets.load(service: Self.remoteSecretService, account: account) { return kept }
        return try await secretInput.ask(
            for: "\(key) of \(remote):",
            isNew: false,
            options: "'cloudaccess remote remove \(remote)' and 'remote add … --secret-file \(key)=FILE'"
        )
    }
}
