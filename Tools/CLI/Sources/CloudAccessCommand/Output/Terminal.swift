internal import CloudCore
internal import Foundation

/// What the terminal shows as it is, and what steers it.
enum Terminal {
    /// The text with control characters escaped, so that a name can't steer the terminal or break a line.
    static func escaped(_ text: String) -> String {
        escaped(text) { $0.escaped(asASCII: true) }
    }

    /// As ``escaped(_:)``, for texts of several lines.
    static func escapedLines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }.joined(
            separator: "\n"
        )
    }

    /// The text with what would steer a terminal replaced by `replacement`.
    static func escaped(_ text: String, by replacement: (Unicode.Scalar) -> String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if isControl(scalar) {
                result += replacement(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Goes up some lines and erases them.
    static func erasing(_ lines: Int) -> String { "\u{1B}[\(lines)A\u{1B}[J" }

    /// Lines that end at the terminal's edge, so that each is one line of the terminal too.
    static func withoutWrapping(_ lines: String) -> String { "\u{1B}[?7l\(lines)\u{1B}[?7h" }

    /// The number of lines of a terminal, 24 if it doesn't tell.
    static func rows(of descriptor: Descriptor) -> Int {
        var size = winsize()
        guard unsafe ioctl(descriptor.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return 24 }
        return Int(size.ws_row)
    }

    // MARK: Echo

    /// The modes to return to, while the terminal doesn't echo.
    private static let echoing = Locked<termios?>(nil)

    /// Whether a secret is being typed.
    static var isAsking: Bool { echoing.withLock { $0 != nil } }

    /// Runs `body` while what is typed isn't shown.
    static func withoutEcho<Result>(_ body: () throws -> Result) rethrows -> Result {
        var modes = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &modes) == 0 else { return try body() }
        echoing.withLock { $0 = modes }
        defer { restoreEcho() }
        modes.c_lflag &= ~tcflag_t(ECHO)
        modes.c_lflag |= tcflag_t(ECHONL)
        unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes)
        return try body()
    }

    /// Shows again what is typed; for the process that ends at once too.
    static func restoreEcho() {
        guard var modes = echoing.withLock({ $0.take() }) else { return }
        unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
    }
}
