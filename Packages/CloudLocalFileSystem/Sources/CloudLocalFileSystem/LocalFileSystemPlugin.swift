public import CloudCore
internal import Foundation

/// The remote type `local`: a folder of this machine.
public enum LocalFileSystemPlugin: CloudProviderPlugin {
    /// Where the folder is.
    public struct Configuration: Codable, Hashable, Sendable {
        /// The absolute path of the folder.
        public var root: String

        /// Makes a configuration.
        ///
        /// - Parameter root: an absolute path.
        public init(root: String) {
            self.root = root
        }
    }

    /// `local`.
    public static let identifier = "local"
    /// The name for people.
    public static let displayName = "Local folder"
    /// One key, `root`.
    public static let fields = [
        ConfigurationField(key: "root", summary: "absolute path of an existing folder", isRequired: true)
    ]

    /// Reads a configuration from texts.
    ///
    /// - Parameter values: `root`.
    /// - Returns: the configuration; whether the folder exists is seen when the provider is made.
    /// - Throws: `ConfigurationError` for an unknown or missing key, and for a path that is not absolute.
    public static func configuration(from values: [String: String]) throws -> Configuration {
        try checkKeys(of: values)
        let root = values["root", default: ""]
        guard root.utf8.first == UInt8(ascii: "/"), !root.utf8.contains(0) else {
            throw ConfigurationError(key: "root", problem: "must be an absolute path")
        }
        return Configuration(root: root)
    }

    /// Opens the folder.
    ///
    /// - Parameters:
    ///   - configuration: names the folder.
    ///   - context: not used.
    /// - Returns: a ``LocalFileSystemProvider``.
    /// - Throws: as ``LocalFileSystemProvider/init(rootURL:coordinator:offloadedItems:pageSize:)``.
    @concurrent public static func makeProvider(
        _ configuration: Configuration,
        in context: ProviderContext
    ) async throws -> any CloudProvider {
        try await BlockingWork.run {
            try LocalFileSystemProvider(rootURL: URL(filePath: configuration.root, directoryHint: .isDirectory))
        }
    }
}
