internal import CloudCore
internal import CloudLocalFileSystem
internal import Foundation

/// Opens remotes by name, each once a command.
actor OpenRemotes {
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

    /// A place on a remote, named by the address that was typed.
    func location(of address: Address, at path: CloudPath, on name: String) async throws -> Location {
        let provider = try await provider(of: name)
        return Location(
            address: address,
            provider: provider,
            path: path,
            remoteKey: name,
            localRoot: try await localRoot(of: name)
        )
    }

    private func localRoot(of name: String) async throws -> LocalRoot? {
        let remote = try await session.remotesFile.known(name)
        guard remote.type == LocalFileSystemPlugin.identifier else { return nil }
        let configuration = remote.configuration.encoded()
        return LocalRoot(try JSONDecoder().decode(LocalFileSystemPlugin.Configuration.self, from: configuration))
    }

    private func open(_ name: String, chain: [String]) async throws -> any CloudProvider {
        let session = session
        let remote = try await session.remotesFile.known(name)
        guard session.registry.plugin(remote.type) != nil else {
            throw UsageError("remotes of type \(remote.type) are not yet available in this build")
        }
        session.logger.info("opening a remote of type \(remote.type)")
        session.logger.debug("opening \(name):")
        let context = ProviderContext(
            secret: { key in try await session.remoteSecrets.secret(key, of: name) },
            provider: { other in try await self.provider(of: other, openedFor: chain) },
            logger: session.logger
        )
        return try await session.registry.makeProvider(remote.type, remote.configuration.encoded(), in: context)
    }
}
