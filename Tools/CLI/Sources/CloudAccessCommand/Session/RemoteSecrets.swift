internal import CloudCore

/// The secrets of the configured remotes.
struct RemoteSecrets: Sendable {
    let store: any SecretStore
    let input: SecretInput

    private static let service = "cloudaccess.remote"

    private func account(_ key: String, of remote: String) -> String { "\(remote)/\(key)" }

    /// The secret of a remote, else what a person types.
    @concurrent func secret(_ key: String, of remote: String) async throws -> SecretBytes {
        if let kept = try await load(key, of: remote) { return kept }
        return try await input.ask(
            for: "\(key) of \(remote)",
            isNew: false,
            options: "'cloudaccess remote remove \(remote)' and 'remote add … --secret-file \(key)=FILE'"
        )
    }

    /// The secret that is kept of a remote; `nil` if there is none.
    @concurrent func load(_ key: String, of remote: String) async throws -> SecretBytes? {
        try await store.load(service: Self.service, account: account(key, of: remote))
    }

    /// Keeps a secret of a remote.
    @concurrent func save(_ secret: SecretBytes, _ key: String, of remote: String) async throws {
        try await store.save(secret, service: Self.service, account: account(key, of: remote))
    }

    /// Keeps all secrets of a remote and none that an earlier one of its name left; or none at all, if that fails.
    @concurrent func replaceAll(of remote: String, by secrets: [String: SecretBytes]) async throws {
        try await deleteAll(of: remote)
        do {
            for (key, secret) in secrets { try await save(secret, key, of: remote) }
        } catch {
            try await afterCommitPoint { try await deleteAll(of: remote) }
            throw error
        }
    }

    /// Deletes all secrets of a remote, whatever its type.
    @concurrent func deleteAll(of remote: String) async throws {
        let own = account("", of: remote)
        for account in try await store.accounts(of: Self.service) where account.hasPrefix(own) {
            try await store.delete(service: Self.service, account: account)
        }
    }
}
