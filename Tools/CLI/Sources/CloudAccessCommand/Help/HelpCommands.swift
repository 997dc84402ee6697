/// `help` and `completions`.
enum HelpCommands {
    static let help = CommandSpec(
        words: ["help"],
        operands: "[COMMAND …]",
        operandCount: 0...2,
        options: [.flag("--man", "Prints the manual page; view it with 'cloudaccess help --man | man -l -'.")],
        summary: "Shows all commands, or one.",
        run: { session, arguments in
            let commands = CloudAccessCommand.commands
            guard !arguments.has("--man") || arguments.operands.isEmpty else {
                throw UsageError("help: --man shows all commands; '\(arguments.operands[0])' is one argument too many")
            }
            let page =
                arguments.has("--man")
                ? ManualPage.text(of: commands) : try Help.page(of: arguments.operands, among: commands)
            try await session.output.write(page)
            return .done
        }
    )

    static let completions = CommandSpec(
        words: ["completions"],
        operands: "bash|zsh|fish",
        operandCount: 1...1,
        summary: "Prints the completions for a shell.",
        details:
            "bash: source <(cloudaccess completions bash). zsh: put the output into a file _cloudaccess in $fpath. "
            + "fish: put it into ~/.config/fish/completions/cloudaccess.fish.",
        run: { session, arguments in
            guard let shell = Completions.Shell(rawValue: arguments.operands[0]) else {
                throw UsageError("completions: '\(arguments.operands[0])' is none of bash, zsh and fish")
            }
            try await session.output.write(Completions.script(for: shell, commands: CloudAccessCommand.commands))
            return .done
        }
    )
}
