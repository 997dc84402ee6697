internal import CloudCore
internal import CloudLocalFileSystem
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

        /// The remote that always exists and stands in no file: the machine's own file system.
        static let local = Remote(
            name: "local",
            type: LocalFileSystemPlugin.identifier,
            configuration: .object(["root": .string("/")])
        )
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

    /// A remote that must exist.
    @concurrent func known(_ name: String) async throws -> Remote {
        if name == Remote.local.name { return .local }
        guard let remote = try await remote(named: name) else { throw Failure.unknownRemote(name) }
        return remote
    }

    /// Adds a remote and saves its secrets while no other process adds one; one of the same name is an error.
    ///
    /// If the secrets can't be saved, the remote is taken back.
    @concurrent func add(_ remote: Remote, saving save: @Sendable () async throws -> Void) async throws {
        try await change { members in
            guard members[remote.name] == nil else { throw Failure.remoteExists(remote.name) }
            let before = members
            members[remote.name] = .object(["type": .string(remote.type), "configuration": remote.configuration])
            try await write(members)
            do {
                try await save()
            } catch {
                try await write(before)
                throw error
            }
        }
    }

    /// Removes a remote after its secrets, while no other process adds one; if they can't be deleted, it stays.
    @concurrent func remove(_ name: String, deletingSecrets deleteSecrets: @Sendable () async throws -> Void)
        async throws
    {
        try await change { members in
            guard members.removeValue(forKey: name) != nil else { throw Failure.unknownRemote(name) }
            try await deleteSecrets()
            try await write(members)
        }
    }

    /// Runs `body` with the remotes while no other process changes them.
    private func change(_ body: (inout [String: JSONValue]) async throws -> Void) async throws {
        try await directory.withLock("remotes.lock") {
            try await file.sweep()
            var members: [String: JSONValue] = [:]
            if case .object(let existing) = try await load()["remotes"] { members = existing }
            try await body(&members)
        }
    }

    /// Replaces the remotes and keeps the file's other members; by the one who holds the lock.
    private func write(_ remotes: [String: JSONValue]) async throws {
        guard case .object(var members) = try await load() else { return }
        members["remotes"] = .object(remotes)
        try await file.write(Array(JSONValue.object(members).encoded(pretty: true)) + [UInt8(ascii: "\n")])
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

extension Failure {
    /// There is no remote of a name.
    static func unknownRemote(_ name: String) -> Failure {
        Failure(
            .usage,
            "unknownRemote",
            "there is no remote '\(name)'",
            advice: "'cloudaccess remote list' shows the remotes; a local path with ':' is written './\(name):…'"
        )
    }

    /// There is a remote of a name already.
    static func remoteExists(_ name: String) -> Failure {
        Failure(.alreadyExists, "remoteExists", "a remote '\(name)' exists already")
    }
}
