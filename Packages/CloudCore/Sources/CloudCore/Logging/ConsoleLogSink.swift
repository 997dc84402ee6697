/// Writes to standard error, one line for each record.
///
/// Lines are written by a queue of the sink's own: call ``flush()`` before the process ends. Keeping secrets out of
/// messages is the duty of who logs.
public struct ConsoleLogSink: LogSink {
    private let queue: LogQueue

    /// Makes a sink.
    public init() {
        self.init(descriptor: 2)
    }

    /// Makes a sink that writes into a file in place of standard error.
    ///
    /// - Parameter file: open for writing; kept open as long as the sink is used.
    public init(writingTo file: OpenFile) {
        queue = LogQueue(label: "cloudaccess.log.console") { writeAll($0.line, to: file.descriptor) }
    }

    /// Makes a sink that hands its lines to a program's own output.
    ///
    /// - Parameter print: takes a line with its line break, on a queue of the sink's own, where it may block; returns
    ///   whether the line could be written.
    public init(printing print: @escaping @Sendable (_ line: String) -> Bool) {
        queue = LogQueue(label: "cloudaccess.log.console") { print($0.line) }
    }

    init(descriptor: Int32) {
        queue = LogQueue(label: "cloudaccess.log.console") { writeAll($0.line, to: descriptor) }
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
}
