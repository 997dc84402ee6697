public import Foundation

/// The remote types that an application offers; a value that is filled in one place.
public struct CloudProviderRegistry: Sendable {
    private var byIdentifier: [String: any CloudProviderPlugin.Type] = [:]

    /// Makes an empty registry.
    public init() {}

    /// Adds a plugin; a second one of the same identifier traps.
    ///
    /// - Parameter plugin: the type of the plugin.
    public mutating func register(_ plugin: any CloudProviderPlugin.Type) {
        let replaced = byIdentifier.updateValue(plugin, forKey: plugin.identifier)
        precondition(replaced == nil, "two plugins for \(plugin.identifier)")
    }

    /// The plugins, ordered by identifier.
    public var plugins: [any CloudProviderPlugin.Type] {
        byIdentifier.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Looks a plugin up.
    ///
    /// - Parameter identifier: the remote's type.
    /// - Returns: `nil` if there is none.
    public func plugin(_ identifier: String) -> (any CloudProviderPlugin.Type)? {
        byIdentifier[identifier]
    }

    /// Makes a provider from a stored configuration.
    ///
    /// - Parameters:
    ///   - identifier: the remote's type.
    ///   - configuration: JSON that ``encodedConfiguration(_:from:)`` gave.
    ///   - context: the remote's context.
    /// - Returns: the provider.
    /// - Throws: ``ConfigurationError`` if the type is unknown; `DecodingError`; errors of the plugin.
    @concurrent public func makeProvider(
        _ identifier: String,
        _ configuration: Data,
        in context: ProviderContext
    ) async throws -> any CloudProvider {
        try await known(identifier).makeProvider(json: configuration, in: context)
    }

    /// Reads a configuration from texts and encodes it for storing.
    ///
    /// - Parameters:
    ///   - identifier: the remote's type.
    ///   - values: by key, without secrets.
    /// - Returns: JSON with sorted keys.
    /// - Throws: ``ConfigurationError``.
    public func encodedConfiguration(_ identifier: String, from values: [String: String]) throws -> Data {
        try known(identifier).encodedConfiguration(from: values)
    }

    private func known(_ identifier: String) throws(ConfigurationError) -> any CloudProviderPlugin.Type {
        guard let plugin = byIdentifier[identifier] else {
            throw ConfigurationError(key: "type", problem: "there is no remote type \(identifier)")
        }
        return plugin
    }
}

extension CloudProviderPlugin {
    @concurrent fileprivate static func makeProvider(
        json: Data,
        in context: ProviderContext
    ) async throws -> any CloudProvider {
        try await makeProvider(JSONDecoder().decode(Configuration.self, from: json), in: context)
    }

    fileprivate static func encodedConfiguration(from values: [String: String]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(configuration(from: values))
    }
}
