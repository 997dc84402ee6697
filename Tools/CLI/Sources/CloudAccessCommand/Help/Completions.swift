/// Completion scripts, drawn from the descriptions of the commands.
enum Completions {
    enum Shell: String, CaseIterable, Sendable {
        case bash, zsh, fish
    }

    static func script(for shell: Shell, commands: [CommandSpec]) -> String {
        switch shell {
        case .bash: bash(commands)
        case .zsh: zsh(commands)
        case .fish: fish(commands)
        }
    }

    private static func firstWords(_ commands: [CommandSpec]) -> [String] {
        commands.map { $0.words[0] }.uniqued()
    }

    private static func secondWords(_ commands: [CommandSpec], after first: String) -> [String] {
        commands.filter { $0.words.count == 2 && $0.words[0] == first }.map { $0.words[1] }
    }

    private static func spellings(of options: [OptionSpec]) -> [String] {
        options.flatMap { [$0.name, $0.alias].compactMap(\.self) }
    }

    private static func bash(_ commands: [CommandSpec]) -> String {
        let second = firstWords(commands).compactMap { first -> String? in
            let words = secondWords(commands, after: first)
            return words.isEmpty ? nil : "        \(first)) words=\"\(words.joined(separator: " "))\" ;;"
        }
        let options = commands.map { command in
            let words = spellings(of: command.options + GlobalOptions.all).joined(separator: " ")
            return "        \"\(command.name)\") options=\"\(words)\" ;;"
        }
        return """
            # bash completion of cloudaccess
            _cloudaccess() {
                local current="${COMP_WORDS[COMP_CWORD]}" words="" options="" command="${COMP_WORDS[1]}"
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W "\(firstWords(commands).joined(separator: " ")) --version --help" -- "$current"))
                    return
                fi
                case "$command" in
            \(second.joined(separator: "\n"))
                esac
                if [ -n "$words" ]; then
                    if [ "$COMP_CWORD" -eq 2 ]; then
                        COMPREPLY=($(compgen -W "$words" -- "$current"))
                        return
                    fi
                    command="$command ${COMP_WORDS[2]}"
                fi
                case "$command" in
            \(options.joined(separator: "\n"))
                esac
                case "$current" in
                    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
                    *)
                        local remotes
                        remotes=$(cloudaccess remote list 2>/dev/null | while read -r name _; do printf '%s: ' "$name"; done)
                        COMPREPLY=($(compgen -W "local: $remotes" -- "$current") $(compgen -f -- "$current"))
                        ;;
                esac
            }
            complete -o nospace -o filenames -F _cloudaccess cloudaccess

            """
    }

    private static func zsh(_ commands: [CommandSpec]) -> String {
        let cases = commands.map { command in
            let options = command.options + GlobalOptions.all
            let specs = options.map { option in
                let name = option.name
                let value = option.value.map { ":\($0):_files" } ?? ""
                return "'*\(name)[\(quoted(option.summary))]\(value)'"
            }
            return
                "        \"\(command.name)\") _arguments -s \(specs.joined(separator: " ")) '*:address:_cloudaccess_address' ;;"
        }
        let second = firstWords(commands).compactMap { first -> String? in
            let words = secondWords(commands, after: first)
            return words.isEmpty ? nil : "        \(first)) subcommands=(\(words.joined(separator: " "))) ;;"
        }
        return """
            #compdef cloudaccess
            _cloudaccess_address() {
                local -a remotes
                remotes=(local: ${(f)"$(cloudaccess remote list 2>/dev/null | while read -r name _; do print -r -- "$name:"; done)"})
                compadd -S '' -- $remotes
                _files
            }
            _cloudaccess() {
                local -a commands subcommands
                commands=(\(firstWords(commands).joined(separator: " ")))
                if (( CURRENT == 2 )); then
                    compadd -- $commands
                    return
                fi
                local command="$words[2]"
                case "$command" in
            \(second.joined(separator: "\n"))
                esac
                if (( $#subcommands )); then
                    if (( CURRENT == 3 )); then
                        compadd -- $subcommands
                        return
                    fi
                    command="$command $words[3]"
                fi
                case "$command" in
            \(cases.joined(separator: "\n"))
                esac
            }
            _cloudaccess "$@"

            """
    }

    private static func fish(_ commands: [CommandSpec]) -> String {
        let firsts = firstWords(commands)
        var lines = ["# fish completion of cloudaccess", "complete -c cloudaccess -f"]
        for first in firsts {
            let summary = commands.first { $0.words == [first] }?.summary ?? "\(first) commands"
            lines.append("complete -c cloudaccess -n __fish_use_subcommand -a \(first) -d '\(quoted(summary))'")
        }
        for command in commands {
            var condition = "__fish_seen_subcommand_from \(command.words[0])"
            if command.words.count == 2 {
                lines.append(
                    "complete -c cloudaccess -n '\(condition)' -a \(command.words[1]) -d '\(quoted(command.summary))'"
                )
                condition += "; and __fish_seen_subcommand_from \(command.words[1])"
            }
            for option in command.options {
                let dashless = option.name.drop { $0 == "-" }
                let flag = option.name.hasPrefix("--") ? "-l \(dashless)" : "-s \(dashless)"
                let value = option.value == nil ? "" : " -r -F"
                lines.append(
                    "complete -c cloudaccess -n '\(condition)' \(flag)\(value) -d '\(quoted(option.summary))'"
                )
            }
        }
        lines.append(
            "complete -c cloudaccess -n 'not __fish_use_subcommand' -a "
                + "'local: (cloudaccess remote list 2>/dev/null | string replace -r \" .*\" \":\")'"
        )
        lines.append("complete -c cloudaccess -n 'not __fish_use_subcommand' -F")
        return lines.joined(separator: "\n") + "\n"
    }

    /// Without the characters that end a description in one of the shells.
    private static func quoted(_ text: String) -> String {
        text.filter { !"'[]:\"`$".contains($0) }
    }
}
