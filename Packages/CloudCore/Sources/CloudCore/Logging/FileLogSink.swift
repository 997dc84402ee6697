internal import CFileCalls
public import Foundation

/// Writes to a file, begins a new one after some time, and deletes the oldest.
///
/// The files are called `cloudaccess-<when it was begun>.log`, of mode 0600 in a folder of mode 0700, since from
/// ``LogLevel/debug`` on they hold names. A process goes on with the newest file unless it is too old; several
/// processes may share a folder. Lines are written by a queue of the sink's own: call ``flush()`` before the process
/// ends. What can't be written (a full disk) is counted, and the count is noted when writing works again. Keeping
/// secrets out of messages is the duty of who logs.
public struct FileLogSink: LogSink {
    private let queue: LogQueue

    /// Makes a sink and opens its file; blocks for the time that takes.
    ///
    /// - Parameters:
    ///   - directory: where the files are, made if it is missing; `nil` for `cloudaccess/logs` in `$XDG_STATE_HOME`
    ///     or `~/.local/state`.
    ///   - rollingFrequency: seconds after which a new file is begun.
    ///   - maximumNumberOfLogFiles: how many are kept, 1 or more.
    ///   - now: the time of the start; later the dates of the records count.
    /// - Throws: ``LocalFileError`` if the folder or the file can't be made.
    public init(
        directory: URL? = nil,
        rollingFrequency: TimeInterval = 24 * 60 * 60,
        maximumNumberOfLogFiles: Int = 7,
        now: Date = Date()
    ) throws {
        precondition(maximumNumberOfLogFiles > 0 && rollingFrequency > 0, "a log needs a file and some time")
        let directory = directory ?? Self.defaultDirectory
        try FileManager.default.createPrivateFolder(at: directory)
        let files = RollingFiles(
            directory: directory,
            frequency: rollingFrequency,
            maximumCount: maximumNumberOfLogFiles
        )
        let current = Locked(try files.open(at: now))
        queue = LogQueue(label: "cloudaccess.log.file") { record in
            current.withLock { current in
                if files.isTooOld(current.begun, at: record.date), let next = try? files.open(at: record.date) {
                    current = next
                }
                return writeAll(record.line, to: current.file.descriptor)
            }
        }
    }

    /// Takes a record.
    ///
    /// - Parameter record: one line.
    public func write(_ record: LogRecord) {
        queue.submit(record)
    }

    /// Waits until all that was written is out.
    public func flush() {
        queue.flush()
    }

    private static var defaultDirectory: URL {
        let home = FileManager.default.homeDirectoryForCurrentUser
        let state = ProcessInfo.processInfo.environment["XDG_STATE_HOME"].map { URL(fileURLWithPath: $0) }
        return (state ?? home.appendingPathComponent(".local/state")).appendingPathComponent("cloudaccess/logs")
    }
}

/// The files of a log, told apart by the second in which they were begun.
private struct RollingFiles: Sendable {
    struct Current: Sendable {
        var file: OpenFile
        var begun: Date
    }

    let directory: URL
    let frequency: TimeInterval
    let maximumCount: Int

    func isTooOld(_ begun: Date, at date: Date) -> Bool {
        date.timeIntervalSince(begun) >= frequency
    }

    /// The newest file if it is young enough, else a new one, for which the oldest make room.
    func open(at date: Date) throws -> Current {
        let existing = try FileManager.default.contentsOfDirectory(atPath: directory.localPath())
            .compactMap { name in begun(name).map { (name: name, begun: $0) } }
            .sorted { $0.begun > $1.begun }
        if let newest = existing.first, !isTooOld(newest.begun, at: date) {
            return try Current(file: append(to: newest.name), begun: newest.begun)
        }
        let name = "cloudaccess-\(date.formatted(.logFileName)).log"
        let current = try Current(file: append(to: name), begun: begun(name) ?? date)
        for old in existing.dropFirst(maximumCount - 1) {
            // Another process may have deleted it.
            try? FileManager.default.removeItem(at: directory.appendingPathComponent(old.name))
        }
        return current
    }

    private func begun(_ name: String) -> Date? {
        guard name.hasPrefix("cloudaccess-"), name.hasSuffix(".log") else { return nil }
        return try? Date(String(name.dropFirst("cloudaccess-".count).dropLast(".log".count)), strategy: .logFileName)
    }

    private func append(to name: String) throws -> OpenFile {
        let path = try directory.appendingPathComponent(name).localPath()
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK
        return OpenFile(adopting: try fileCall { unsafe cfc_open(path, flags, 0o600) })
    }
}

extension FormatStyle where Self == Date.ISO8601FormatStyle {
    /// As in `20240229T123456Z`: in the order of names the files are in that of time.
    fileprivate static var logFileName: Self {
        Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
    }
}

extension ParseStrategy where Self == Date.ISO8601FormatStyle {
    fileprivate static var logFileName: Self {
        Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
    }
}
