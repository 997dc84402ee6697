import CloudCore
import Foundation
import Testing

@testable import CloudAccessCommand

/// A temporary folder with a configuration of its own, in which command lines are run and their output is read.
final class Workbench: Sendable {
    /// What a command printed, and its status.
    struct Outcome: Sendable {
        var status: CommandStatus
        var output: String
        var errors: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }
        var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
    }

    let folder: URL
    private let environment: [String: String]

    init(_ environment: [String: String] = [:]) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "cloudaccess-test-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let own = ["CLOUDACCESS_CONFIG_DIR": folder.appending(path: "config").path, "HOME": folder.path]
        self.environment = own.merging(environment) { $1 }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The path of something in the folder.
    func path(_ name: String) -> String { folder.path + "/" + name }

    /// Writes a file, making its folders.
    @discardableResult
    func write(_ content: String, to name: String, date: Date? = nil) throws -> String {
        let url = URL(filePath: path(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content.utf8).write(to: url)
        if let date { try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url.path) }
        return url.path
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }

    func read(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

    func exists(_ name: String) -> Bool {
        var status = stat()
        return unsafe lstat(path(name), &status) == 0
    }

    /// All paths in a folder of the workbench, sorted, folders with a `/` at their end.
    func tree(_ name: String) throws -> [String] {
        let root = path(name)
        return try FileManager.default.subpathsOfDirectory(atPath: root).map { below in
            let attributes = try FileManager.default.attributesOfItem(atPath: root + "/" + below)
            return attributes[.type] as? FileAttributeType == .typeDirectory ? below + "/" : below
        }.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
    }

    /// Runs a command line in this process; there is no terminal.
    func run(_ words: String..., interruption: Interruption? = nil) async -> Outcome {
        await run(words, interruption: interruption)
    }

    func run(_ words: [String], prompt: Prompt = .none, interruption: Interruption? = nil) async -> Outcome {
        let (output, errors) = (Locked<[UInt8]>([]), Locked(""))
        let streams = Streams(
            result: { bytes, _ in output.withLock { $0 += bytes } },
            message: { text in errors.withLock { $0 += text } },
            resultIsTerminal: false,
            messageIsTerminal: false,
            messageRows: { 24 }
        )
        let status = await CloudAccessCommand.run(
            words,
            environment: environment,
            streams: streams,
            prompt: prompt,
            interruption: interruption ?? Interruption(end: {})
        )
        return Outcome(
            status: status,
            output: String(decoding: output.withLock(\.self), as: UTF8.self),
            errors: errors.withLock(\.self)
        )
    }
}

extension Prompt {
    /// No terminal.
    static let none = Prompt(
        isAvailable: { false },
        secret: { _, _ in throw UsageError("asked without a terminal") }
    )

    /// A terminal on which a person types these secrets, one after the other.
    static func typing(_ secrets: String...) -> Prompt {
        let rest = Locked(secrets)
        return Prompt(
            isAvailable: { true },
            secret: { _, _ in
                let next = rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                guard let next else { throw UsageError("nothing more is typed") }
                return SecretBytes(utf8: next)
            }
        )
    }
}
