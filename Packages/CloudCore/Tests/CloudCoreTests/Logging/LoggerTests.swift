import Foundation
import Testing

@testable import CloudCore

/// Keeps records in memory.
final class RecordingSink: LogSink {
    private let recorder = Recorder<LogRecord>()
    var records: [LogRecord] { recorder.elements }
    func write(_ record: LogRecord) { recorder.append(record) }
    func flush() {}
}

@Suite("Logger")
struct LoggerTests {
    private static let levels: [LogLevel] = [.error, .warning, .info, .debug, .verbose]

    @Test("levels are additive", arguments: LogLevel.allCases)
    func levels(_ level: LogLevel) {
        let sink = RecordingSink()
        let logger = Logger(level: level, sinks: [sink])
        logger.error("1")
        logger.warning("2")
        logger.info("3")
        logger.debug("4")
        logger.verbose("5")
        let expected = Self.levels.filter { $0 <= level }
        #expect(sink.records.map(\.level) == expected)
        #expect(sink.records.map(\.message) == Array(["1", "2", "3", "4", "5"].prefix(expected.count)))
    }

    @Test("nothing is logged at off, and all is verbose")
    func edges() {
        let sink = RecordingSink()
        for level in [LogLevel.off, .all] {
            let logger = Logger(level: level, sinks: [sink])
            logger.log(.off, "never")
            logger.log(.all, "at most verbose")
        }
        #expect(sink.records.map(\.level) == [.verbose])
    }

    @Test("a message that isn't written isn't made")
    func laziness() {
        let logger = Logger(level: .error, sinks: [RecordingSink()])
        func message() -> String {
            Issue.record("evaluated")
            return ""
        }
        logger.warning(message())
        Logger(level: .all).error(message())
    }

    @Test("copies share level and sinks")
    func sharing() {
        let first = Logger(level: .off)
        let second = first
        let sink = RecordingSink()
        second.add(sink)
        second.level = .info
        first.info("x")
        #expect(sink.records.count == 1)
    }

    @Test("the shared logger is configured by the names of the specification")
    func shared() {
        #expect(dynamicCloudAccessLogLevel == .off)
        let sink = RecordingSink()
        CloudAccessLog.add(sink)
        dynamicCloudAccessLogLevel = .verbose
        defer { dynamicCloudAccessLogLevel = .off }
        Logger.shared.verbose("only this test's: \(#line)")
        #expect(sink.records.contains { $0.message.hasPrefix("only this test's") })
    }
}

@Suite("LogQueue")
struct LogQueueTests {
    @Test("gives up records rather than grow, and says how many")
    func bound() async {
        let written = Recorder<String>()
        let (isBlocked, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let queue = LogQueue(label: "test") { record in
            if record.message == "first" {
                isBlocked.signal()
                release.wait()
            }
            written.append(record.message)
            return true
        }
        let record = { LogRecord(date: Date(), level: .info, message: $0) }
        queue.submit(record("first"))
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                isBlocked.wait()
                continuation.resume()
            }
        }
        for number in 0..<10_005 { queue.submit(record("\(number)")) }
        release.signal()
        queue.flush()
        #expect(written.elements.count == 10_002)
        #expect(written.elements[1] == "5 messages could not be logged")
        #expect(written.elements.last == "9999")
    }

    @Test("says how many records could not be written, when it can again")
    func failures() {
        let written = Recorder<String>()
        let works = Locked(false)
        let queue = LogQueue(label: "test") { record in
            guard works.withLock({ $0 }) else { return false }
            written.append(record.message)
            return true
        }
        let record = { LogRecord(date: Date(), level: .info, message: $0) }
        for _ in 0..<3 { queue.submit(record("lost")) }
        queue.flush()
        works.withLock { $0 = true }
        queue.submit(record("kept"))
        queue.submit(record("kept too"))
        queue.flush()
        #expect(written.elements == ["3 messages could not be logged", "kept", "kept too"])
    }
}
