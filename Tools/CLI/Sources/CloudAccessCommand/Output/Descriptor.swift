internal import CloudCore
internal import Foundation

/// One of the process's standard descriptors.
///
/// Calls block until bytes can be moved, but only as long as their caller wants: a pipe that nobody reads, or a terminal
/// on which nobody types, must not outlive an interruption.
struct Descriptor: Sendable {
    static let standardInput = Descriptor(number: STDIN_FILENO)
    static let standardOutput = Descriptor(number: STDOUT_FILENO)
    static let standardError = Descriptor(number: STDERR_FILENO)

    let number: Int32

    /// Occupies those of the three that the process was started without, before a file gets their number.
    ///
    /// Reading and writing them fails, as if they were still closed.
    static func occupyClosed() {
        for (descriptor, flags) in [(standardInput, O_WRONLY), (standardOutput, O_RDONLY), (standardError, O_RDONLY)]
        where fcntl(descriptor.number, F_GETFD) == -1 {
            _ = unsafe open("/dev/null", flags)
        }
    }

    var isTerminal: Bool { isatty(number) == 1 }

    /// Writes all bytes.
    ///
    /// - Throws: ``BrokenPipe``, `LocalFileError`; `CancellationError` if nobody takes the bytes and `isCancelled`.
    func write(_ bytes: Bytes, unless isCancelled: () -> Bool = { false }) throws {
        // More than that could block even though the pipe has room.
        let limit = isRegularFile ? bytes.count : Int(PIPE_BUF)
        var rest = bytes
        while !rest.isEmpty {
            try wait(for: POLLOUT, unless: isCancelled)
            let count = try call {
                unsafe rest.withUnsafeBytes { unsafe Foundation.write(number, $0.baseAddress, min($0.count, limit)) }
            }
            rest = rest.dropFirst(count ?? 0)
        }
    }

    /// Reads some bytes; none at the end.
    ///
    /// - Throws: `LocalFileError`; `CancellationError` if there are none to read and `isCancelled`.
    func read(into buffer: UnsafeMutableRawBufferPointer, unless isCancelled: () -> Bool) throws -> Int {
        while true {
            try wait(for: POLLIN, unless: isCancelled)
            if let count = try call({ unsafe Foundation.read(number, buffer.baseAddress, buffer.count) }) {
                return count
            }
        }
    }

    private var isRegularFile: Bool {
        var status = stat()
        return unsafe fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private func wait(for events: Int32, unless isCancelled: () -> Bool) throws {
        var entry = pollfd(fd: number, events: Int16(events), revents: 0)
        let pause: Int32 = 100  // milliseconds
        while unsafe poll(&entry, 1, pause) <= 0 {
            if isCancelled() { throw CancellationError() }
        }
    }

    /// Makes a call; `nil` if the descriptor isn't ready after all, as when another process made it non-blocking.
    private func call(_ body: () -> Int) throws -> Int? {
        do {
            return try systemCall(body)
        } catch {
            switch error.code {
            case EAGAIN: return nil
            case EPIPE: throw BrokenPipe()
            default: throw LocalFileError(errno: error.code)
            }
        }
    }
}

/// Nobody reads what the command writes any more; it ends silently.
struct BrokenPipe: Error {}

extension BlockingWork {
    /// Runs a blocking call that asks now and then whether it is still wanted.
    @concurrent static func run<Result: Sendable>(
        untilCancelled body: @escaping @Sendable (_ isCancelled: () -> Bool) throws -> Result
    ) async throws -> Result {
        let isCancelled = Locked(false)
        return try await withTaskCancellationHandler {
            try await run { try body { isCancelled.withLock(\.self) } }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
    }
}
