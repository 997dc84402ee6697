internal import CloudCore
internal import Foundation

/// Asks a person on the terminal.
struct Prompt: Sendable {
    /// Whether there is a terminal to ask on.
    var isAvailable: @Sendable () -> Bool
    /// Asks for a secret without echo, as long as the caller wants an answer.
    var secret: @Sendable (_ question: String, _ isCancelled: () -> Bool) throws -> SecretBytes

    /// The process's terminal: it is asked where standard input and standard error are one.
    static let terminal = Prompt(
        isAvailable: { Descriptor.standardInput.isTerminal && Descriptor.standardError.isTerminal },
        secret: { question, isCancelled in
            try Terminal.withoutEcho {
                try Descriptor.standardError.write(Array(Terminal.escaped(question).utf8)[...], unless: isCancelled)
                return try readLine(unless: isCancelled)
            }
        }
    )

    private static func readLine(unless isCancelled: () -> Bool) throws -> SecretBytes {
        var line: [UInt8] = []
        line.reserveCapacity(1024)  // a passphrase isn't copied around while it is typed
        var byte: UInt8 = 0
        while try unsafe withUnsafeMutableBytes(
            of: &byte,
            {
                unsafe try Descriptor.standardInput.read(into: $0, unless: isCancelled)
            }
        ) == 1 {
            if byte == UInt8(ascii: "\n") { return SecretBytes(taking: &line) }
            line.append(byte)
        }
        try Descriptor.standardError.write(Array("\n".utf8)[...])
        throw UsageError("the terminal was closed before an answer came")
    }
}
