public import CloudCore

/// The remote type `vault`: a Cryptomator vault that lies over a folder of another remote.
public enum VaultPlugin: CloudProviderPlugin {
    /// Where a vault lies.
    public struct Configuration: Codable, Hashable, Sendable {
        /// The name of the remote below.
        public var remote: String
        /// The folder of the vault in it.
        public var path: CloudPath
    }

    /// The type's name in configurations.
    public static let identifier = "vault"
    /// The type's name for people.
    public static let displayName = "Cryptomator vault"
    /// The values that the configuration takes.
    public static let fields = [
        ConfigurationField(key: "over", summary: "where the vault lies: REMOTE:/path", isRequired: true),
        ConfigurationField(key: "passphrase", summary: "the vault's passphrase", isRequired: true, isSecret: true),
    ]

    /// Reads a configuration.
    ///
    /// - Parameter values: `over`, such as `work:/Vault`; a missing `/` after the colon is added.
    /// - Returns: the configuration.
    /// - Throws: `ConfigurationError`.
    public static func configuration(from values: [String: String]) throws -> Configuration {
        try checkKeys(of: values)
        let over = values["over", default: ""]
        guard let colon = over.firstIndex(of: ":"), colon > over.startIndex else {
            throw ConfigurationError(key: "over", problem: "must be REMOTE:/path")
        }
        do {
            let path = try CloudPath("/" + over[over.index(after: colon)...])
            return Configuration(remote: String(over[..<colon]), path: path)
        } catch {
            throw ConfigurationError(key: "over", problem: "\(error)")
        }
    }

    /// Opens the remote below, then the vault in it.
    ///
    /// - Parameters:
    ///   - configuration: where the vault lies.
    ///   - context: gives the remote below and the passphrase.
    /// - Returns: the vault's cleartext.
    /// - Throws: as ``Vault/open(at:in:passphrase:logger:)-(_,_,SecretBytes,_)``; errors of the context.
    @concurrent public static func makeProvider(
        _ configuration: Configuration,
        in context: ProviderContext
    ) async throws -> any CloudProvider {
        let base = try await context.provider(configuration.remote)
            .streaming(temporaryDirectory: context.temporaryDirectory)
        let locked = try await Vault.inspect(at: configuration.path, in: base, logger: context.logger)
        return try await locked.unlock(passphrase: context.secret("passphrase")).makeProvider()
    }
}
