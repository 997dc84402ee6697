internal import CloudCore
internal import Foundation

/// Standard output and standard error of the command.
///
/// Results go to standard output and nothing else does. Both are written whole lines at a time, from any task, and
/// writing never blocks the cooperative pool: a slow reader of a pipe holds up the command alone.
final class Output: Sendable {
    /// Where texts go, so that tests can read them.
    struct Streams: Sendable {
        var result: @Sendable (Bytes) -> Void
        var message: @Sendable (String) -> Void
        var resultIsTerminal: Bool
        var messageIsTerminal: Bool
    }

    let streams: Streams
    /// Whether errors are printed as JSON.
    let json: Bool
    private let buffered = Locked<[UInt8]>([])
    /// Number of lines that are drawn at the end of standard error and go away with the next message.
    private let drawnLines = Locked(0)
    private static let bufferSize = 32 * 1024  // bytes of results that are written at once

    init(streams: Streams, json: Bool) {
        self.streams = streams
        self.json = json
    }

    /// Prints one line of results; control characters are escaped on a terminal only.
    @concurrent func line(_ text: String) async throws {
        try await write((streams.resultIsTerminal ? Terminal.escaped(text) : text) + "\n")
    }

    /// Prints results as they are.
    @concurrent func write(_ text: String) async throws {
        let full = buffered.withLock { buffer in
            buffer += text.utf8
            return buffer.count >= Self.bufferSize
        }
        if full || streams.resultIsTerminal { try await flush() }
    }

    /// Prints contents as they are, after what was printed before.
    @concurrent func write(_ bytes: Bytes) async throws {
        try await flush()
        try await BlockingWork.run { [streams] in streams.result(bytes) }
    }

    /// Writes out what is still buffered.
    @concurrent func flush() async throws {
        let bytes = buffered.withLock { buffer in
            defer { buffer = [] }
            return buffer[...]
        }
        guard !bytes.isEmpty else { return }
        try await BlockingWork.run { [streams] in streams.result(bytes) }
    }

    /// Prints a line for people to standard error.
    func message(_ text: String) {
        printMessage("\(Terminal.escaped(text))\n")
    }

    /// Replaces the lines that were drawn last, such as progress bars.
    func draw(_ lines: [String]) {
        drawnLines.withLock { drawn in
            guard drawn > 0 || !lines.isEmpty else { return }
            streams.message(Self.erasing(drawn) + lines.map { Terminal.escaped($0) + "\n" }.joined())
            drawn = lines.count
        }
    }

    private func printMessage(_ text: String) {
        drawnLines.withLock { drawn in
            streams.message(Self.erasing(drawn) + text)
            drawn = 0
        }
    }

    private static func erasing(_ lines: Int) -> String {
        lines > 0 ? "\u{1B}[\(lines)A\u{1B}[J" : ""
    }

    /// Prints an error: one line, a second one where there is something to add, or one JSON object.
    func report(_ report: ErrorReport) {
        guard !json else {
            let error = JSONValue.object([
                "code": .string(report.code), "message": .string(report.message), "path": .string(report.place),
            ])
            printMessage(JSONValue.object(["error": error]).text + "\n")
            return
        }
        let place = report.place.isEmpty ? "" : "\(report.place): "
        message("cloudaccess: \(place)\(report.message)")
        if let advice = report.advice { message("  \(advice)") }
    }
}

extension Output.Streams {
    /// The process's own standard output and standard error.
    static var standard: Output.Streams {
        Output.Streams(
            result: { bytes in writeAll(bytes, to: STDOUT_FILENO) },
            message: { text in writeAll(Array(text.utf8)[...], to: STDERR_FILENO) },
            resultIsTerminal: Terminal.standardOutputIsTerminal,
            messageIsTerminal: Terminal.standardErrorIsTerminal
        )
    }

    private static func writeAll(_ bytes: Bytes, to descriptor: Int32) {
        var rest = bytes
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else {
                guard errno == EINTR else { return }
                continue
            }
            rest = rest.dropFirst(count)
        }
    }
}
