import Foundation
import Testing

@testable import CloudAccessCommand

@Suite("remote …")
struct RemoteCommandTests {
    @Test("adds, lists, shows and removes a remote")
    func cycle() async throws {
        let bench = try Workbench()
        try bench.makeFolder("root")
        #expect(await bench.run("remote", "add", "disk", "local", "root=\(bench.path("root"))").status == .done)
        #expect(await bench.run("remote", "list").output == "disk  local\n")
        let show = await bench.run("remote", "show", "disk")
        #expect(show.output == "type=local\nroot=\(bench.path("root"))\n")
        #expect(await bench.run("remote", "remove", "disk").status == .done)
        #expect(await bench.run("remote", "list").output.isEmpty)
        #expect(await bench.run("remote", "show", "disk").status == .usage)
    }

    @Test("a remote that exists is status 4, and stays")
    func duplicate() async throws {
        let bench = try Workbench()
        try bench.makeFolder("a")
        #expect(await bench.run("remote", "add", "x", "local", "root=\(bench.path("a"))").status == .done)
        #expect(await bench.run("remote", "add", "x", "local", "root=/").status == .alreadyExists)
        #expect(await bench.run("remote", "show", "x").output.contains("root=\(bench.path("a"))"))
    }

    @Test(
        "what is wrong is status 2 and named",
        arguments: [
            (["remote", "add", "X", "local", "root=/"], "'X'"),
            (["remote", "add", "local", "local", "root=/"], "local"),
            (["remote", "add", "x", "local", "rooot=/"], "rooot"), (["remote", "add", "x", "local"], "root"),
            (["remote", "add", "x", "local", "root"], "'root'"),
            (["remote", "add", "x", "local", "root=/", "root=/"], "twice"),
            (["remote", "add", "x", "nosuch"], "nosuch"), (["remote", "add", "x", "webdav"], "not yet available"),
            (["remote", "add", "x", "vault", "over=local:/v", "passphrase=geheim"], "passphrase"),
            (["remote", "add", "x", "vault", "over=local:/v"], "--secret-file passphrase=FILE"),
            (["remote", "add", "x", "local", "root=/", "--secret-env", "nothing=VAR"], "nothing"),
            (["remote", "remove", "x"], "'x'"), (["ls", "nosuch:/"], "'nosuch'"), (["remote", "frob"], "frob"),
            (["keychain", "list"], "not yet available"),
            (["--keychain-passphrase-env", "A", "remote", "list"], "keychain"),
        ]
    )
    func wrong(words: [String], named: String) async throws {
        let outcome = try await Workbench().run(words)
        #expect(outcome.status == .usage)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(named))
        #expect(!outcome.errors.contains("geheim"))
    }

    @Test("a type without a login says so")
    func noLogin() async throws {
        let bench = try Workbench()
        _ = await bench.run("remote", "add", "x", "local", "root=/")
        for command in ["login", "logout"] {
            let outcome = await bench.run("remote", command, "x")
            #expect(outcome.status == .usage)
            #expect(outcome.errors.contains("no login"))
        }
    }

    @Test("secrets are in no file but secrets.json, and files are private")
    func secrets() async throws {
        let bench = try Workbench(["SECRET": "Tr0ub4dor"])
        let words = [
            "remote", "add", "v", "vault", "over=local:\(bench.path("v"))", "--secret-env", "passphrase=SECRET",
        ]
        let added = await bench.run(words)
        #expect(added.status == .done)
        #expect(added.errors.contains("secrets.json"))
        #expect(!added.errors.contains("Tr0ub4dor"))
        #expect(try !bench.read("config/remotes.json").contains("Tr0ub4dor"))
        #expect(await !bench.run("remote", "show", "v").output.contains("Tr0ub4dor"))
        for (name, mode) in [("config", 0o700), ("config/remotes.json", 0o600), ("config/secrets.json", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: bench.path(name))
            #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
        }
        #expect(await bench.run("remote", "remove", "v").status == .done)
        #expect(try !bench.read("config/secrets.json").contains("v/passphrase"))
    }

    @Test("members of the configuration that this version doesn't know are kept")
    func unknownMembers() async throws {
        let bench = try Workbench()
        try bench.write(
            #"{"version": 1, "keychain": {"use": "file", "n": 1.5}, "remotes": {"a": {"type": "local", "x": [1, null], "configuration": {"root": "/"}}}}"#,
            to: "config/remotes.json"
        )
        #expect(await bench.run("remote", "add", "b", "local", "root=/tmp").status == .done)
        let root = try JSONDecoder().decode(JSONValue.self, from: Data(bench.read("config/remotes.json").utf8))
        #expect(root["keychain"] == .object(["use": .string("file"), "n": .number(1.5)]))
        #expect(root["remotes"]?["a"]?["x"] == .array([.integer(1), .null]))
        #expect(root["remotes"]?["b"]?["configuration"]?["root"] == .string("/tmp"))
    }

    @Test(
        "a configuration that can't be read is left as it is",
        arguments: [#"{"version": 2, "remotes": {}}"#, "not JSON", "[]", #"{"version": 1, "remotes": 7}"#]
    )
    func unreadable(content: String) async throws {
        let bench = try Workbench()
        try bench.write(content, to: "config/remotes.json")
        let outcome = await bench.run("remote", "add", "b", "local", "root=/tmp")
        #expect(outcome.status == .failed)
        #expect(try bench.read("config/remotes.json") == content)
    }

    @Test("types names every type with its keys")
    func types() async throws {
        let output = try await Workbench().run("remote", "types").output
        for text in ["local", "root=", "vault", "over=", "passphrase", "secret"] { #expect(output.contains(text)) }
    }

    @Test("test tells latency and quota")
    func test() async throws {
        let bench = try Workbench()
        let outcome = await bench.run("remote", "test", "local")
        #expect(outcome.status == .done)
        #expect(outcome.output.contains("latency: "))
        #expect(outcome.output.contains("available: "))
    }

    @Test("vaults that lie over each other in a circle are an error")
    func circle() async throws {
        let bench = try Workbench(["P": "p"])
        for (name, over) in [("a", "b:/x"), ("b", "a:/x")] {
            _ = await bench.run("remote", "add", name, "vault", "over=\(over)", "--secret-env", "passphrase=P")
        }
        let outcome = await bench.run("ls", "a:/")
        #expect(outcome.status == .usage)
        #expect(outcome.errors.contains("a -> b -> a"))
    }
}
