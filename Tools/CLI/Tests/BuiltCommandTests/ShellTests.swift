import Foundation
import TestData
import Testing

/// The completions in the shells themselves, and the manual in its formatter.
@Suite("Completions and the manual", .enabledOnRequest, .timeLimit(.minutes(2)))
struct ShellTests {
    private let playground: Playground

    init() async throws {
        playground = try Playground(["PS1": "$ "])
        try playground.write(Data(), to: "letter one")
        for name in ["work", "wiki"] { _ = try await playground.run("remote", "add", name, "local", "root=/") }
    }

    /// What is typed, and what one press of the tab key makes of it.
    private static let cases = [
        ("cloudaccess va", "cloudaccess vault "), ("cloudaccess vault cr", "cloudaccess vault create "),
        ("cloudaccess ls --nu", "cloudaccess ls --null "), ("cloudaccess ls wo", "cloudaccess ls work:"),
        ("cloudaccess put let", "cloudaccess put letter\\ one"),
        ("cloudaccess put --overwrite cha", "cloudaccess put --overwrite changed "),
        ("cloudaccess remote show wi", "cloudaccess remote show wiki "),
        ("cloudaccess remote add x va", "cloudaccess remote add x vault "),
        ("cloudaccess completions z", "cloudaccess completions zsh "),
        ("cloudaccess ls local:/et", "cloudaccess ls local:/etc/"),
    ]

    @Test("bash", arguments: cases)
    func bash(typed: String, completed: String) async throws {
        let set = #"source <(cloudaccess completions bash); bind "set enable-bracketed-paste off"; PS1='re''ady> '"#
        let shell = try start("/bin/bash", ["--norc", "--noprofile", "-i"])
        try shell.type(set + "\n")
        try await expect(shell, typed, completed)
    }

    @Test("zsh", .enabled(if: BuiltCommand.program("zsh") != nil, "zsh is not installed"), arguments: cases)
    func zsh(typed: String, completed: String) async throws {
        let program = try #require(BuiltCommand.program("zsh"))
        let script = try await playground.run("completions", "zsh")
        try playground.write(script.output, to: "functions/_cloudaccess")
        let set = "fpath=(~/functions $fpath); autoload -U compinit; compinit -u -D; PS1='re''ady> '"
        let shell = try start(program, ["-f", "-i"])
        try shell.type(set + "\n")
        try await expect(shell, typed, completed)
    }

    @Test("fish", .enabled(if: BuiltCommand.program("fish") != nil, "fish is not installed"), arguments: cases)
    func fish(typed: String, completed: String) async throws {
        let script = try await playground.run("completions", "fish")
        try playground.write(script.output, to: ".config/fish/completions/cloudaccess.fish")
        let result = try await ChildProcess.run(
            "fish",
            ["--command", "complete --do-complete \"\(typed)\""],
            environment: playground.environment.merging(["XDG_CONFIG_HOME": playground.path(".config")]) { $1 },
            directory: playground.folder
        )
        #expect(result.errorText == "")
        let candidates = result.text.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        let word = completed.dropFirst(typed.count - typed.reversed().prefix { $0 != " " }.count)
        let wanted = word.replacing("\\", with: "").trimmingCharacters(in: .whitespaces)
        #expect(candidates.map(String.init) == [wanted])
    }

    private func start(_ program: String, _ arguments: [String]) throws -> RunningProgram {
        try RunningProgram(
            program,
            arguments,
            environment: playground.environment,
            directory: playground.folder.path,
            streams: .terminal
        )
    }

    private func expect(_ shell: RunningProgram, _ typed: String, _ completed: String) async throws {
        try await shell.output(until: "ready> ")
        try shell.type(typed + "\t")
        // What completes is written behind what was typed; a shell may draw the line anew.
        let rest = String(completed.dropFirst(typed.count))
        let text = try await shell.output(until: rest)
        #expect(text.contains(rest))
    }

    @Test("the manual is formatted without a warning", .enabled(if: BuiltCommand.program("groff") != nil, "no groff"))
    func manual() async throws {
        let page = try await playground.run("help", "--man")
        let result = try await ChildProcess.run("groff", ["-man", "-ww", "-z"], input: page.output)
        #expect(result.status == 0)
        #expect(result.errorText == "")
        let text = try await ChildProcess.run("groff", ["-man", "-Tutf8", "-P-cbou"], input: page.output).text
        #expect(text.contains("vault create [OPTION …] ADDR"))
    }
}
