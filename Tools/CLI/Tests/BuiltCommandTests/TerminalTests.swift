import Foundation
import TestData
import Testing

@Suite("On a terminal", .enabledOnRequest, .timeLimit(.minutes(2)))
struct TerminalTests {
    private let playground: Playground

    init() throws { playground = try Playground(["PASS": "correct horse"]) }

    @Test("a new passphrase is asked for twice, without echo")
    func newPassphrase() async throws {
        let create = try playground.start("vault", "create", "v", streams: .terminal)
        try await create.output(until: "New passphrase of v: ")
        #expect(!create.echoes)
        try create.type("Tr0ub4dor\n")
        try await create.output(until: "The same again: ")
        try create.type("Tr0ub4dor\n")
        let text = try await create.output()
        #expect(try await create.end() == .exit(0))
        #expect(create.echoes)
        #expect(!text.contains("Tr0ub4dor"))

        let list = try playground.start("ls", "--vault", "v", "--passphrase-file", "-", "/", streams: .terminal)
        try await list.output(until: "assphrase: ")
        #expect(!list.echoes)
        try list.type("wrong\n")
        #expect(try await list.output().contains("cloudaccess: v: wrong passphrase"))
        #expect(try await list.end() == .exit(5))
    }

    @Test("two that differ make no vault")
    func differing() async throws {
        let create = try playground.start("vault", "create", "v", streams: .terminal)
        try await create.output(until: "New passphrase of v: ")
        try create.type("one\n")
        try await create.output(until: "The same again: ")
        try create.type("two\n")
        #expect(try await create.output().contains("differ"))
        #expect(try await create.end() == .exit(2))
        #expect(!FileManager.default.fileExists(atPath: playground.path("v")))
    }

    @Test("Ctrl-C at a question ends the command, and the terminal echoes again")
    func interrupted() async throws {
        let create = try playground.start("vault", "create", "v", streams: .terminal)
        try await create.output(until: "New passphrase of v: ")
        try create.type("\u{3}")
        #expect(try await create.output().contains("\r\ncloudaccess: interrupted\r\n"))
        #expect(try await create.end() == .exit(130))
        #expect(create.echoes)
    }

    @Test("Ctrl-D at a question is status 2")
    func endOfInput() async throws {
        let create = try playground.start("vault", "create", "v", streams: .terminal)
        try await create.output(until: "New passphrase of v: ")
        try create.type("\u{4}")
        #expect(try await create.output().contains("closed"))
        #expect(try await create.end() == .exit(2))
    }

    @Test("without a terminal nothing is asked, and a pipe gives the secret")
    func noTerminal() async throws {
        let missing = try await playground.run("vault", "create", "v", input: "from pipe\n")
        #expect(missing.status == 2)
        #expect(missing.errorText.contains("--new-passphrase-file"))
        let created = try await playground.run("vault", "create", "v", "--passphrase-file", "-", input: "from pipe\n")
        #expect(created.status == 0)
        #expect(created.text == "" && created.errorText == "")
        let listed = try await playground.run("ls", "--vault", "v", "/", "--passphrase-file", "-", input: "from pipe")
        #expect(listed.status == 0)
    }

    @Test("names can't steer it", arguments: [[], ["-l"], ["-R"], ["--null"], ["--json"]])
    func names(options: [String]) async throws {
        try playground.write(Data(), to: "odd/esc\u{1B}[31m csi\u{9B}31m rlo\u{202E} line\nbreak")
        let list = try RunningProgram(
            BuiltCommand.url.path,
            ["ls", "odd"] + options,
            environment: playground.environment,
            directory: playground.folder.path,
            streams: .terminal
        )
        let text = try await list.output()
        #expect(text.contains("esc"))
        for steering in ["\u{1B}", "\u{9B}", "\u{202E}", "line\r\n"] { #expect(!text.contains(steering)) }
    }

    @Test("an error's place can't steer it")
    func errors() async throws {
        let list = try playground.start("ls", "none\u{1B}[2J", streams: .terminal)
        #expect(try await !list.output().contains("\u{1B}"))
    }

    @Test("progress is shown, unless --quiet turns it off")
    func progress() async throws {
        try playground.write(Data("x".utf8), to: "x")
        let shown = try playground.start("cp", "x", "y", streams: .terminal)
        #expect(try await shown.output().contains("1 file, 1 B in 0 s\r\n"))
        let quiet = try playground.start("cp", "x", "z", "--quiet", streams: .terminal)
        #expect(try await quiet.output() == "")
    }

    @Test("an interruption's line doesn't fall into the progress")
    func interruptionDuringProgress() async throws {
        try playground.write(Data("x".utf8), to: "x")
        let held = try await HeldFiles([playground.path("y")], in: playground)
        let copy = try playground.start("cp", "x", "y", streams: .terminal)
        try await copy.output(until: "% x")
        copy.send(SIGINT)
        // The bar and the total are erased, the line is printed, and both are drawn again below it.
        let text = try await copy.output(until: "press again to cancel\r\n")
        #expect(text.contains("\u{1B}[2A\u{1B}[Jcloudaccess: interrupted; finishing 1 running item"))
        try await held.letGo()
        #expect(try await copy.end() == .exit(130))
    }
}
