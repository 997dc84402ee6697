/// The completions for zsh: the text of a file `_cloudaccess` in `$fpath`.
enum ZshCompletion {
    static func script(_ commands: [CommandSpec]) -> String {
        let first = Completions.firstWords(commands)
        let firstDescribed = first.map { first in
            "'\(first):\((commands.first { $0.words == [first] }?.summary ?? "commands").shellDescription)'"
        }
        let groups = first.compactMap { first -> String? in
            let words = Completions.secondWords(commands, after: first).map {
                "'\($0.words[1]):\($0.summary.shellDescription)'"
            }
            return words.isEmpty ? nil : "        \(first)) seconds=(\(words.joined(separator: " "))) ;;"
        }
        let cases = commands.map { command in
            let options = (command.options + GlobalOptions.all).flatMap { option in
                option.spellings.map { spelling in
                    // A long option may be joined with its value, a short one stands alone.
                    let join = option.value != nil && spelling.hasPrefix("--") ? "=" : ""
                    let value = option.value.map { ":\($0.shellDescription):\(action(option.candidates))" } ?? ""
                    return "'*\(spelling)\(join)[\(option.summary.shellDescription)]\(value)'"
                }
            }
            let operands = "'*:\(command.operands.shellDescription):\(action(command.candidates))'"
            return "        '\(command.name)') _arguments -s -S \((options + [operands]).joined(separator: " ")) ;;"
        }
        return """
            #compdef cloudaccess
            _cloudaccess_remotes() {
                local -a names
                names=(${(f)"$(\(Completions.listRemotes) | while read -r name _; do print -r -- "$name"; done)"})
                compadd -- $names
            }
            _cloudaccess_types() {
                local -a names
                names=(${(f)"$(\(Completions.listTypes) | while IFS= read -r line; do
                    [[ $line = ' '* ]] || print -r -- "${line%% *}"
                done)"})
                compadd -- $names
            }
            _cloudaccess_addresses() {
                local -a names
                if compset -P 'local:'; then
                    _files
                    return
                elif [[ ${PREFIX%%/*} = *:* ]]; then
                    return
                fi
                names=(local: ${(f)"$(\(Completions.listRemotes) | while read -r name _; do print -r -- "$name:"; done)"})
                compadd -S '' -- $names
                _files
            }
            _cloudaccess() {
                local -a firsts seconds
                local command
                firsts=(\(firstDescribed.joined(separator: " ")))
                if (( CURRENT == 2 )); then
                    _describe command firsts
                    return
                fi
                command="$words[2]"
                case "$command" in
            \(groups.joined(separator: "\n"))
                esac
                if (( $#seconds )); then
                    if (( CURRENT == 3 )); then
                        _describe command seconds
                        return
                    fi
                    command="$command $words[3]"
                    shift words
                    (( CURRENT-- ))
                fi
                shift words
                (( CURRENT-- ))
                case "$command" in
            \(cases.joined(separator: "\n"))
                esac
            }
            if [[ $funcstack[1] = _cloudaccess ]]; then
                _cloudaccess "$@"
            else
                compdef _cloudaccess cloudaccess
            fi

            """
    }

    private static func action(_ candidates: Completions.Candidates) -> String {
        switch candidates {
        case .nothing: " "
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .files: "_files"
        case .remotes: "_cloudaccess_remotes"
        case .types: "_cloudaccess_types"
        case .addresses: "_cloudaccess_addresses"
        }
    }
}
