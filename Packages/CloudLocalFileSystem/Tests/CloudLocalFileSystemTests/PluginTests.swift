import CloudCore
import CloudLocalFileSystem
import Foundation
import Testing

@Suite("Root and plugin")
struct PluginTests {
    private let root: Root

    init() throws {
        root = try Root()
    }

    @Test("what is no folder is no root")
    func badRoots() throws {
        try root.put("x", at: "/file")
        #expect(throws: LocalFileSystemError.rootNotFound) {
            try LocalFileSystemProvider(rootURL: root.url.appending(path: "missing"))
        }
        #expect(throws: LocalFileSystemError.rootNotAFolder) {
            try LocalFileSystemProvider(rootURL: root.url.appending(path: "file"))
        }
        #expect(throws: LocalFileSystemError.rootNotAFileURL) {
            try LocalFileSystemProvider(rootURL: try #require(URL(string: "https://example.com/")))
        }
    }

    @Test("a root may be named through a link and with a slash at its end")
    func rootThroughLink() async throws {
        try root.makeFolder("/real")
        try root.link("/link", to: "real")
        let url = URL(filePath: root.disk("/link/"), directoryHint: .isDirectory)
        let provider = try LocalFileSystemProvider(rootURL: url, coordinator: root.coordinator)
        try await provider.write("x", to: "/file")
        #expect(try root.names(in: "/real") == ["file"])
    }

    @Test(
        "configurations that name what is wrong",
        arguments: [
            ([:], "root"), (["root": "relative"], "root"), (["root": "/", "rot": "/"], "rot"), (["root": ""], "root"),
        ]
    )
    func badConfiguration(_ values: [String: String], _ key: String) {
        #expect {
            try LocalFileSystemPlugin.configuration(from: values)
        } throws: { ($0 as? ConfigurationError)?.key == key }
    }

    @Test("a registry makes a provider from a stored configuration")
    func registry() async throws {
        var registry = CloudProviderRegistry()
        registry.register(LocalFileSystemPlugin.self)
        let stored = try registry.encodedConfiguration("local", from: ["root": root.url.path])
        let context = ProviderContext(
            secret: { throw ConfigurationError(key: $0, problem: "no secrets here") },
            provider: { throw ConfigurationError(key: $0, problem: "no remotes here") }
        )
        try root.put("x", at: "/file")
        let provider = try await registry.makeProvider("local", stored, in: context)
        #expect(try await provider.names() == ["file"])
    }

    @Test("every error says what kind it is and what to do")
    func errors() {
        let errors: [LocalFileSystemError: ErrorCategory] = [
            .rootNotAFileURL: .unsupported, .rootNotFound: .notFound, .rootNotAFolder: .wrongType,
            .linkLeavesRoot: .notPermitted, .nameNotAllowed(reason: "why"): .nameNotAllowed,
            .offloaded: .unsupported, .otherFileSystem: .unsupported, .failed(errno: EIO): .other,
        ]
        for (error, category) in errors {
            #expect(error.category == category)
            #expect(!error.description.isEmpty)
        }
    }
}
