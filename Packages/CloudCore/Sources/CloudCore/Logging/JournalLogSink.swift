internal import CFileCalls
public import Foundation

/// Writes to the systemd journal by its native protocol.
///
/// Each record is a datagram with `MESSAGE`, `PRIORITY` (3 error, 4 warning, 6 info, 7 debug and verbose) and
/// `SYSLOG_IDENTIFIER`. One that is too large for a datagram is passed in a sealed memory file, as the protocol
/// provides. Records are sent by a queue of the sink's own: call ``flush()`` before the process ends. Without a
/// journal records are lost; their number is noted as soon as there is one. Keeping secrets out of messages is the
/// duty of who logs.
///
/// Specification: <https://systemd.io/JOURNAL_NATIVE_PROTOCOL/>.
public struct JournalLogSink: LogSink {
    private let queue: LogQueue

    /// Makes a sink; the journal is looked for with every record.
    ///
    /// - Parameters:
    ///   - socket: the journal's socket, at most 107 bytes.
    ///   - identifier: the `SYSLOG_IDENTIFIER`.
    /// - Throws: ``LocalFileError`` if the system gives no socket or the path is too long.
    public init(
        socket: URL = URL(fileURLWithPath: "/run/systemd/journal/socket"),
        identifier: String = ProcessInfo.processInfo.processName
    ) throws {
        let path = try socket.localPath()
        guard path.utf8.count <= 107 else { throw LocalFileError.failed(errno: ENAMETOOLONG) }
        let connection = OpenFile(adopting: try fileCall { cfc_datagram_socket() })
        queue = LogQueue(label: "cloudaccess.log.journal") { record in
            let entry = Self.entry(for: record, identifier: identifier)
            return unsafe cfc_send_journal_entry(connection.descriptor, path, entry, entry.count) == 0
        }
    }

    /// Takes a record.
    ///
    /// - Parameter record: one line, or several.
    public func write(_ record: LogRecord) {
        queue.submit(record)
    }

    /// Waits until all that was written is out.
    public func flush() {
        queue.flush()
    }

    private static func entry(for record: LogRecord, identifier: String) -> [UInt8] {
        field("MESSAGE", record.message) + field("PRIORITY", record.level.priority)
            + field("SYSLOG_IDENTIFIER", identifier)
    }

    /// `NAME=value`, or for a value of several lines the name, its length in 64 bits, low byte first, and the value.
    private static func field(_ name: String, _ value: String) -> [UInt8] {
        let bytes = Array(value.utf8)
        guard bytes.contains(UInt8(ascii: "\n")) else { return Array("\(name)=".utf8) + bytes + [UInt8(ascii: "\n")] }
        let length = (0..<8).map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) }
        return Array("\(name)\n".utf8) + length + bytes + [UInt8(ascii: "\n")]
    }
}

extension LogLevel {
    /// As in syslog.
    fileprivate var priority: String {
        switch self {
        case .off, .error: "3"
        case .warning: "4"
        case .info: "6"
        case .debug, .verbose, .all: "7"
        }
    }
}
