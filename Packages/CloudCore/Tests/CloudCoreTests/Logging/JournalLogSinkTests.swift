import CloudCore
import Foundation
import Testing

@Suite("JournalLogSink")
struct JournalLogSinkTests {
    private func record(_ message: String, _ level: LogLevel = .info) -> LogRecord {
        LogRecord(date: Date(), level: level, message: message)
    }

    @Test(
        "sends message, priority and identifier",
        arguments: [(.error, 3), (.warning, 4), (.info, 6), (.debug, 7), (.verbose, 7)] as [(LogLevel, Int)]
    )
    func fields(_ level: LogLevel, _ priority: Int) async throws {
        try await withFolder { folder in
            let socket = try DatagramSocket(at: folder("s"))
            let sink = try JournalLogSink(socket: folder("s"), identifier: "test")
            sink.write(record("grüße=1", level))
            sink.flush()
            #expect(
                try socket.receive().bytes
                    == Array("MESSAGE=grüße=1\nPRIORITY=\(priority)\nSYSLOG_IDENTIFIER=test\n".utf8)
            )
        }
    }

    @Test("a message of several lines has its length before it")
    func multiline() async throws {
        try await withFolder { folder in
            let socket = try DatagramSocket(at: folder("s"))
            let sink = try JournalLogSink(socket: folder("s"), identifier: "test")
            let message = "a\nPRIORITY=0\n" + String(repeating: "b", count: 300)  // 313 = 0x139 bytes
            sink.write(record(message))
            sink.flush()
            let expected =
                Array("MESSAGE\n".utf8) + [0x39, 0x01, 0, 0, 0, 0, 0, 0] + Array(message.utf8)
                + Array("\nPRIORITY=6\nSYSLOG_IDENTIFIER=test\n".utf8)
            #expect(try socket.receive().bytes == expected)
        }
    }

    @Test("a message that is too large for a datagram comes in a sealed file")
    func large() async throws {
        try await withFolder { folder in
            let socket = try DatagramSocket(at: folder("s"))
            let sink = try JournalLogSink(socket: folder("s"), identifier: "test")
            let message = String(repeating: "x", count: 2_000_000)
            sink.write(record(message))
            sink.write(record("next"))
            sink.flush()
            let datagram = try socket.receive()
            #expect(datagram.bytes.isEmpty)
            let file = try #require(datagram.file)
            let content = try #require(try file.readToEnd())
            #expect(content == Data("MESSAGE=\(message)\nPRIORITY=6\nSYSLOG_IDENTIFIER=test\n".utf8))
            #expect(throws: (any Error).self) { try file.write(contentsOf: [0]) }
            #expect(try socket.receive().bytes.starts(with: Array("MESSAGE=next\n".utf8)))
        }
    }

    @Test("a journal that comes back is found again, and told what was lost")
    func reconnection() async throws {
        try await withFolder { folder in
            let sink = try JournalLogSink(socket: folder("s"), identifier: "test")
            sink.write(record("lost"))
            sink.flush()
            let socket = try DatagramSocket(at: folder("s"))
            sink.write(record("kept"))
            sink.flush()
            #expect(try socket.receive().bytes.starts(with: Array("MESSAGE=1 messages could not be logged\n".utf8)))
            #expect(try socket.receive().bytes.starts(with: Array("MESSAGE=kept\n".utf8)))
        }
    }

    @Test("a path that is too long for a socket is an error")
    func longPath() {
        let url = URL(fileURLWithPath: "/" + String(repeating: "a", count: 107))
        #expect(throws: LocalFileError.failed(errno: ENAMETOOLONG)) { try JournalLogSink(socket: url) }
    }
}
