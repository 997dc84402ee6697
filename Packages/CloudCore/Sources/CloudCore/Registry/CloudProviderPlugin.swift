public import Foundation

/// One value that a plugin's configuration takes.
public struct ConfigurationField: Hashable, Sendable {
    /// The key on the command line and in the configuration file.
    public var key: String
    /// What the value is, in half a line.
    public var summary: String
    /// Whether there must be a value.
    public var isRequired: Bool
    /// Whether the value is a secret, which goes to the ``SecretStore`` and never into a file.
    public var isSecret: Bool

    /// Makes a field.
    ///
    /// - Parameters:
    ///   - key: lower-case ASCII with dashes.
    ///   - summary: half a line.
    ///   - isRequired: whether there must be a value.
    ///   - isSecret: whether it is kept in the secret store.
    public init(key: String, summary: String, isRequired: Bool = false, isSecret: Bool = false) {
        self.key = key
        self.summary = summary
        self.isRequired = isRequired
        self.isSecret = isSecret
    }
}

/// A configuration value that is missing, unknown or wrong.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The key.
    public var key: String
    /// What is wrong with it.
    public var problem: String

    /// Makes the error.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - problem: what is wrong, without the value of a secret.
    public init(key: String, problem: String) {
        self.key = key
        self.problem = problem
    }

    /// What is wrong, for a person.
    public var description: String { "\(key): \(problem)" }
}

/// One type of remote: what a package exports so that an application can offer its provider by name.
public protocol CloudProviderPlugin: Sendable {
    /// What the provider needs, without secrets: those come from the context, by key.
    associatedtype Configuration: Codable & Sendable
    /// Stable identifier in configuration files and the command's TYPE: lower-case ASCII, never renamed.
    static var identifier: String { get }
    /// The name for people.
    static var displayName: String { get }
    /// The values that the configuration takes, secrets included.
    static var fields: [ConfigurationField] { get }
    /// Reads a configuration from texts, such as those of a command line.
    ///
    /// - Parameter values: by key, without secrets.
    /// - Returns: the checked configuration.
    /// - Throws: ``ConfigurationError`` that names the unknown, missing or bad key.
    static func configuration(from values: [String: String]) throws -> Configuration
    /// Makes a provider; sends nothing.
    ///
    /// - Parameters:
    ///   - configuration: as read.
    ///   - context: everything that a provider may touch from outside.
    /// - Returns: the provider.
    /// - Throws: errors of the context and of the provider.
    @concurrent static func makeProvider(
        _ configuration: Configuration,
        in context: ProviderContext
    ) async throws -> any CloudProvider
}

extension CloudProviderPlugin {
    /// Checks the keys of texts against ``fields``, for implementations of ``configuration(from:)``.
    ///
    /// - Parameter values: by key, without secrets.
    /// - Throws: ``ConfigurationError`` for an unknown key, a secret, or a required one that is missing.
    public static func checkKeys(of values: [String: String]) throws(ConfigurationError) {
        for key in values.keys.sorted() {
            guard let field = fields.first(where: { $0.key == key }) else {
                throw ConfigurationError(key: key, problem: "the type \(identifier) has no such key")
            }
            if field.isSecret {
                throw ConfigurationError(key: key, problem: "a secret can't be given as key=value")
            }
        }
        for field in fields where field.isRequired && !field.isSecret && values[field.key, default: ""].isEmpty {
            throw ConfigurationError(key: field.key, problem: "is missing (\(field.summary))")
        }
    }
}

/// How requests reach the network.
public enum ProxySettings: Hashable, Sendable {
    /// As `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` of the environment say.
    case environment
    /// Directly.
    case none
    /// Through this proxy.
    case url(URL)
}

/// Everything that a provider may touch from outside.
public struct ProviderContext: Sendable {
    /// Gives the secret of a configuration key; throws if there is none.
    public var secret: @concurrent @Sendable (_ key: String) async throws -> SecretBytes
    /// Gives the provider of another remote, for vaults; a cycle throws.
    public var provider: @concurrent @Sendable (_ remote: String) async throws -> any CloudProvider
    /// Where to log.
    public var logger: Logger
    /// The clock of all waiting and time limits.
    public var clock: any Clock<Duration>
    /// Where temporary files may be made.
    public var temporaryDirectory: URL
    /// How requests reach the network.
    public var proxy: ProxySettings

    /// Makes a context.
    ///
    /// - Parameters:
    ///   - secret: see ``secret``.
    ///   - provider: see ``provider``.
    ///   - logger: see ``logger``.
    ///   - clock: see ``clock``.
    ///   - temporaryDirectory: see ``temporaryDirectory``.
    ///   - proxy: see ``proxy``.
    public init(
        secret: @escaping @concurrent @Sendable (_ key: String) async throws -> SecretBytes,
        provider: @escaping @concurrent @Sendable (_ remote: String) async throws -> any CloudProvider,
        logger: Logger = .shared,
        clock: any Clock<Duration> = ContinuousClock(),
        temporaryDirectory: URL = FileManager.default.temporaryDirectory,
        proxy: ProxySettings = .environment
    ) {
        self.secret = secret
        self.provider = provider
        self.logger = logger
        self.clock = clock
        self.temporaryDirectory = temporaryDirectory
        self.proxy = proxy
    }
}
