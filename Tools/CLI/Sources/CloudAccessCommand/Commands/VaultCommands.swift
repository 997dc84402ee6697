internal import CloudCore
internal import VaultCrypto

/// `vault …`: making vaults and caring for them.
enum VaultCommands {
    static let specs = [
        create, info, passphrase, recoveryKey, restore,
        .notYetAvailable("vault check", "Looks for damage in a vault"),
        .notYetAvailable("vault migrate", "Brings an old vault to a newer format"),
    ]

    static let passphraseOptions: [OptionSpec] = [
        .value("--passphrase-file", "FILE", "Reads the passphrase from FILE (- is standard input)."),
        .value("--passphrase-env", "VAR", "Takes the passphrase from the variable VAR."),
    ]

    private static let newPassphraseOptions: [OptionSpec] = [
        .value("--new-passphrase-file", "FILE", "Reads the new passphrase from FILE (- is standard input)."),
        .value("--new-passphrase-env", "VAR", "Takes the new passphrase from the variable VAR."),
    ]

    private static let create = CommandSpec(
        words: ["vault", "create"],
        operands: "ADDR",
        operandCount: 1...1,
        options: [
            .value("--cipher", "siv-gcm|siv-ctrmac", "How contents are encrypted (default: siv-gcm)."),
            .value("--format", "8|7", "The vault format (default: 8)."),
            .value("--shortening-threshold", "N", "The longest encrypted name that isn't shortened, 36 to 220."),
        ] + newPassphraseOptions + passphraseOptions,
        summary: "Makes a vault in a folder that is missing or empty.",
        details: "The passphrase comes from --new-passphrase-… or, when that is absent, from --passphrase-…; for the "
            + "root of a vault remote it is the stored one.",
        run: { session, arguments in
            let kind = try kind(arguments)
            return try await atPlace(session, arguments) { place in
                let passphrase = try await place.newPassphrase(arguments, acceptsOld: true, acceptsStored: true)
                try await session.interruption.item {
                    _ = try await Vault.create(
                        at: place.location.path,
                        in: place.location.provider,
                        passphrase: passphrase,
                        as: kind,
                        logger: session.logger
                    )
                }
                try await place.store(passphrase)
            }
        }
    )

    private static let info = CommandSpec(
        words: ["vault", "info"],
        operands: "ADDR",
        operandCount: 1...1,
        options: [.flag("--json", "Prints one object.")],
        summary: "Shows what a vault says about itself; needs no passphrase.",
        run: { session, arguments in
            try await atPlace(session, arguments) { place in
                let info = try await Vault.inspect(at: place.location.path, in: place.location.provider).info
                let members: [(String, JSONValue)] = [
                    ("format", .integer(info.format)),
                    ("cipherCombo", .string(info.cipherCombo.rawValue)),
                    ("shorteningThreshold", .integer(info.shorteningThreshold)),
                    ("id", info.id.map(JSONValue.string) ?? .null),
                ]
                guard !arguments.has("--json") else {
                    let object = JSONValue.object(Dictionary(uniqueKeysWithValues: members))
                    return try await session.output.write(object.text + "\n")
                }
                for (key, value) in members where value != .null {
                    try await session.output.line("\(key): \(value.string ?? value.text)")
                }
            }
        }
    )

    private static let passphrase = CommandSpec(
        words: ["vault", "passphrase"],
        operands: "ADDR",
        operandCount: 1...1,
        options: passphraseOptions + newPassphraseOptions,
        summary: "Changes a vault's passphrase; keeps a backup of the masterkey file.",
        details: "For the root of a vault remote the stored passphrase is replaced too.",
        run: { session, arguments in
            try await atPlace(session, arguments) { place in
                let old = try await place.passphrase(arguments)
                let new = try await place.newPassphrase(arguments, acceptsOld: false)
                try await session.interruption.item {
                    try await Vault.changePassphrase(
                        at: place.location.path,
                        in: place.location.provider,
                        from: old,
                        to: new
                    )
                }
                try await place.store(new)
            }
        }
    )

    private static let recoveryKey = CommandSpec(
        words: ["vault", "recovery-key"],
        operands: "ADDR",
        operandCount: 1...1,
        options: passphraseOptions,
        summary: "Prints the 44 words from which the vault can be restored: a secret like its key.",
        run: { session, arguments in
            try await atPlace(session, arguments) { place in
                let locked = try await Vault.inspect(at: place.location.path, in: place.location.provider)
                let vault = try await locked.unlock(passphrase: place.passphrase(arguments))
                try await session.output.line(vault.recoveryKey)
            }
        }
    )

    private static let restore = CommandSpec(
        words: ["vault", "restore"],
        operands: "ADDR",
        operandCount: 1...1,
        options: [
            .value("--recovery-key-file", "FILE", "Reads the 44 words from FILE (- is standard input).")
        ] + newPassphraseOptions + passphraseOptions,
        summary: "Gives a vault a new passphrase by its recovery key.",
        details: "Makes a new masterkey file where it is missing.",
        run: { session, arguments in
            guard let file = arguments.value("--recovery-key-file") else {
                throw UsageError("vault restore: missing --recovery-key-file FILE")
            }
            return try await atPlace(session, arguments) { place in
                let words = try await session.secretInput.file(file, holding: "recovery key")
                let new = try await place.newPassphrase(arguments, acceptsOld: true)
                try await session.interruption.item {
                    try await Vault.restore(
                        at: place.location.path,
                        in: place.location.provider,
                        recoveryKey: unsafe words.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) },
                        newPassphrase: new
                    )
                }
                try await place.store(new)
            }
        }
    )

    /// Runs `body` for the vault that the first operand names.
    private static func atPlace(
        _ session: Session,
        _ arguments: Arguments,
        _ body: (VaultPlace) async throws -> Void
    ) async throws -> CommandStatus {
        let text = arguments.operands[0]
        try await session.at(text) {
            try await body(VaultPlace(text, session, OpenRemotes(session)))
        }
        return .done
    }

    private static func kind(_ arguments: Arguments) throws(UsageError) -> NewVault {
        let threshold = try arguments.value("--shortening-threshold").map { text throws(UsageError) in
            guard let number = Int(text), (36...220).contains(number) else {
                throw UsageError("--shortening-threshold: '\(text)' is no number from 36 to 220")
            }
            return number
        }
        let ciphers: [String: CryptorScheme] = ["siv-gcm": .sivGcm, "siv-ctrmac": .sivCtrMac]
        let cipher = try arguments.value("--cipher").map { text throws(UsageError) in
            guard let cipher = ciphers[text] else {
                throw UsageError("--cipher: '\(text)' is none of siv-gcm and siv-ctrmac")
            }
            return cipher
        }
        switch arguments.value("--format") ?? "8" {
        case "8":
            return .format8(cipherCombo: cipher ?? .sivGcm, shorteningThreshold: threshold ?? 220)
        case "7":
            guard cipher ?? .sivCtrMac == .sivCtrMac, threshold ?? 220 == 220 else {
                throw UsageError("a vault of format 7 knows --cipher siv-ctrmac and --shortening-threshold 220 only")
            }
            return .format7
        case let other:
            throw UsageError("--format: '\(other)' is none of 8 and 7")
        }
    }
}
