internal import CloudCore
internal import Foundation

/// Draws a bar for each running file and a total with rate and time left on standard error.
final class ProgressDisplay: Sendable {
    /// One running file.
    struct Bar: Sendable {
        fileprivate let display: ProgressDisplay
        fileprivate let number: Int

        func moved(_ bytes: Int, of total: Int) {
            display.state.withLock { $0.running[number]?.update(bytes, total) }
        }

        func end() {
            display.state.withLock { state in
                guard let file = state.running.removeValue(forKey: number) else { return }
                state.finishedBytes += file.bytes
                state.finishedFiles += 1
            }
        }
    }

    private struct File {
        var name: String
        var bytes = 0
        var total: Int

        mutating func update(_ bytes: Int, _ total: Int) {
            self.bytes = bytes
            self.total = total
        }
    }

    private struct State {
        var running: [Int: File] = [:]
        var nextNumber = 0
        var finishedBytes = 0
        var finishedFiles = 0
    }

    private let state = Locked(State())
    private let messages: Messages
    private let start = ContinuousClock.now

    /// - Returns: `nil` where nothing is to be shown: without a terminal and `--progress`, or with `--quiet`.
    init?(_ session: Session, _ arguments: Arguments) {
        guard !arguments.has("--quiet"), !arguments.has("--dry-run") else { return nil }
        guard arguments.has("--progress") || session.messages.streams.messageIsTerminal else { return nil }
        messages = session.messages
    }

    func begin(_ name: String, total: Int) -> Bar {
        let number = state.withLock { state in
            state.nextNumber += 1
            state.running[state.nextNumber] = File(name: name, total: total)
            return state.nextNumber
        }
        return Bar(display: self, number: number)
    }

    /// Redraws ten times a second while `body` runs.
    static func shown<Result: Sendable>(
        _ display: ProgressDisplay?,
        _ body: () async throws -> Result
    ) async throws -> Result {
        guard let display else { return try await body() }
        let ticker = Task {
            while !Task.isCancelled {
                await display.messages.draw(display.lines())
                try await Task.sleep(for: .milliseconds(100))
            }
        }
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(try await body())
        } catch {
            outcome = .failure(error)
        }
        ticker.cancel()
        _ = await ticker.result
        await display.messages.draw([])
        await display.messages.print(display.summary())
        return try outcome.get()
    }

    private func lines() -> [String] {
        let (running, finished, files) = state.withLock { state in
            (state.running.sorted { $0.key < $1.key }.map(\.value), state.finishedBytes, state.finishedFiles)
        }
        let bytes = finished + running.reduce(0) { $0 + $1.bytes }
        let left = running.reduce(0) { $0 + max(0, $1.total - $1.bytes) }
        let seconds = max(0.001, (ContinuousClock.now - start) / .seconds(1))
        let rate = Double(bytes) / seconds
        let time = rate > 0 ? Self.duration(Double(left) / rate) : "-"
        let total = "\(Self.count(files)), \(Self.size(bytes)), \(Self.size(Int(rate)))/s, \(time) left"
        let room = max(0, messages.streams.messageRows() - 2)  // the total, and the line of the cursor
        return running.prefix(room).map { Self.line(for: $0) } + [total]
    }

    private func summary() -> String {
        let (bytes, files) = state.withLock { ($0.finishedBytes, $0.finishedFiles) }
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        return "\(Self.count(files)), \(Self.size(bytes)) in \(Self.duration(elapsed))"
    }

    private static func line(for file: File) -> String {
        let width = 24
        let share = file.total > 0 ? min(1, Double(file.bytes) / Double(file.total)) : 1
        let filled = Int(share * Double(width))
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        let percent = String(Int(share * 100))
        return "[\(bar)] \(String(repeating: " ", count: 3 - percent.count))\(percent) % \(file.name)"
    }

    private static func count(_ files: Int) -> String { files == 1 ? "1 file" : "\(files) files" }

    static func size(_ bytes: Int) -> String {
        let units = ["B", "KiB", "MiB", "GiB", "TiB"]
        var (value, unit) = (Double(bytes), 0)
        while value >= 1024, unit + 1 < units.count { (value, unit) = (value / 1024, unit + 1) }
        return unit == 0 ? "\(bytes) B" : "\((value * 10).rounded() / 10) \(units[unit])"
    }

    static func duration(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded())
        return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
    }
}
