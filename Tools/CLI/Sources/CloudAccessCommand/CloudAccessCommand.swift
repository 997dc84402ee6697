internal import CloudCore
internal import CloudLocalFileSystem
internal import Foundation
internal import VaultCrypto

/// The command `cloudaccess`.
public enum CloudAccessCommand: Sendable {
    /// The version that `--version` prints.
    public static let version = "0.1.0"

    /// Runs the command with the process's arguments and ends the process with its status.
    public static func main() async -> Never {
        Descriptor.occupyClosed()
        // A pipe without a reader is an error of the write, so that what runs can be undone before the end.
        signal(SIGPIPE, SIG_IGN)
        let interruption = Interruption {
            Terminal.restoreEcho()
            _exit(CommandStatus.interrupted.rawValue)
        }
        let signals = interruption.listen()
        let status = await run(
            Array(CommandLine.arguments.dropFirst()),
            environment: ProcessInfo.processInfo.environment,
            streams: .standard,
            prompt: .terminal,
            interruption: interruption
        )
        withExtendedLifetime(signals) {}
        if status == .brokenPipe {
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        exit(status.rawValue)
    }

    /// The remote types of this build.
    static var registry: CloudProviderRegistry {
        var registry = CloudProviderRegistry()
        registry.register(LocalFileSystemPlugin.self)
        registry.register(VaultPlugin.self)
        return registry
    }

    /// The commands, in the order of the help.
    static let commands: [CommandSpec] =
        RemoteCommands.specs
        + [
            ListCommand.spec, TreeCommand.spec, StatCommand.spec, CatCommand.spec, DiskUsageCommand.spec,
            HashCommand.spec,
        ]
        + TransferCommands.specs
        + [MoveCommand.spec]
        + FolderCommands.specs
        + [CheckCommand.spec, ConformanceCommand.spec]
        + VaultCommands.specs
        + notYetAvailable
        + [HelpCommands.help, HelpCommands.completions]

    /// What the documentation names and this build lacks.
    private static let notYetAvailable: [CommandSpec] = [
        .notYetAvailable("remote trust", "Trusts a server's self-signed certificate"),
        .notYetAvailable("keychain list", "Lists what is in the keychain"),
        .notYetAvailable("keychain info", "Tells where the keychain is"),
        .notYetAvailable("keychain passphrase", "Sets or changes the keychain's passphrase"),
        .notYetAvailable("keychain export", "Writes the keychain to a file"),
        .notYetAvailable("keychain import", "Reads a keychain from a file"),
        .notYetAvailable("keychain use", "Says where secrets lie from now on"),
    ]

    /// Runs one command line.
    ///
    /// - Returns: its status, after everything was printed.
    static func run(
        _ words: [String],
        environment: [String: String],
        streams: Streams,
        prompt: Prompt,
        interruption: Interruption
    ) async -> CommandStatus {
        let output = Output(streams) { interruption.isCancelled }
        let json = words.prefix { $0 != "--" }.contains("--json")
        let messages = Messages(streams, json: json) { interruption.cancel() }
        let command = Task {
            await reportingErrors(output, messages) {
                try await execute(words, environment, output, messages, prompt, interruption)
            }
        }
        interruption.begin(messages) { command.cancel() }
        let status = await command.value
        await messages.drain()
        if output.isBroken || messages.isBroken { return .brokenPipe }
        return interruption.isInterrupted ? .interrupted : status
    }

    private static func execute(
        _ words: [String],
        _ environment: [String: String],
        _ output: Output,
        _ messages: Messages,
        _ prompt: Prompt,
        _ interruption: Interruption
    ) async throws -> CommandStatus {
        guard words.first != "--version" else {
            try await output.line("cloudaccess \(version)")
            return .done
        }
        let invocation = try ArgumentParser(commands: commands).parse(words)
        let arguments = invocation.arguments
        guard let command = invocation.command, !arguments.has("--help") else {
            try await output.write(Help.page(of: invocation.words, among: commands))
            return .done
        }
        if let option = arguments.occurrences.first(where: { GlobalOptions.keychain.contains($0.name) }) {
            throw UsageError("\(option.name): the keychain is not yet available in this build")
        }
        let directory = try ConfigurationDirectory(environment: environment)
        let secretInput = SecretInput(environment: environment, prompt: prompt)
        let logger = try logger(for: arguments, messages)
        defer { logger.flush() }
        let session = Session(
            output: output,
            messages: messages,
            registry: registry,
            directory: directory,
            remoteSecrets: RemoteSecrets(store: FileSecretStore(directory: directory.url), input: secretInput),
            secretInput: secretInput,
            interruption: interruption,
            logger: logger
        )
        return try await command.run(session, arguments)
    }

    private static func reportingErrors(
        _ output: Output,
        _ messages: Messages,
        _ body: () async throws -> CommandStatus
    ) async -> CommandStatus {
        do {
            let status = try await body()
            try await output.flush()
            return status
        } catch {
            // What was printed before the error is worth having; the error is the one to tell.
            try? await output.flush()
            let report = (error as? PlacedError)?.report ?? ErrorReport(error, at: "")
            if ![.interrupted, .brokenPipe].contains(report.status) { await messages.report(report) }
            return report.status
        }
    }

    private static func logger(for arguments: Arguments, _ messages: Messages) throws -> Logger {
        let level: LogLevel =
            switch arguments.count("--verbose") {
            case 0: arguments.has("--log-file") ? .info : .off
            case 1: .info
            default: .debug
            }
        let logger = Logger(level: level)
        guard level != .off else { return logger }
        guard let path = arguments.value("--log-file") else {
            logger.add(ConsoleLogSink(printing: { line in messages.printLog(line) }))
            return logger
        }
        let file = try OpenFile.named(path, O_WRONLY | O_CREAT | O_APPEND, mode: 0o600)
        logger.add(
            ConsoleLogSink(printing: { line in
                let bytes = Array(Terminal.escapedLines(line).utf8)[...]
                return (try? Descriptor(number: file.descriptor).write(bytes)) != nil
            })
        )
        return logger
    }
}
