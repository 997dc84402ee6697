import Foundation
import TestData
import Testing

extension ChildProcess.Result {
    /// Runs a script of the shell in a playground.
    static func shell(_ script: String, in playground: Playground) async throws -> ChildProcess.Result {
        try await ChildProcess.run(
            "/bin/sh",
            ["-c", script],
            environment: playground.environment,
            directory: playground.folder
        )
    }
}

@Suite("Exit statuses of a process", .enabledOnRequest, .timeLimit(.minutes(2)))
struct StatusTests {
    private let playground: Playground

    init() throws {
        playground = try Playground(["PASS": "correct horse", "WRONG": "battery staple"])
        try playground.write(Data("hello".utf8), to: "folder/file")
    }

    @Test(
        arguments: [
            (0, "ls folder"), (0, "--version"), (0, "help"), (0, "remote --help"), (0, "--help"), (2, ""),
            (2, "frobnicate"), (2, "ls"), (2, "ls nosuch:/"), (2, "remote add x frob"), (2, "remote add x webdav"),
            (2, "remote trust x --fingerprint AA:BB"), (2, "keychain export f --new-passphrase-file p"),
            (2, "keychain use secret-service"), (2, "vault create v --passphrase-file none"), (2, "rm -r local:/"),
            (2, "--log-file none/x -v ls folder"), (3, "ls none"), (3, "mkdir none/x"), (4, "mkdir folder"),
            (4, "cp folder/file folder/file"), (4, "vault create folder --passphrase-env PASS"), (8, "cat folder"),
            (8, "cp folder copy"), (8, "mkdir -p folder/file"), (8, "rm folder"), (9, "check folder folder/file"),
            (10, "hash folder/file none"), (10, "rm folder/file none"),
        ]
    )
    func status(expected: Int32, line: String) async throws {
        let result = try await ChildProcess.run(
            BuiltCommand.url.path,
            line.split(separator: " ").map(String.init),
            environment: playground.environment,
            directory: playground.folder
        )
        #expect(result.status == expected, "\(result.errorText)")
        #expect(
            expected == 0 || expected == 9 || result.errorText.hasPrefix("cloudaccess: ") || line.contains("--json")
        )
    }

    @Test("a wrong passphrase is 5, damaged contents are 9")
    func vault() async throws {
        let vault = ["--vault", "v", "--passphrase-env"]
        #expect(try await playground.run("vault", "create", "v", "--passphrase-env", "PASS").status == 0)
        #expect(try await playground.run("ls", "/", vault[0], vault[1], vault[2], "WRONG").status == 5)
        #expect(try await playground.run("put", "folder/file", "/", vault[0], vault[1], vault[2], "PASS").status == 0)
        let damage =
            "for f in $(find v/d -name '*.c9r' ! -name dirid.c9r); do printf x | dd of=$f bs=1 seek=80 conv=notrunc; done"
        #expect(try await ChildProcess.Result.shell(damage, in: playground).status == 0)
        let get = try await playground.run("get", "/file", "out", vault[0], vault[1], vault[2], "PASS")
        #expect(get.status == 9)
        #expect(!FileManager.default.fileExists(atPath: playground.path("out")))
    }

    @Test(
        "what a user may not read is 5, unchanged through a vault",
        .enabled(if: geteuid() == 0 && BuiltCommand.program("setpriv") != nil, "only root can become another user")
    )
    func permissions() async throws {
        // The other user must reach the command, wherever it was built.
        let command = playground.path("cloudaccess")
        try FileManager.default.copyItem(atPath: BuiltCommand.url.path, toPath: command)
        #expect(try await playground.run("vault", "create", "v", "--passphrase-env", "PASS").status == 0)
        try playground.write(Data("secret".utf8), to: "private/file")
        let prepare = "rm -rf config locks; chmod 777 .; chmod -R go-rwx private v/masterkey.cryptomator"
        #expect(try await ChildProcess.Result.shell(prepare, in: playground).status == 0)
        let words = [
            "cat private/file", "ls private", "ls --vault v --passphrase-env PASS /", "vault info v",
            "ls --vault v --passphrase-file private/file /", "ls folder -v --log-file private/log",
        ]
        for line in words {
            let script = "setpriv --reuid 65534 --regid 65534 --clear-groups ./cloudaccess \(line)"
            let result = try await ChildProcess.Result.shell(script, in: playground)
            #expect(result.status == 5, "\(line): \(result.errorText)")
        }
    }

    @Test("remotes added by many processes at once are all there, each with its own secret")
    func concurrentRemotes() async throws {
        let folder = playground
        try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                group.addTask {
                    let script = """
                        SECRET=own-\(number) cloudaccess remote add own-\(number) vault over=local:/v\(number) \
                        --secret-env passphrase=SECRET
                        SECRET=same-\(number) cloudaccess remote add same vault over=local:/v\(number) \
                        --secret-env passphrase=SECRET
                        """
                    return try await ChildProcess.Result.shell(script, in: folder).status
                }
            }
            var statuses: [Int32] = []
            for try await status in group { statuses.append(status) }
            #expect(statuses.sorted() == [0, 4, 4, 4, 4, 4, 4, 4])
        }
        let list = try await playground.run("remote", "list").text
        #expect(list.split(separator: "\n").count == 9)
        let show = try await playground.run("remote", "show", "same").text
        let winner = try #require(show.split(separator: "\n").first { $0.hasPrefix("path=/v") }?.last)
        let secrets = try String(contentsOfFile: playground.path("config/secrets.json"), encoding: .utf8)
        for name in (0..<8).map({ "own-\($0)" }) + ["same-\(winner)"] {
            #expect(secrets.contains(Data(name.utf8).base64EncodedString()), "\(name)")
        }
        for number in "01234567" where number != winner {
            #expect(!secrets.contains(Data("same-\(number)".utf8).base64EncodedString()))
        }
    }
}

/// What only the command that `make cli` builds can show.
@Suite(
    "The release build",
    .enabledOnRequest,
    .enabled(if: BuiltCommand.release != nil, "bin/cloudaccess is missing: 'make cli' builds it")
)
struct ReleaseTests {
    @Test("needs no library of Swift's")
    func libraries() async throws {
        let command = try #require(BuiltCommand.release)
        let libraries = try await ChildProcess.run("ldd", [command.path]).text
        #expect(libraries.contains("libc.so"))
        #expect(!libraries.contains("libswift") && !libraries.contains("libFoundation"))
    }

    @Test("runs from anywhere, and starts in under 15 ms")
    func start() async throws {
        let command = try #require(BuiltCommand.release)
        let playground = try Playground()
        let copy = playground.folder.appending(path: "elsewhere")
        try FileManager.default.copyItem(at: command, to: copy)
        for words in [["--version"], ["help"], ["ls", "."]] {
            let clock = ContinuousClock()
            var fastest = Duration.seconds(1)
            for _ in 0..<30 {
                let start = clock.now
                let run = try RunningProgram(
                    copy.path,
                    words,
                    environment: playground.environment,
                    directory: playground.folder.path
                )
                #expect(try await run.end() == .exit(0))
                fastest = min(fastest, clock.now - start)
            }
            #expect(fastest < .milliseconds(15), "\(words)")
        }
    }
}
