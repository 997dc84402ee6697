/// One option of a command: a flag, or one that takes a value.
struct OptionSpec: Hashable, Sendable {
    /// The option as it is typed, such as `--json` or `-l`.
    var name: String
    /// Another spelling, such as `-h` for `--help`.
    var alias: String?
    /// The name of its value in the help, such as `FILE`; `nil` for a flag.
    var value: String?
    /// What it does, in one line.
    var summary: String

    static func flag(_ name: String, _ summary: String, alias: String? = nil) -> OptionSpec {
        OptionSpec(name: name, alias: alias, value: nil, summary: summary)
    }

    static func value(_ name: String, _ value: String, _ summary: String) -> OptionSpec {
        OptionSpec(name: name, alias: nil, value: value, summary: summary)
    }

    /// Whether the value names a file that holds a secret, for which `-` is standard input.
    var namesSecretFile: Bool {
        name.hasSuffix("passphrase-file") || name.hasSuffix("key-file") || name == "--secret-file"
    }
}

/// One command: what it is called, what it takes, and what it does.
///
/// Parsing, help, the man page and completions are all drawn from this description.
struct CommandSpec: Sendable {
    /// The words that call it, such as `vault create`.
    var words: [String]
    /// Its operands for the usage line, such as `ADDR… LOCAL`.
    var operands: String = ""
    /// How many operands it takes.
    var operandCount: ClosedRange<Int> = 0...0
    /// Its options, the global ones aside.
    var options: [OptionSpec] = []
    /// What it does, in one line.
    var summary: String
    /// What is worth knowing beyond the summary, in paragraphs.
    var details: String = ""
    /// Whether this build has it; one that it lacks answers so, whatever else was typed.
    var isAvailable = true
    /// Runs it.
    var run: @Sendable (Session, Arguments) async throws -> CommandStatus

    var name: String { words.joined(separator: " ") }
}

extension CommandSpec {
    /// A command that the documentation names and this build lacks.
    static func notYetAvailable(_ words: String, _ summary: String) -> CommandSpec {
        CommandSpec(
            words: words.split(separator: " ").map(String.init),
            operands: "…",
            operandCount: 0...Int.max,
            summary: summary + " (not yet available)",
            isAvailable: false,
            run: { _, _ in throw UsageError("\(words): not yet available in this build") }
        )
    }
}

/// The options that every command takes.
enum GlobalOptions {
    static let all: [OptionSpec] = [
        .flag("--help", "Shows the help of the command.", alias: "-h"),
        .flag("--verbose", "Logs at info; twice, at debug, where names appear.", alias: "-v"),
        .value("--log-file", "FILE", "Logs into FILE instead of standard error."),
        .flag("--progress", "Shows progress although standard error is no terminal."),
        .flag("--quiet", "Shows no progress.", alias: "-q"),
        .value(
            "--keychain-passphrase-file",
            "FILE",
            "Unlocks the keychain with the contents of FILE (- is standard input)."
        ),
        .value("--keychain-passphrase-env", "VAR", "Unlocks the keychain with the value of VAR."),
    ]

    /// Unlocking is accepted only by a build that has a keychain.
    static let keychain: Set<String> = ["--keychain-passphrase-file", "--keychain-passphrase-env"]
}
