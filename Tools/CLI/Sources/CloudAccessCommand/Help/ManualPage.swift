/// The manual page, in the roff language of man(7).
enum ManualPage {
    static func text(of commands: [CommandSpec]) -> String {
        var page = """
            .TH CLOUDACCESS 1 "" "cloudaccess \(CloudAccessCommand.version)" "User Commands"
            .nh
            .SH NAME
            cloudaccess \\- files on any cloud and in Cryptomator vaults
            .SH SYNOPSIS
            .B cloudaccess
            .I COMMAND
            [OPTION ...] [ADDRESS ...]

            """
        for (title, body) in prose { page += ".SH \(title)\n\(roff(body))\n" }
        page += ".SH COMMANDS\n"
        for command in commands {
            page += ".SS \(roff(Help.usage(of: command).replacingFirst("cloudaccess ", with: "")))\n"
            page += "\(roff(command.summary))\n"
            if !command.details.isEmpty { page += ".PP\n\(roff(command.details))\n" }
            page += options(command.options)
        }
        page += ".SH OPTIONS OF EVERY COMMAND\n" + options(GlobalOptions.all)
        page += ".SH EXIT STATUS\n"
        for (status, meaning) in statuses { page += ".TP\n.B \(status)\n\(roff(meaning))\n" }
        return page
    }

    private static let prose: [(String, String)] = [
        (
            "ADDRESSES",
            "REMOTE:/path is a place on a remote; REMOTE:path means the same. 'local:' always exists and is this "
                + "machine. Anything without ':' before its first '/' is a local path; a local 'a:b' is written "
                + "'./a:b'. A vault is a remote laid over an address of another remote."
        ),
        (
            "SECRETS",
            "No option takes a secret itself. Secrets come from a file (one trailing newline is dropped; '-' is "
                + "standard input), from an environment variable, or are asked for on the terminal without echo."
        ),
        (
            "FILES",
            "The remotes are in remotes.json of $CLOUDACCESS_CONFIG_DIR, by default $XDG_CONFIG_HOME/cloudaccess or "
                + "~/.config/cloudaccess; their secrets are kept beside it, never in it."
        ),
    ]

    private static let statuses: [(Int, String)] = [
        (0, "done"),
        (1, "failed, none of the below"),
        (2, "the command line is wrong, a remote or type is unknown, or a secret is missing"),
        (3, "not found"),
        (4, "already exists"),
        (5, "unauthorized, wrong passphrase, or a local file that may not be read or written"),
        (6, "no connection"),
        (7, "no space left, in the account or on the local disk"),
        (8, "wrong type: a folder where a file was meant, or the reverse"),
        (9, "differences or damage were found, or contents do not authenticate"),
        (10, "some of several items failed"),
        (130, "interrupted"),
    ]

    private static func options(_ options: [OptionSpec]) -> String {
        options.map { ".TP\n.B \(roff(Help.spelling(of: $0)))\n\(roff($0.summary))\n" }.joined()
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Escapes what roff would read as a request or an escape.
    private static func roff(_ text: String) -> String {
        let escaped = text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case _ where !scalar.isASCII: result += "\\[u\(hexadecimal(scalar))]"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }
}

extension String {
    fileprivate func replacingFirst(_ prefix: String, with replacement: String) -> String {
        hasPrefix(prefix) ? replacement + dropFirst(prefix.count) : self
    }
}
