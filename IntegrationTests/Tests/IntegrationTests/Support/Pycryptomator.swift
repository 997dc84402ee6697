import CloudCore
import Foundation
import TestData

/// Drives pycryptomator, an independent implementation of vault format 8, in a virtual environment of its own.
///
/// The environment is installed once from PyPI, in the folder of builds, and used again by later runs.
enum Pycryptomator {
    /// The release that also wrote vaults of the shared data.
    private static let version = "1.15"

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// What the vault holds, by its path.
    static func read(_ vault: URL, passphrase: String) async throws -> VaultContents {
        let items = try await run("read", vault, passphrase, Nothing?.none, answer: [Item].self)
        var contents = VaultContents()
        for item in items { try contents.insert(item.node, at: CloudPath(item.path)) }
        return contents
    }

    static func create(_ vault: URL, passphrase: String) async throws {
        _ = try await run("create", vault, passphrase, Nothing?.none, answer: Nothing?.self)
    }

    static func write(_ items: [NewItem], into vault: URL, passphrase: String) async throws {
        _ = try await run("write", vault, passphrase, items, answer: Nothing?.self)
    }

    static func move(_ moves: [[String]], in vault: URL, passphrase: String) async throws {
        _ = try await run("move", vault, passphrase, moves, answer: Nothing?.self)
    }

    static func remove(_ paths: [String], in vault: URL, passphrase: String) async throws {
        _ = try await run("remove", vault, passphrase, paths, answer: Nothing?.self)
    }

    static func recoveryKey(of vault: URL, passphrase: String) async throws -> String {
        try await run("recovery-key", vault, passphrase, Nothing?.none, answer: String.self)
    }

    static func changePassphrase(of vault: URL, from passphrase: String, to newPassphrase: String) async throws {
        _ = try await run("change-passphrase", vault, passphrase, newPassphrase, answer: Nothing?.self)
    }

    /// An item to make: a folder, a file with the contents of a local one, or a link.
    struct NewItem: Encodable {
        var path: String
        var type: CloudItemType
        var contents: String?
        var target: String?
    }

    private struct Nothing: Codable {}

    private struct Item: Decodable {
        var path: String
        var type: CloudItemType
        var size: Int?
        var sha256: String?

        var node: VaultContents.Node {
            switch type {
            case .file: .file(size: size ?? -1, sha256: sha256 ?? "")
            case .folder: .folder
            default: .symlink
            }
        }
    }

    private static func run<Answer: Decodable>(
        _ command: String,
        _ vault: URL,
        _ passphrase: String,
        _ request: (some Encodable)?,
        answer: Answer.Type
    ) async throws -> Answer {
        let script = Bundle.module.bundleURL.appendingPathComponent("Resources/foreign_vault.py").path
        let result = try await ChildProcess.run(
            try await python.value,
            [script, command, vault.path, passphrase],
            input: try request.map { try JSONEncoder().encode($0) } ?? Data(),
            environment: ["PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"]
        )
        guard result.status == 0 else { throw Failure(description: "pycryptomator, \(command): \(result.errorText)") }
        return try JSONDecoder().decode(answer, from: result.output)
    }

    /// The interpreter of the environment; installed by the first test that wants it, awaited by the others.
    private static let python = Task {
        let environment = SharedData.repositoryRoot.appendingPathComponent(".build/pycryptomator-\(version)")
        let interpreter = environment.appendingPathComponent("bin/python").path
        let probe = "import pycryptomator, sys; sys.exit(pycryptomator.__version__ != '\(version)')"
        if FileManager.default.fileExists(atPath: interpreter),
            try await ChildProcess.run(interpreter, ["-c", probe]).status == 0
        {
            return interpreter
        }
        try await require("python3", ["-m", "venv", "--clear", environment.path])
        try await require(
            interpreter,
            ["-m", "pip", "--quiet", "--disable-pip-version-check", "install", "pycryptomator==\(version)"]
        )
        return interpreter
    }

    private static func require(_ program: String, _ arguments: [String]) async throws {
        let result = try await ChildProcess.run(program, arguments)
        guard result.status == 0 else {
            throw Failure(
                description: "cannot install pycryptomator (python3-venv and a connection to PyPI are needed): "
                    + "\(result.text)\(result.errorText)"
            )
        }
    }
}
