import Foundation
import TestData

/// Where the command's executable files are.
enum BuiltCommand {
    /// The one that was built with the tests.
    static let url = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "cloudaccess")

    /// The one that `make cli` builds in release mode, with Swift's runtime linked in; `nil` before.
    static let release: URL? = {
        let url = SharedData.repositoryRoot.appending(path: "bin/cloudaccess")
        return FileManager.default.isExecutableFile(atPath: url.path) ? url : nil
    }()

    /// Finds a program that a test compares with or runs.
    static func program(_ name: String) -> String? {
        ["/usr/local/bin", "/usr/bin", "/bin"].map { $0 + "/" + name }.first(
            where: FileManager.default.isExecutableFile(atPath:)
        )
    }
}

/// A temporary folder, and the environment in which commands run there: a configuration and locks of their own.
final class Playground: Sendable {
    let folder: URL
    let environment: [String: String]

    init(_ environment: [String: String] = [:]) throws {
        // Without links, since locks are taken on paths as they are written.
        folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "cloudaccess-built-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let own = [
            "CLOUDACCESS_CONFIG_DIR": folder.appending(path: "config").path,
            "CLOUDACCESS_FC_DIR": folder.appending(path: "locks").path, "HOME": folder.path, "TERM": "xterm",
            "PATH": BuiltCommand.url.deletingLastPathComponent().path + ":/usr/local/bin:/usr/bin:/bin",
            "LC_ALL": "C.UTF-8",
        ]
        self.environment = own.merging(environment) { $1 }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func path(_ name: String) -> String { folder.path + "/" + name }

    @discardableResult
    func write(_ content: some DataProtocol, to name: String) throws -> String {
        let url = folder.appending(path: name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content).write(to: url)
        return url.path
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }

    /// All names in a folder, hidden ones too.
    func names(in name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
    }

    /// Runs the command to its end without a terminal.
    func run(_ words: String..., input: String = "") async throws -> ChildProcess.Result {
        try await ChildProcess.run(
            BuiltCommand.url.path,
            words,
            input: Data(input.utf8),
            environment: environment,
            directory: folder
        )
    }

    /// Starts the command and leaves its streams to the test.
    func start(_ words: String..., streams: RunningProgram.Streams = .pipes) throws -> RunningProgram {
        try RunningProgram(
            BuiltCommand.url.path,
            words,
            environment: environment,
            directory: folder.path,
            streams: streams
        )
    }
}
