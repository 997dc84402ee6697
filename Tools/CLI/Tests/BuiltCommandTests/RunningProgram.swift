import CloudCore
import Foundation

/// A program that runs while the test reads what it prints, types, and sends signals.
final class RunningProgram: Sendable {
    /// What the program's standard streams are.
    enum Streams {
        /// A pipe each for standard output and standard error; standard input is empty.
        case pipes
        /// As `pipes`, but nothing more fits into the one for standard error.
        case pipesWithoutRoomForErrors
        /// A terminal of the program's own.
        case terminal
    }

    /// How a program ended.
    enum End: Hashable {
        case exit(Int32)
        case signal(Int32)
    }

    /// The test's end of a stream, and what came through it.
    private struct Stream {
        var descriptor: Int32
        var text: [UInt8] = []
    }

    private let identifier: pid_t
    private let output: Locked<Stream>
    private let errors: Locked<Stream>
    private let ending = Locked<End?>(nil)

    init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String],
        directory: String,
        streams: Streams = .pipes
    ) throws {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        var ofProgram: [Int32] = []
        defer { for descriptor in ofProgram { Foundation.close(descriptor) } }
        if streams == .terminal {
            let (terminal, name) = try Self.openTerminal()
            // The first terminal that the leader of a session opens becomes its own.
            unsafe posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
            for number: Int32 in [1, 2] { unsafe posix_spawn_file_actions_adddup2(&actions, 0, number) }
            output = Locked(Stream(descriptor: terminal))
            errors = Locked(Stream(descriptor: -1))
        } else {
            let (forOutput, forErrors) = (try Self.openPipe(in: directory), try Self.openPipe(in: directory))
            if streams == .pipesWithoutRoomForErrors { Self.fill(forErrors.writing) }
            unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            unsafe posix_spawn_file_actions_adddup2(&actions, forOutput.writing, 1)
            unsafe posix_spawn_file_actions_adddup2(&actions, forErrors.writing, 2)
            ofProgram = [forOutput.writing, forErrors.writing]
            output = Locked(Stream(descriptor: forOutput.reading))
            errors = Locked(Stream(descriptor: forErrors.reading))
        }
        let words = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", directory, program] + arguments
        identifier = unsafe try Self.spawn(words, environment, &actions, leadsSession: streams == .terminal)
    }

    deinit {
        if ending.withLock({ $0 == nil }) {
            kill(identifier, SIGKILL)
            waitpid(identifier, nil, 0)
        }
        closeOutput()
        closeErrors()
    }

    // MARK: Streams

    /// Reads standard output, or the terminal, until it holds a text or ends.
    ///
    /// - Returns: all that was read so far.
    @discardableResult
    func output(until text: String? = nil) async throws -> String {
        try await Self.read(output, until: text)
    }

    /// Reads standard error until it holds a text or ends.
    ///
    /// - Returns: all that was read so far.
    @discardableResult
    func errors(until text: String? = nil) async throws -> String {
        try await Self.read(errors, until: text)
    }

    /// Types into the terminal.
    func type(_ text: String) throws {
        let bytes = Array(text.utf8)
        let terminal = output.withLock { $0.descriptor }
        let count = try systemCall { unsafe Foundation.write(terminal, bytes, bytes.count) }
        precondition(count == bytes.count, "a terminal takes a line at once")
    }

    /// Whether the terminal shows what is typed.
    var echoes: Bool {
        var modes = termios()
        return unsafe tcgetattr(output.withLock { $0.descriptor }, &modes) == 0 && modes.c_lflag & tcflag_t(ECHO) != 0
    }

    func closeOutput() { Self.close(output) }
    func closeErrors() { Self.close(errors) }

    // MARK: Life

    func send(_ signal: Int32) { kill(identifier, signal) }

    /// Waits for the program's end.
    func end() async throws -> End {
        try await BlockingWork.run { [self] in
            var status: Int32 = 0
            _ = try systemCall { unsafe waitpid(identifier, &status, 0) }
            return note(status)
        }
    }

    /// How the program ended; `nil` while it runs.
    func endIfOver() throws -> End? {
        var status: Int32 = 0
        guard try systemCall({ unsafe waitpid(identifier, &status, WNOHANG) }) != 0 else { return nil }
        return note(status)
    }

    private func note(_ status: Int32) -> End {
        let end: End = status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
        ending.withLock { $0 = end }
        return end
    }

    private static func read(_ stream: Locked<Stream>, until wanted: String?) async throws -> String {
        try await BlockingWork.run {
            while true {
                let (descriptor, read) = stream.withLock { ($0.descriptor, $0.text) }
                if let wanted {
                    let soFar = String(decoding: read, as: UTF8.self)
                    if soFar.contains(wanted) { return soFar }
                }
                var buffer = [UInt8](repeating: 0, count: 64 * 1024)
                let count = unsafe Foundation.read(descriptor, &buffer, buffer.count)
                guard count > 0 else {
                    // A terminal that the program has left fails with EIO.
                    guard count == 0 || errno == EIO else { throw SystemError(code: errno) }
                    return String(decoding: read, as: UTF8.self)
                }
                stream.withLock { $0.text += buffer[..<count] }
            }
        }
    }

    private static func close(_ stream: Locked<Stream>) {
        stream.withLock { stream in
            if stream.descriptor >= 0 { Foundation.close(stream.descriptor) }
            stream.descriptor = -1
        }
    }

    // MARK: Start

    /// A pipe that no other child inherits: Swift sees no call that makes one without a name in one step.
    private static func openPipe(in directory: String) throws -> (reading: Int32, writing: Int32) {
        let name = directory + "/.pipe-\(UUID())"
        _ = try systemCall { unsafe mkfifo(name, 0o600) }
        defer { unsafe unlink(name) }
        let reading = try systemCall { unsafe open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        _ = fcntl(reading, F_SETFL, O_RDONLY)
        return (reading, try systemCall { unsafe open(name, O_WRONLY | O_CLOEXEC) })
    }

    private static func openTerminal() throws -> (descriptor: Int32, name: String) {
        let terminal = try systemCall { unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC) }
        let (getNumber, setLock): (UInt, UInt) = (0x8004_5430, 0x4004_5431)  // TIOCGPTN, TIOCSPTLCK
        var (locked, number): (Int32, UInt32) = (0, 0)
        _ = try systemCall { unsafe ioctl(terminal, setLock, &locked) }
        _ = try systemCall { unsafe ioctl(terminal, getNumber, &number) }
        return (terminal, "/dev/pts/\(number)")
    }

    private static func fill(_ pipe: Int32) {
        let flags = fcntl(pipe, F_GETFL)
        _ = fcntl(pipe, F_SETFL, flags | O_NONBLOCK)
        let page = [UInt8](repeating: UInt8(ascii: "."), count: 4096)
        while unsafe write(pipe, page, page.count) > 0 {}
        _ = fcntl(pipe, F_SETFL, flags)
    }

    private static func spawn(
        _ words: [String],
        _ environment: [String: String],
        _ actions: inout posix_spawn_file_actions_t,
        leadsSession: Bool
    ) throws -> pid_t {
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // The test's threads block signals and may ignore some: the program begins as one of a shell does.
        var (none, all) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        let leader: Int32 = 0x80  // POSIX_SPAWN_SETSID, which Swift doesn't import
        let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | (leadsSession ? leader : 0)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        var identifier = pid_t()
        let failure = unsafe posix_spawn(&identifier, words[0], &actions, &attributes, &arguments, &variables)
        guard failure == 0 else { throw SystemError(code: failure) }
        return identifier
    }
}
