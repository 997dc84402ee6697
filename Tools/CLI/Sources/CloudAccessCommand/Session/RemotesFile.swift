internal import CloudCore
internal import Foundation

/// The file `remotes.json`: the remotes by name, without secrets.
///
/// Changed under a lock by temporary file and rename. Members that this version doesn't know are kept; a newer
/// version of the file is refused.
struct RemotesFile: Sendable {
    /// One remote.
    struct Remote: Hashable, Sendable {
        var name: String
        var type: String
        var configuration: JSONValue
    }

    private static let version = 1
    private let directory: ConfigurationDirectory

    init(in directory: ConfigurationDirectory) {
        self.directory = directory
    }

    private var file: DurableFile { DurableFile(directory.url.appending(path: "remotes.json")) }

    /// The remotes, ordered by name.
    @concurrent func remotes() async throws -> [Remote] {
        guard case .object(let members) = try await load()["remotes"] else { return [] }
        return members.sorted { $0.key < $1.key }.map { name, value in
            Remote(
                name: name,
                type: value["type"]?.string ?? "",
                configuration: value["configuration"] ?? .object([:])
            )
        }
    }

    @concurrent func remote(named name: String) async throws -> Remote? {
        try await remotes().first { $0.name == name }
    }

    /// Adds a remote; one of the same name is an error.
    @concurrent func add(_ remote: Remote) async throws {
        try await change { members in
            guard members[remote.name] == nil else {
                throw Failure(.alreadyExists, "remoteExists", "a remote of this name exists already")
            }
            members[remote.name] = .object([
                "type": .string(remote.type), "configuration": remote.configuration,
            ])
        }
    }

    /// Removes a remote.
    @concurrent func remove(_ name: String) async throws {
        try await change { members in
            guard members.removeValue(forKey: name) != nil else { throw unknownRemote(name) }
        }
    }

    private func change(_ body: (inout [String: JSONValue]) throws -> Void) async throws {
        try await directory.withLock("remotes.lock") {
            guard case .object(var members) = try await load() else { return }
            var remotes: [String: JSONValue] = [:]
            if case .object(let existing) = members["remotes"] { remotes = existing }
            try body(&remotes)
            members["remotes"] = .object(remotes)
            try await file.sweep()
            try await file.write(Array(JSONValue.object(members).encoded(pretty: true)) + [UInt8(ascii: "\n")])
        }
    }

    private func load() async throws -> JSONValue {
        guard let bytes = try await file.read() else {
            return .object(["version": .integer(Self.version), "remotes": .object([:])])
        }
        guard let root = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)),
            case .integer(let found) = root["version"], case .object = root["remotes"] ?? .object([:])
        else {
            throw Failure(
                .failed,
                "configurationDamaged",
                "\(file.url.path) is no configuration of remotes; it is left as it is"
            )
        }
        guard found <= Self.version else {
            throw Failure(
                .failed,
                "configurationTooNew",
                "\(file.url.path) was written by a newer version (\(found)) of cloudaccess",
                advice: "update cloudaccess to use it"
            )
        }
        return root
    }
}

/// There is no remote of a name.
func unknownRemote(_ name: String) -> Failure {
    Failure(
        .usage,
        "unknownRemote",
        "there is no remote '\(name)'",
        advice: "'cloudaccess remote list' shows the remotes; a local path with ':' is written './\(name):…'"
    )
}
