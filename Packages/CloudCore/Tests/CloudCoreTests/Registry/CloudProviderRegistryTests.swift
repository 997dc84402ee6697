import CloudCore
import Foundation
import Testing

/// Makes a provider in memory with a file that holds the configuration.
private enum TestPlugin: CloudProviderPlugin {
    struct Configuration: Codable, Sendable {
        var path: String
        var size: Int?
    }

    static let identifier = "test"
    static let displayName = "Test"
    static let fields = [
        ConfigurationField(key: "path", summary: "where", isRequired: true),
        ConfigurationField(key: "size", summary: "how much"),
        ConfigurationField(key: "password", summary: "to get in", isRequired: true, isSecret: true),
    ]

    static func configuration(from values: [String: String]) throws -> Configuration {
        try checkKeys(of: values)
        let size = try values["size"].map { text in
            guard let size = Int(text) else { throw ConfigurationError(key: "size", problem: "is no number") }
            return size
        }
        return Configuration(path: values["path"] ?? "", size: size)
    }

    @concurrent static func makeProvider(
        _ configuration: Configuration,
        in context: ProviderContext
    ) async throws -> any CloudProvider {
        let secret = try await context.secret("password")
        return FileCloud([try CloudPath(configuration.path): .file(unsafe secret.withUnsafeBytes { unsafe Array($0) })])
    }
}

@Suite("CloudProviderRegistry")
struct CloudProviderRegistryTests {
    private var registry = CloudProviderRegistry()
    private let context = ProviderContext(
        secret: { _ in SecretBytes([7]) },
        provider: { _ in throw NotNeeded() }
    )

    init() {
        registry.register(TestPlugin.self)
    }

    @Test("makes a provider of what it encoded")
    func roundTrip() async throws {
        let stored = try registry.encodedConfiguration("test", from: ["size": "1", "path": "/a"])
        #expect(String(decoding: stored, as: UTF8.self) == #"{"path":"/a","size":1}"#)
        let provider = try await registry.makeProvider("test", stored, in: context)
        #expect(try await provider.checkForItemExistence(at: CloudPath("/a")))
        #expect(registry.plugin("test") != nil)
        #expect(registry.plugin("other") == nil)
        #expect(registry.plugins.map { $0.identifier } == ["test"])
    }

    @Test(
        "names the key that is wrong",
        arguments: [
            ([:], "path: is missing (where)"),
            (["path": ""], "path: is missing (where)"),
            (["path": "/a", "colour": "red"], "colour: the type test has no such key"),
            (["path": "/a", "password": "x"], "password: a secret can't be given as key=value"),
            (["path": "/a", "size": "big"], "size: is no number"),
        ] as [([String: String], String)]
    )
    func wrongKeys(_ values: [String: String], _ description: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try registry.encodedConfiguration("test", from: values)
        }
        #expect(error?.description == description)
    }

    @Test("an unknown type is an error")
    func unknownType() async {
        await #expect(throws: ConfigurationError(key: "type", problem: "there is no remote type other")) {
            try await registry.makeProvider("other", Data(), in: context)
        }
        await #expect(throws: DecodingError.self) { try await registry.makeProvider("test", Data(), in: context) }
    }

    @Test("a second plugin of one identifier traps")
    func duplicate() async {
        await #expect(processExitsWith: .failure) {
            var registry = CloudProviderRegistry()
            registry.register(TestPlugin.self)
            registry.register(TestPlugin.self)
        }
    }
}
