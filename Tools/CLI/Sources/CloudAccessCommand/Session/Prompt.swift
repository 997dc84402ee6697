internal import CloudCore
internal import Foundation

/// Asks a person on the terminal.
struct Prompt: Sendable {
    /// Whether there is a terminal to ask on.
    var isAvailable: @Sendable () -> Bool
    /// Asks for a secret without echo.
    var secret: @Sendable (_ question: String) throws -> SecretBytes
    /// Asks a question that is answered with yes or no.
    var confirm: @Sendable (_ question: String) throws -> Bool

    /// The process's terminal.
    static let terminal = Prompt(
        isAvailable: { Terminal.standardInputIsTerminal && Terminal.standardErrorIsTerminal },
        secret: { question in
            var bytes = try readLine(question, echo: false)
            return SecretBytes(taking: &bytes)
        },
        confirm: { question in
            let answer = try readLine("\(question) [y/N] ", echo: true)
            return ["y", "yes"].contains(String(decoding: answer, as: UTF8.self).lowercased())
        }
    )

    private static func readLine(_ question: String, echo: Bool) throws -> [UInt8] {
        var saved = termios()
        unsafe tcgetattr(STDIN_FILENO, &saved)
        if !echo {
            var silent = saved
            silent.c_lflag &= ~tcflag_t(ECHO)
            silent.c_lflag |= tcflag_t(ECHONL)
            unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        }
        defer { unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved) }
        FileHandle.standardError.write(Data(question.utf8))
        var line: [UInt8] = []
        line.reserveCapacity(1024)  // a passphrase isn't copied around while it is typed
        var byte: UInt8 = 0
        while unsafe read(STDIN_FILENO, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return line }
            line.append(byte)
        }
        throw UsageError("the terminal was closed before an answer came")
    }
}
