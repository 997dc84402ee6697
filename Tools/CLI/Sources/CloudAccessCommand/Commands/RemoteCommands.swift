internal import CloudCore
internal import Foundation

/// `remote …`: the configured remotes.
enum RemoteCommands {
    static let specs = [add, list, show, remove, types, login, logout, test]

    private static let add = CommandSpec(
        words: ["remote", "add"],
        operands: "NAME TYPE [key=value …]",
        operandCount: 2...Int.max,
        options: [
            .value("--secret-file", "KEY=FILE", "Reads the secret KEY from FILE (- is standard input)."),
            .value("--secret-env", "KEY=VAR", "Takes the secret KEY from the variable VAR."),
        ],
        summary: "Adds a remote; sends nothing.",
        details: "'cloudaccess remote types' shows the types with their keys. Secrets go to the secret store, never "
            + "into the configuration; one that no option gives is asked for on a terminal.",
        run: { session, arguments in try await addRemote(session, arguments) }
    )

    private static let list = CommandSpec(
        words: ["remote", "list"],
        summary: "Lists the remotes.",
        run: { session, _ in
            for remote in try await session.remotesFile.remotes() {
                try await session.output.line("\(remote.name)  \(remote.type)")
            }
            return .done
        }
    )

    private static let show = CommandSpec(
        words: ["remote", "show"],
        operands: "NAME",
        operandCount: 1...1,
        summary: "Shows a remote's configuration; never a secret.",
        run: { session, arguments in
            let remote = try await session.remotesFile.known(arguments.operands[0])
            try await session.output.line("type=\(remote.type)")
            guard case .object(let members) = remote.configuration else { return .done }
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                try await session.output.line("\(key)=\(value.string ?? value.text)")
            }
            return .done
        }
    )

    private static let remove = CommandSpec(
        words: ["remote", "remove"],
        operands: "NAME",
        operandCount: 1...1,
        summary: "Removes a remote and its secrets.",
        run: { session, arguments in
            let (name, secrets) = (arguments.operands[0], session.remoteSecrets)
            guard name != RemotesFile.Remote.local.name else { throw UsageError("'local' can't be removed") }
            try await session.interruption.item {
                try await session.remotesFile.remove(name) { try await secrets.deleteAll(of: name) }
            }
            return .done
        }
    )

    private static let types = CommandSpec(
        words: ["remote", "types"],
        summary: "Lists the types of remotes with their keys.",
        run: { session, _ in
            for plugin in session.registry.plugins {
                try await session.output.line("\(plugin.identifier)  \(plugin.displayName)")
                for field in plugin.fields {
                    let marks = [field.isRequired ? "required" : nil, field.isSecret ? "secret" : nil].compactMap(
                        \.self
                    )
                    let key = field.isSecret ? field.key : field.key + "="
                    let note = marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"
                    try await session.output.line("  \(key)  \(field.summary)\(note)")
                }
            }
            return .done
        }
    )

    /// The option names are those of the documentation.
    private static let login = loginCommand(
        "login",
        "Logs in to a remote's service.",
        options: [
            .flag("--no-browser", "Prints the address and takes the pasted code."),
            .flag("--device-code", "Shows a code to be typed on another device."),
        ]
    )
    private static let logout = loginCommand("logout", "Deletes a remote's stored login.")

    private static let test = CommandSpec(
        words: ["remote", "test"],
        operands: "NAME",
        operandCount: 1...1,
        summary: "Verifies that a remote can be used, and tells latency and quota.",
        run: { session, arguments in try await testRemote(session, arguments) }
    )

    /// No type of this build has a login.
    private static func loginCommand(_ word: String, _ summary: String, options: [OptionSpec] = []) -> CommandSpec {
        CommandSpec(
            words: ["remote", word],
            operands: "NAME",
            operandCount: 1...1,
            options: options,
            summary: summary,
            run: { session, arguments in
                let remote = try await session.remotesFile.known(arguments.operands[0])
                throw UsageError("\(remote.name): the type \(remote.type) has no login")
            }
        )
    }
}

