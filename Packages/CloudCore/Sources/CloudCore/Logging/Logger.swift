public import Foundation

/// How much is logged; each level includes those before it.
public enum LogLevel: Int, Codable, Hashable, Comparable, Sendable, CaseIterable {
    /// Nothing.
    case off
    /// What went wrong and stays wrong.
    case error
    /// What went wrong and was mended, or may go wrong.
    case warning
    /// What a service answered to a failed request, and the course of events without names.
    case info
    /// Requests and steps, with names; never query strings, credentials, tokens, signatures or cookies.
    case debug
    /// Everything but bodies.
    case verbose
    /// The same as ``verbose``.
    case all

    /// Ordered from ``off`` to ``all``.
    public static func < (first: LogLevel, second: LogLevel) -> Bool { first.rawValue < second.rawValue }
}

/// One line of the log.
public struct LogRecord: Hashable, Sendable {
    /// When it was written.
    public var date: Date
    /// Its level; never ``LogLevel/off`` or ``LogLevel/all``.
    public var level: LogLevel
    /// The text, without a line break at its end.
    public var message: String

    /// Makes a record.
    ///
    /// - Parameters:
    ///   - date: when it was written.
    ///   - level: its level.
    ///   - message: the text.
    public init(date: Date, level: LogLevel, message: String) {
        self.date = date
        self.level = level
        self.message = message
    }
}

/// Where records of the log go.
///
/// `write` may be called from any thread and returns at once; a sink that blocks uses a queue of its own.
public protocol LogSink: Sendable {
    /// Takes a record.
    ///
    /// - Parameter record: one line.
    func write(_ record: LogRecord)
    /// Waits until all that was written is out.
    func flush()
}

/// Writes to the sinks that were added to it, down to a level.
///
/// A reference to shared state: copies log to the same sinks. Safe to use from any thread.
public struct Logger: Sendable {
    private struct State: Sendable {
        var level: LogLevel
        var sinks: [any LogSink]
    }

    /// The default of every `logger:` parameter.
    ///
    /// Configured by ``dynamicCloudAccessLogLevel`` and ``CloudAccessLog``.
    public static let shared = Logger(level: .off)

    private let state: Locked<State>

    /// Makes a logger.
    ///
    /// - Parameters:
    ///   - level: the last level that is written.
    ///   - sinks: where to write.
    public init(level: LogLevel, sinks: [any LogSink] = []) {
        state = Locked(State(level: level, sinks: sinks))
    }

    /// The last level that is written.
    public var level: LogLevel {
        get { state.withLock { $0.level } }
        nonmutating set { state.withLock { $0.level = newValue } }
    }

    /// Adds a sink.
    ///
    /// - Parameter sink: gets every record from now on.
    public func add(_ sink: any LogSink) {
        state.withLock { $0.sinks.append(sink) }
    }

    /// Waits until all sinks have written what they got.
    public func flush() {
        for sink in state.withLock({ $0.sinks }) { sink.flush() }
    }

    /// Logs at ``LogLevel/error``.
    ///
    /// - Parameter message: evaluated only if the level is on.
    public func error(_ message: @autoclosure () -> String) { log(.error, message()) }
    /// Logs at ``LogLevel/warning``.
    ///
    /// - Parameter message: evaluated only if the level is on.
    public func warning(_ message: @autoclosure () -> String) { log(.warning, message()) }
    /// Logs at ``LogLevel/info``.
    ///
    /// - Parameter message: evaluated only if the level is on.
    public func info(_ message: @autoclosure () -> String) { log(.info, message()) }
    /// Logs at ``LogLevel/debug``, the first level at which names may appear.
    ///
    /// - Parameter message: evaluated only if the level is on.
    public func debug(_ message: @autoclosure () -> String) { log(.debug, message()) }
    /// Logs at ``LogLevel/verbose``.
    ///
    /// - Parameter message: evaluated only if the level is on.
    public func verbose(_ message: @autoclosure () -> String) { log(.verbose, message()) }

    /// Logs a message.
    ///
    /// - Parameters:
    ///   - level: the level of the message; nothing is logged at ``LogLevel/off``.
    ///   - message: evaluated only if the level is on.
    public func log(_ level: LogLevel, _ message: @autoclosure () -> String) {
        let level = min(level, .verbose)
        let sinks = state.withLock { level != .off && $0.level >= level ? $0.sinks : [] }
        guard !sinks.isEmpty else { return }
        let record = LogRecord(date: Date(), level: level, message: message())
        for sink in sinks { sink.write(record) }
    }
}

/// The last level that ``Logger/shared`` writes; ``LogLevel/off`` at the start.
public var dynamicCloudAccessLogLevel: LogLevel {
    get { Logger.shared.level }
    set { Logger.shared.level = newValue }
}

/// The sinks of ``Logger/shared``.
public enum CloudAccessLog: Sendable {
    /// Adds a sink to ``Logger/shared``.
    ///
    /// - Parameter sink: gets every record from now on.
    public static func add(_ sink: any LogSink) {
        Logger.shared.add(sink)
    }
}
