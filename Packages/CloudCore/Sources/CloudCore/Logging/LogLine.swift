internal import Foundation

extension LogRecord {
    /// The record as text: date in UTC, level and message, with a line break at its end.
    ///
    /// Further lines of a message are indented, so that a line that begins with a date is a record.
    var line: String {
        let indented = message.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n    ")
        return "\(date.formatted(.logTimestamp)) \(level.tag) \(indented)\n"
    }
}

extension LogLevel {
    fileprivate var tag: String {
        switch self {
        case .off, .error: "E"
        case .warning: "W"
        case .info: "I"
        case .debug: "D"
        case .verbose, .all: "V"
        }
    }
}

extension FormatStyle where Self == Date.ISO8601FormatStyle {
    /// As in `2024-02-29T12:34:56.789Z`.
    fileprivate static var logTimestamp: Self {
        Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    }
}

/// Writes all of a text to a descriptor; `false` if it can't take it.
func writeAll(_ text: String, to descriptor: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let count = try? systemCall {
            unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        }
        guard let count else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}
