internal import CloudCore

/// Where the command's texts go: the process's own streams, or those of a test.
struct Streams: Sendable {
    /// Writes results; gives up when nobody takes them and the caller asks to.
    var result: @Sendable (_ bytes: Bytes, _ isCancelled: () -> Bool) throws -> Void
    /// Writes messages.
    var message: @Sendable (_ text: String) throws -> Void
    var resultIsTerminal: Bool
    var messageIsTerminal: Bool
    /// Number of lines of the terminal that shows messages.
    var messageRows: @Sendable () -> Int

    /// The process's standard output and standard error.
    static var standard: Streams {
        Streams(
            result: { bytes, isCancelled in try Descriptor.standardOutput.write(bytes, unless: isCancelled) },
            message: { text in
                let start = Terminal.isAsking ? "\n" : ""  // the line ends with a question
                try Descriptor.standardError.write(Array((start + text).utf8)[...])
            },
            resultIsTerminal: Descriptor.standardOutput.isTerminal,
            messageIsTerminal: Descriptor.standardError.isTerminal,
            messageRows: { Terminal.rows(of: .standardError) }
        )
    }
}