extension RemoteCommands {
    /// The types that the documentation names and this build may lack.
    private static let documentedTypes: Set<String> = [
        "local", "webdav", "s3", "box", "dropbox", "googledrive", "onedrive", "sharepoint", "pcloud", "vault",
    ]

    private static func addRemote(_ session: Session, _ arguments: Arguments) async throws -> CommandStatus {
        let (name, type) = (arguments.operands[0], arguments.operands[1])
        try Address.checkRemoteName(name)
        guard let plugin = session.registry.plugin(type) else {
            let problem = documentedTypes.contains(type) ? "is not yet available in this build" : "does not exist"
            throw UsageError("the remote type '\(type)' \(problem); see 'cloudaccess remote types'")
        }
        guard try await session.remotesFile.remote(named: name) == nil else { throw Failure.remoteExists(name) }
        let values = try keysAndValues(arguments.operands.dropFirst(2))
        let configuration = try session.registry.encodedConfiguration(type, from: values)
        let secrets = try await givenSecrets(of: plugin, for: name, session, arguments)
        let remote = RemotesFile.Remote(
            name: name,
            type: type,
            configuration: try JSONDecoder().decode(JSONValue.self, from: configuration)
        )
        try await session.interruption.item {
            let store = session.remoteSecrets
            try await session.remotesFile.add(remote) { try await store.replaceAll(of: name, by: secrets) }
        }
        if !secrets.isEmpty {
            await session.messages.print(
                "cloudaccess: this build has no keychain: the secrets of \(name): are in secrets.json of the "
                    + "configuration folder, readable by you only"
            )
        }
        return .done
    }

    private static func keysAndValues(_ operands: ArraySlice<String>) throws(UsageError) -> [String: String] {
        var values: [String: String] = [:]
        for operand in operands {
            let (key, value) = try keyAndValue(operand)
            guard values.updateValue(value, forKey: key) == nil else { throw UsageError("'\(key)' is given twice") }
        }
        return values
    }

    private static func keyAndValue(_ text: String) throws(UsageError) -> (String, String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { throw UsageError("'\(text)' is not of the form key=value") }
        return (String(parts[0]), String(parts[1]))
    }

    private static func givenSecrets(
        of plugin: any CloudProviderPlugin.Type,
        for name: String,
        _ session: Session,
        _ arguments: Arguments
    ) async throws -> [String: SecretBytes] {
        var secrets: [String: SecretBytes] = [:]
        for occurrence in arguments.occurrences where ["--secret-file", "--secret-env"].contains(occurrence.name) {
            let (key, source) = try keyAndValue(occurrence.value)
            guard plugin.fields.contains(where: { $0.key == key && $0.isSecret }) else {
                throw UsageError("the type \(plugin.identifier) has no secret '\(key)'")
            }
            guard secrets[key] == nil else { throw UsageError("the secret '\(key)' is given twice") }
            secrets[key] =
                occurrence.name == "--secret-file"
                ? try await session.secretInput.file(source, holding: "\(key) of \(name)")
                : try session.secretInput.variableValue(source)
        }
        for field in plugin.fields where field.isSecret && field.isRequired && secrets[field.key] == nil {
            secrets[field.key] = try await session.secretInput.ask(
                for: "\(field.key) of \(name)",
                isNew: true,
                options: "--secret-file \(field.key)=FILE or --secret-env \(field.key)=VAR"
            )
        }
        return secrets
    }

    private static func testRemote(_ session: Session, _ arguments: Arguments) async throws -> CommandStatus {
        let name = arguments.operands[0]
        try await session.at("\(name):") {
            let provider = try await OpenRemotes(session).provider(of: name)
            let clock = ContinuousClock()
            let latency = try await clock.measure { _ = try await provider.fetchItemMetadata(at: .root) }
            let tenths = Int((latency / .milliseconds(0.1)).rounded())
            try await session.output.line("latency: \(tenths / 10).\(tenths % 10) ms")
            guard let quota = try await provider.capability((any QuotaReporting).self)?.fetchQuota() else { return }
            for (label, bytes) in [("used", quota.used), ("available", quota.available), ("total", quota.total)] {
                if let bytes { try await session.output.line("\(label): \(bytes)") }
            }
        }
        return .done
    }
}
