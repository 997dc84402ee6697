import Foundation

/// Runs programs and measures them.
struct Shell {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// What a program printed and took.
    struct Run {
        var output: String
        var seconds: Double
    }

    var environment = ProcessInfo.processInfo.environment

    /// Runs a program to its end; a status other than 0 is an error.
    func run(_ words: [String]) throws -> Run {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.environment = environment
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        // `waitUntilExit` notices the end up to 50 ms late.
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        let start = ContinuousClock.now
        try process.run()
        let drain = DispatchQueue(label: "errors")
        nonisolated(unsafe) var errorText = Data()
        drain.async { unsafe errorText = errors.fileHandleForReading.readDataToEndOfFile() }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        ended.wait()
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        drain.sync {}
        guard process.terminationStatus == 0 else {
            let said = unsafe String(decoding: errorText, as: UTF8.self)
            throw Failure(
                description: "\(words.joined(separator: " ")) ended with \(process.terminationStatus): \(said)"
            )
        }
        return Run(output: text, seconds: seconds)
    }

    /// Peak resident memory of one program, by GNU time.
    func peakMemory(of words: [String]) throws -> Int {
        let file = FileManager.default.temporaryDirectory.appending(path: "peak-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try run(["/usr/bin/time", "-f", "%M", "-o", file.path] + words)
        let text = try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let kilobytes = Int(text) else { throw Failure(description: "time printed \(text)") }
        return kilobytes * 1024
    }
}

/// The middle one of several values.
func median(_ values: [Double]) -> Double {
    precondition(!values.isEmpty, "no values have no median")
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
