/// Completion scripts, drawn from the descriptions of the commands.
enum Completions {
    enum Shell: String, CaseIterable, Sendable {
        case bash, zsh, fish
    }

    /// What can stand in a place of the command line.
    enum Candidates: Hashable, Sendable {
        case nothing
        case words([String])
        case files
        /// Names of remotes, as in `remote show`.
        case remotes
        /// Types of remotes, as in `remote add`.
        case types
        /// Remotes with a colon, and files.
        case addresses
    }

    /// Lists the remotes and types; without configuration or with a damaged one, nothing.
    static let listRemotes = "cloudaccess remote list 2>/dev/null"
    static let listTypes = "cloudaccess remote types 2>/dev/null"

    static func script(for shell: Shell, commands: [CommandSpec]) -> String {
        switch shell {
        case .bash: BashCompletion.script(commands)
        case .zsh: ZshCompletion.script(commands)
        case .fish: FishCompletion.script(commands)
        }
    }

    static func firstWords(_ commands: [CommandSpec]) -> [String] {
        commands.map { $0.words[0] }.uniqued()
    }

    /// The commands of two words that begin with `first`.
    static func secondWords(_ commands: [CommandSpec], after first: String) -> [CommandSpec] {
        commands.filter { $0.words.count == 2 && $0.words[0] == first }
    }

    /// All options of the commands, each name once.
    static func options(of commands: [CommandSpec]) -> [OptionSpec] {
        var seen: Set<String> = []
        return (commands.flatMap(\.options) + GlobalOptions.all).filter { seen.insert($0.name).inserted }
    }
}

extension OptionSpec {
    /// All spellings of the option.
    var spellings: [String] { [name, alias].compactMap(\.self) }

    /// What can be its value.
    var candidates: Completions.Candidates {
        guard let value else { return .nothing }
        switch value {
        case "ADDR": return .addresses
        case "FILE", "FILE.html|.md|.json": return .files
        default:
            let isListOfWords = value.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" || $0 == "|" }
            return isListOfWords ? .words(value.split(separator: "|").map(String.init)) : .nothing
        }
    }
}

extension CommandSpec {
    /// What can be one of its operands.
    var candidates: Completions.Candidates {
        switch operands {
        case "NAME": .remotes
        case let operands where operands.hasPrefix("NAME TYPE"): .types
        case let operands where operands.contains("ADDR") || operands.contains("LOCAL"): .addresses
        case let operands where operands.contains("|"): .words(operands.split(separator: "|").map(String.init))
        case "[COMMAND …]": .words(Completions.firstWords(CloudAccessCommand.commands))
        default: .nothing
        }
    }
}

extension String {
    /// Without the characters that end a description in one of the shells.
    var shellDescription: String { filter { !"'[]:\"`$\\".contains($0) } }
}
