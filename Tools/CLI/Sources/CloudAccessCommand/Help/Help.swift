/// The pages of `cloudaccess help` and `COMMAND --help`.
enum Help {
    /// The pages of the commands that begin with some words; the overview if there are no words.
    ///
    /// - Throws: ``UsageError`` if no command does.
    static func page(of words: [String], among commands: [CommandSpec]) throws(UsageError) -> String {
        guard !words.isEmpty else { return overview(of: commands) }
        let found = commands.filter { $0.words.starts(with: words) }
        guard !found.isEmpty else { throw UsageError("there is no command '\(words.joined(separator: " "))'") }
        return found.map { page(of: $0) }.joined(separator: "\n")
    }

    /// The page of one command.
    private static func page(of command: CommandSpec) -> String {
        var text = "\(command.summary)\n\nusage: \(usage(of: command))\n"
        if !command.details.isEmpty { text += "\n\(wrapped(command.details, width: 80))\n" }
        for (title, options) in [("options", command.options), ("options of every command", GlobalOptions.all)]
        where !options.isEmpty {
            text += "\n\(title):\n" + table(options.map { (spelling(of: $0), $0.summary) })
        }
        return text
    }

    /// The overview of all commands.
    private static func overview(of commands: [CommandSpec]) -> String {
        """
        cloudaccess: files on any cloud and in Cryptomator vaults, from one command.

        usage: cloudaccess COMMAND [OPTION …] [ADDRESS …]

        An address is REMOTE:/path, or a local path. 'local:' is this machine.

        commands:
        \(table(commands.map { ("\($0.name) \($0.operands)", $0.summary) }))
        'cloudaccess COMMAND --help' shows a command's options, 'cloudaccess help --man' the manual.

        """
    }

    static func usage(of command: CommandSpec) -> String {
        let options = command.options.isEmpty ? "" : " [OPTION …]"
        return "cloudaccess \(command.name)\(options)\(command.operands.isEmpty ? "" : " " + command.operands)"
    }

    static func spelling(of option: OptionSpec) -> String {
        let names = [option.alias, option.name].compactMap(\.self).joined(separator: ", ")
        return option.value.map { "\(names) \($0)" } ?? names
    }

    private static func table(_ rows: [(String, String)]) -> String {
        let column = min(30, rows.map(\.0.count).max() ?? 0) + 2
        return rows.map { left, right in
            let padded =
                left.count < column ? left.padding(to: column) : left + "\n" + String(repeating: " ", count: column + 2)
            return "  \(padded)\(right)\n"
        }.joined()
    }

    /// Breaks a text into lines at spaces; paragraphs stay.
    static func wrapped(_ text: String, width: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { paragraph in
            var lines: [String] = []
            var line = ""
            for word in paragraph.split(separator: " ") {
                if !line.isEmpty, line.count + 1 + word.count > width {
                    lines.append(line)
                    line = ""
                }
                line += line.isEmpty ? String(word) : " " + word
            }
            return (lines + [line]).joined(separator: "\n")
        }.joined(separator: "\n")
    }
}

extension String {
    /// The text with spaces at its end up to `width` characters.
    func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
