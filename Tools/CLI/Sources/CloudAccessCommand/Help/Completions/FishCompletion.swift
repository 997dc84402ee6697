/// The completions for fish.
enum FishCompletion {
    static func script(_ commands: [CommandSpec]) -> String {
        var lines = [
            "# fish completion of cloudaccess", "complete -c cloudaccess -f",
            """
            function __cloudaccess_plain
                set -l words (commandline -opc)
                set -e words[1]
                for word in $words
                    string match -q -- '-*' $word; or echo $word
                end
            end
            function __cloudaccess_at
                set -l plain (__cloudaccess_plain)
                set -l count (count $argv)
                test (count $plain) -ge $count; and test "$plain[1..$count]" = "$argv"
            end
            function __cloudaccess_only
                set -l plain (__cloudaccess_plain)
                test "$plain" = "$argv"
            end
            function __cloudaccess_remotes
                \(Completions.listRemotes) | string replace -r ' .*' ''
            end
            function __cloudaccess_types
                \(Completions.listTypes) | string match -v -- ' *' | string replace -r ' .*' ''
            end
            function __cloudaccess_addresses
                set -l token (commandline -ct)
                if string match -q 'local:*' -- $token
                    __fish_complete_path (string replace 'local:' '' -- $token) | string replace -r '^' 'local:'
                else
                    printf '%s:\\n' local (__cloudaccess_remotes)
                    __fish_complete_path $token
                end
            end
            """,
        ]
        for first in Completions.firstWords(commands) {
            let summary = commands.first { $0.words == [first] }?.summary ?? "\(first) commands"
            lines.append(line("__cloudaccess_only", "-a \(first) -d '\(summary.shellDescription)'"))
        }
        for command in commands {
            if command.words.count == 2 {
                let summary = command.summary.shellDescription
                lines.append(line("__cloudaccess_only \(command.words[0])", "-a \(command.words[1]) -d '\(summary)'"))
            }
            let condition = "__cloudaccess_at \(command.name)"
            for option in command.options { lines.append(line(condition, switches(of: option))) }
            if let action = action(command.candidates) { lines.append(line(condition, "-a \"\(action)\"")) }
        }
        for option in GlobalOptions.all { lines.append("complete -c cloudaccess \(switches(of: option))") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ condition: String, _ rest: String) -> String {
        "complete -c cloudaccess -n '\(condition)' \(rest)"
    }

    private static func switches(of option: OptionSpec) -> String {
        let names = option.spellings.map { spelling in
            spelling.hasPrefix("--") ? "-l \(spelling.dropFirst(2))" : "-s \(spelling.dropFirst())"
        }
        let value: String? =
            switch option.candidates {
            case _ where option.value == nil: nil
            case .files: "-r -F"
            case let candidates: "-x" + (action(candidates).map { " -a \"\($0)\"" } ?? "")
            }
        return (names + [value, "-d '\(option.summary.shellDescription)'"].compactMap(\.self)).joined(separator: " ")
    }

    private static func action(_ candidates: Completions.Candidates) -> String? {
        switch candidates {
        case .nothing: nil
        case .words(let words): words.joined(separator: " ")
        case .files: "(__fish_complete_path)"
        case .remotes: "(__cloudaccess_remotes)"
        case .types: "(__cloudaccess_types)"
        case .addresses: "(__cloudaccess_addresses)"
        }
    }
}
