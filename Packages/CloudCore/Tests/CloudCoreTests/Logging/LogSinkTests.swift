import Foundation
import Testing

@testable import CloudCore

@Suite("ConsoleLogSink and FileLogSink")
struct LogSinkTests {
    private let date = Date(timeIntervalSince1970: 1_709_210_096.789)  // 2024-02-29T12:34:56.789Z

    private func record(_ message: String, after seconds: TimeInterval = 0, level: LogLevel = .info) -> LogRecord {
        LogRecord(date: date.addingTimeInterval(seconds), level: level, message: message)
    }

    @Test("a line has date, level and message; further lines are indented")
    func console() throws {
        let pipe = Pipe()
        let sink = ConsoleLogSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        sink.write(record("one", level: .error))
        sink.write(record("two\nlines", level: .debug))
        sink.flush()
        try pipe.fileHandleForWriting.close()
        let text = try String(decoding: #require(try pipe.fileHandleForReading.readToEnd()), as: UTF8.self)
        #expect(text == "2024-02-29T12:34:56.789Z E one\n2024-02-29T12:34:56.789Z D two\n    lines\n")
    }

    private func texts(_ folder: URL) throws -> [String: [String]] {
        try Dictionary(
            uniqueKeysWithValues: folder.names().map { name in
                let lines = try String(decoding: folder(name).bytes(), as: UTF8.self).split(separator: "\n")
                return (name, lines.map { String($0.split(separator: " ")[2]) })
            }
        )
    }

    @Test("begins a new file after the rolling frequency, and a second start goes on with the newest")
    func rolling() async throws {
        try await withFolder { folder in
            let hour = 3600.0
            var sink = try FileLogSink(directory: folder("logs"), now: date)
            sink.write(record("a"))
            sink.write(record("b", after: 23 * hour))
            sink.flush()
            sink = try FileLogSink(directory: folder("logs"), now: date.addingTimeInterval(23.5 * hour))
            sink.write(record("c", after: 23.9 * hour))
            sink.write(record("d", after: 24 * hour))
            sink.write(record("e", after: 47 * hour))
            sink.flush()
            sink = try FileLogSink(directory: folder("logs"), now: date.addingTimeInterval(48 * hour))
            sink.write(record("f", after: 48 * hour))
            sink.flush()
            #expect(
                try texts(folder("logs")) == [
                    "cloudaccess-20240229T123456Z.log": ["a", "b", "c"],
                    "cloudaccess-20240301T123456Z.log": ["d", "e"],
                    "cloudaccess-20240302T123456Z.log": ["f"],
                ]
            )
        }
    }

    @Test("keeps the newest files, and other files too")
    func maximumCount() async throws {
        try await withFolder { folder in
            for name in ["note.log", "cloudaccess-x.log"] { try folder(name).write([]) }
            let sink = try FileLogSink(directory: folder, rollingFrequency: 60, maximumNumberOfLogFiles: 3, now: date)
            for minute in 0..<10 { sink.write(record("\(minute)", after: Double(minute) * 60)) }
            sink.flush()
            #expect(
                try texts(folder) == [
                    "cloudaccess-20240229T124156Z.log": ["7"],
                    "cloudaccess-20240229T124256Z.log": ["8"],
                    "cloudaccess-20240229T124356Z.log": ["9"],
                    "note.log": [], "cloudaccess-x.log": [],
                ]
            )
        }
    }

    @Test("the defaults are 24 hours and 7 files")
    func defaults() async throws {
        try await withFolder { folder in
            let sink = try FileLogSink(directory: folder, now: date)
            for day in 0..<9 { sink.write(record("\(day)", after: Double(day) * 86_400)) }
            sink.flush()
            #expect(try texts(folder).values.flatMap(\.self).sorted() == ["2", "3", "4", "5", "6", "7", "8"])
        }
    }

    @Test("files are private")
    func modes() async throws {
        try await withFolder { folder in
            try FileLogSink(directory: folder("a")("logs"), now: date).flush()
            #expect(try folder("a")("logs").permissions() == 0o700)
            #expect(try folder("a")("logs")("cloudaccess-20240229T123456Z.log").permissions() == 0o600)
        }
    }

    @Test("a folder that can't be made is an error")
    func impossible() async throws {
        try await withFolder { folder in
            try folder("file").write([])
            #expect(throws: LocalFileError.self) { try FileLogSink(directory: folder("file")("logs")) }
        }
    }
}
