public import Foundation

/// Runs a program to its end and keeps what it printed; for tests only, since its output is read into memory.
public enum ChildProcess: Sendable {
    /// How a program ended.
    public struct Result: Sendable {
        /// The exit status; for a signal, its number plus 128, as a shell shows it.
        public let status: Int32
        /// What the program wrote to standard output.
        public let output: Data
        /// What the program wrote to standard error.
        public let errorOutput: Data

        /// Standard output as text.
        public var text: String { String(decoding: output, as: UTF8.self) }
        /// Standard error as text.
        public var errorText: String { String(decoding: errorOutput, as: UTF8.self) }
    }

    /// Runs a program and waits for its end without blocking the caller's thread.
    ///
    /// Cancelling the caller's task terminates the program (SIGTERM).
    ///
    /// - Parameters:
    ///   - program: An absolute path, or a name that is looked up in `PATH` (status 127 where it isn't found).
    ///   - arguments: Its arguments, without its own name.
    ///   - input: What the program reads on standard input; nothing by default.
    ///   - environment: Variables added to, or replacing, those of this process.
    ///   - directory: Its working directory; this process's own by default.
    /// - Returns: The status and all output.
    /// - Throws: The error of starting the program, or of keeping its output in a temporary folder.
    @concurrent
    public static func run(
        _ program: String,
        _ arguments: [String],
        input: Data = Data(),
        environment: [String: String] = [:],
        directory: URL? = nil
    ) async throws -> Result {
        // Files, not pipes: nobody waits for a full pipe, and an unread one raises no SIGPIPE here.
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("cloudaccess-process-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["input", "output", "errors"].map { folder.appendingPathComponent($0) }
        for (file, contents) in zip(files, [input, Data(), Data()]) { try contents.write(to: file) }

        let process = Process()
        process.executableURL = URL(fileURLWithPath: program.contains("/") ? program : "/usr/bin/env")
        process.arguments = (program.contains("/") ? [] : [program]) + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.currentDirectoryURL = directory
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])

        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                process.terminationHandler = { _ in continuation.resume() }
                do {
                    try withUnblockedSignals { try process.run() }
                } catch {
                    continuation.resume(throwing: error)
                    return
                }
                // The handler below did nothing if it ran before there was a process.
                if Task.isCancelled { process.terminate() }
            }
        } onCancel: {
            if process.isRunning { process.terminate() }
        }
        let signalOffset: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
        return Result(
            status: process.terminationStatus + signalOffset,
            output: try Data(contentsOf: files[1]),
            errorOutput: try Data(contentsOf: files[2])
        )
    }

    /// Runs a closure with no signal blocked.
    ///
    /// Dispatch blocks signals on its threads, and a child keeps what its parent's thread has blocked.
    private static func withUnblockedSignals(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var previous = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &previous)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }
        try body()
    }
}
