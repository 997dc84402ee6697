/// The completions for bash.
///
/// bash takes `:` and `=` for ends of words: of `local:/tmp` and `--range=1-2` it sees three words each.
enum BashCompletion {
    static func script(_ commands: [CommandSpec]) -> String {
        let first = Completions.firstWords(commands)
        let groups = first.compactMap { first -> String? in
            let words = Completions.secondWords(commands, after: first).map { $0.words[1] }
            return words.isEmpty ? nil : "        \(first)) words=\"\(words.joined(separator: " "))\" ;;"
        }
        let options = commands.map { command in
            let words = (command.options + GlobalOptions.all).flatMap(\.spellings).joined(separator: " ")
            return "        \"\(command.name)\") options=\"\(words)\"; operands=\"\(kind(command.candidates))\" ;;"
        }
        let values = Completions.options(of: commands).filter { $0.value != nil }.map { option in
            "        \(option.name)) operands=\"\(kind(option.candidates))\" ;;"
        }
        return """
            # bash completion of cloudaccess
            _cloudaccess_candidates() {
                local current="$2" remotes=""
                case "$1" in
                    remotes | addresses)
                        remotes=$(\(Completions.listRemotes) | while read -r name _; do printf '%s ' "$name"; done) ;;
                    types)
                        remotes=$(\(Completions.listTypes) | while IFS= read -r line; do
                            case "$line" in " "*) ;; *) printf '%s ' "${line%% *}" ;; esac
                        done) ;;
                esac
                case "$1" in
                    nothing) ;;
                    files) compopt -o filenames; COMPREPLY=($(IFS=$'\\n'; compgen -f -- "$current")) ;;
                    remotes | types) COMPREPLY=($(compgen -W "$remotes" -- "$current")) ;;
                    addresses)
                        local IFS=$'\\n'
                        COMPREPLY=($(IFS=' '; for name in local $remotes; do
                            case "$name:" in "$current"*) printf '%s:\\n' "$name" ;; esac
                        done))
                        compopt -o nospace
                        [ ${#COMPREPLY[@]} -gt 0 ] && [ -z "$(compgen -f -- "$current")" ] && return
                        compopt -o filenames
                        COMPREPLY+=($(compgen -f -- "$current")) ;;
                    *) COMPREPLY=($(compgen -W "$1" -- "$current")) ;;
                esac
            }
            _cloudaccess() {
                local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD - 1]}"
                local command="" words="" options="" operands="nothing" index
                COMPREPLY=()
                for ((index = 1; index < COMP_CWORD; index++)); do
                    case "${COMP_WORDS[index]}" in
                        -*) continue ;;
                    esac
                    command="${COMP_WORDS[index]}"
                    break
                done
                if [ -z "$command" ]; then
                    case "$current" in
                        -*) COMPREPLY=($(compgen -W "--version \(GlobalOptions.all.flatMap(\.spellings).joined(separator: " "))" -- "$current")) ;;
                        *) COMPREPLY=($(compgen -W "\(first.joined(separator: " "))" -- "$current")) ;;
                    esac
                    return
                fi
                case "$command" in
            \(groups.joined(separator: "\n"))
                esac
                if [ -n "$words" ]; then
                    if ((index + 1 == COMP_CWORD)); then
                        COMPREPLY=($(compgen -W "$words" -- "$current"))
                        return
                    fi
                    command="$command ${COMP_WORDS[index + 1]}"
                fi
                case "$command" in
            \(options.joined(separator: "\n"))
                esac
                if [ "$current" = ":" ] || [ "$current" = "=" ]; then
                    previous="$current"
                    current=""
                    ((index = COMP_CWORD - 1))
                else
                    ((index = COMP_CWORD - 2))
                fi
                case "$previous" in
                    ":")
                        [ "${COMP_WORDS[index]}" = "local" ] || return
                        compopt -o filenames -o nospace
                        local IFS=$'\\n'
                        COMPREPLY=($(compgen -f -- "${current:-/}"))
                        return ;;
                    "=") previous="${COMP_WORDS[index]}" ;;
                esac
                case "$previous" in
            \(values.joined(separator: "\n"))
                    *)
                        case "$current" in
                            -*) COMPREPLY=($(compgen -W "$options" -- "$current")); return ;;
                        esac ;;
                esac
                _cloudaccess_candidates "$operands" "$current"
            }
            complete -F _cloudaccess cloudaccess

            """
    }

    private static func kind(_ candidates: Completions.Candidates) -> String {
        switch candidates {
        case .nothing: "nothing"
        case .words(let words): words.joined(separator: " ")
        case .files: "files"
        case .remotes: "remotes"
        case .types: "types"
        case .addresses: "addresses"
        }
    }
}
