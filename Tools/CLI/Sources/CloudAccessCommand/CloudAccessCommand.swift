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
        let streams = Output.Streams.standard
        let interruption = Interruption(
            message: { text in streams.message(text + "\n") },
            end: { _exit(CommandStatus.interrupted.rawValue) }
        )
        let signals = interruption.listen()
        let status = await run(
            Array(CommandLine.arguments.dropFirst()),
            environment: ProcessInfo.processInfo.environment,
            streams: streams,
            prompt: .terminal,
            interruption: interruption
        )
        withExtendedLifetime(signals) {}
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
        + [CheckCommand.spec]
        + VaultCommands.specs
        + notYetAvailable
        + [HelpCommands.help, HelpCommands.completions]

    /// What the documentation names and this build lacks.
    private static let notYetAvailable: [CommandSpec] = [
        .notYetAvailable("conformance", "Runs the conformance suite on a remote"),
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
        streams: Output.Streams,
        prompt: Prompt,
        interruption: Interruption
    ) async -> CommandStatus {
        let output = Output(streams: streams, json: words.prefix { $0 != "--" }.contains("--json"))
        do {
            if words.first == "--version" {
                try await output.line("cloudaccess \(version)")
                try await output.flush()
                return .done
            }
            let invocation = try ArgumentParser(commands: commands).parse(words)
            if invocation.arguments.has("--help") {
                try await output.write(Help.page(of: invocation.command))
                try await output.flush()
                return .done
            }
            let session = try session(
                for: invocation.arguments,
                environment: environment,
                output: output,
                prompt: prompt,
                interruption: interruption
            )
            return await run(invocation, in: session)
        } catch {
            output.report(ErrorReport(error, at: ""))
            return CommandStatus(error)
        }
    }

    private static func run(_ invocation: ArgumentParser.Invocation, in session: Session) async -> CommandStatus {
        let ended = Locked(CommandStatus.failed)
        let task = Task {
            let status = await runToEnd(invocation, in: session)
            ended.withLock { $0 = status }
        }
        session.interruption.setCommand(task)
        await task.value
        session.logger.flush()
        let status = ended.withLock(\.self)
        return session.interruption.isInterrupted ? .interrupted : status
    }

    private static func runToEnd(_ invocation: ArgumentParser.Invocation, in session: Session) async -> CommandStatus {
        do {
            let status = try await invocation.command.run(session, invocation.arguments)
            try await session.output.flush()
            return status
        } catch is CancellationError {
            return .interrupted
        } catch {
            let report = (error as? PlacedError)?.report ?? ErrorReport(error, at: "")
            if report.status != .interrupted { session.output.report(report) }
            return report.status
        }
    }

    private static func session(
        for arguments: Arguments,
        environment: [String: String],
        output: Output,
        prompt: Prompt,
        interruption: Interruption
    ) throws -> Session {
        if let option = arguments.occurrences.first(where: { GlobalOptions.keychain.contains($0.name) }) {
            throw UsageError("\(option.name): the keychain is not yet available in this build")
        }
        let directory = try ConfigurationDirectory(environment: environment)
        return Session(
            environment: environment,
            output: output,
            registry: registry,
            directory: directory,
            secrets: FileSecretStore(directory: directory.url),
            secretInput: SecretInput(environment: environment, prompt: prompt),
            prompt: prompt,
            interruption: interruption,
            logger: try logger(for: arguments)
        )
    }

    private static func logger(for arguments: Arguments) throws -> Logger {
        let level: LogLevel =
            switch arguments.count("--verbose") {
            case 0: arguments.has("--log-file") ? .info : .off
            case 1: .info
            default: .debug
            }
        let logger = Logger(level: level)
        guard level != .off else { return logger }
        if let path = arguments.value("--log-file") {
            let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw UsageError("--log-file: can't write \(path)") }
            logger.add(ConsoleLogSink(writingTo: OpenFile(adopting: descriptor)))
        } else {
            logger.add(ConsoleLogSink())
        }
        return logger
    }
}
