internal import CloudCore
internal import Dispatch

/// What goes to standard error: errors, remarks, and progress that is drawn in place.
///
/// A queue of its own writes whole lines in order, so that a slow reader never blocks the cooperative pool.
final class Messages: Sendable {
    /// Whether errors are printed as JSON.
    let json: Bool
    let streams: Streams
    private let whenBroken: @Sendable () -> Void
    private let queue = DispatchQueue(label: "cloudaccess.messages")
    /// Number of lines that are drawn at the end and go away with the next message.
    private let drawnLines = Locked(0)
    private let broken = Locked(false)

    /// - Parameters:
    ///   - streams: where messages go.
    ///   - json: whether errors are printed as JSON.
    ///   - whenBroken: called when nobody reads messages any more.
    init(_ streams: Streams, json: Bool, whenBroken: @escaping @Sendable () -> Void) {
        self.streams = streams
        self.json = json
        self.whenBroken = whenBroken
    }

    /// Whether nobody reads messages any more.
    var isBroken: Bool { broken.withLock(\.self) }

    /// Prints a line and waits until it is written.
    @concurrent func print(_ text: String) async {
        await perform { [self] in write(Terminal.escaped(text) + "\n", drawing: 0) }
    }

    /// Prints a line some time, after those that were printed before; for those who can't wait.
    func post(_ text: String) {
        queue.async { [self] in write(Terminal.escaped(text) + "\n", drawing: 0) }
    }

    /// Prints lines of a log, from a thread that may block.
    ///
    /// - Returns: whether somebody reads them.
    func printLog(_ text: String) -> Bool {
        queue.sync { write(Terminal.escapedLines(text), drawing: 0) }
        return !isBroken
    }

    /// Prints an error: one line, a second one where there is something to add, or one JSON object.
    @concurrent func report(_ report: ErrorReport) async {
        if json {
            await perform { [self] in write(report.json.text + "\n", drawing: 0) }
        } else {
            let place = report.place.isEmpty ? "" : "\(report.place): "
            let lines = ["cloudaccess: \(place)\(report.message)"] + (report.advice.map { ["  \($0)"] } ?? [])
            let text = lines.map { Terminal.escaped($0) + "\n" }.joined()
            await perform { [self] in write(text, drawing: 0) }
        }
    }

    /// Replaces the lines that were drawn last.
    ///
    /// A line that is longer than the terminal is wide ends at its edge.
    @concurrent func draw(_ lines: [String]) async {
        let text = lines.map { Terminal.escaped($0) + "\n" }.joined()
        await perform { [self] in
            write(lines.isEmpty ? "" : Terminal.withoutWrapping(text), drawing: lines.count)
        }
    }

    /// Waits until everything is written.
    @concurrent func drain() async {
        await perform {}
    }

    private func perform(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            queue.async {
                body()
                continuation.resume()
            }
        }
    }

    /// Runs on the queue.
    private func write(_ text: String, drawing lines: Int) {
        let drawn = drawnLines.withLock { drawn in
            defer { drawn = lines }
            return drawn
        }
        guard !isBroken, drawn > 0 || !text.isEmpty else { return }
        do {
            try streams.message((drawn > 0 ? Terminal.erasing(drawn) : "") + text)
        } catch is BrokenPipe {
            broken.withLock { $0 = true }
            whenBroken()
        } catch {
            // There is no other place to tell that messages can't be written; the status tells the rest.
        }
    }
}
