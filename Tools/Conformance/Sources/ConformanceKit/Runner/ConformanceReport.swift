public import Foundation

/// What a run of the suite found.
public struct ConformanceReport: Codable, Hashable, Sendable {
    /// How a case ended.
    public enum Result: String, Codable, Hashable, Sendable, CaseIterable {
        /// The provider keeps the rule.
        case passed
        /// The provider breaks the rule.
        case failed
        /// The case can't be run here.
        case skipped
    }

    /// One case.
    public struct Entry: Codable, Hashable, Sendable {
        /// The case's name.
        public var name: String
        /// The rule.
        public var sentence: String
        /// How it ended.
        public var result: Result
        /// Why it failed or was skipped.
        public var reason: String?
        /// How long it took, in seconds.
        public var seconds: Double

        /// Makes an entry.
        ///
        /// - Parameters:
        ///   - name: the case's name.
        ///   - sentence: the rule.
        ///   - result: how it ended.
        ///   - reason: why it failed or was skipped.
        ///   - seconds: how long it took.
        public init(name: String, sentence: String, result: Result, reason: String? = nil, seconds: Double = 0) {
            self.name = name
            self.sentence = sentence
            self.result = result
            self.reason = reason
            self.seconds = seconds
        }
    }

    /// What was checked, for the headline.
    public var subject: String
    /// When the run began.
    public var started: Date
    /// The cases, in the suite's order.
    public var entries: [Entry]
    /// Why the run's folder is still there, with its path; `nil` if it was deleted.
    public var leftover: String?

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - subject: what was checked.
    ///   - started: when the run began.
    ///   - entries: the cases.
    ///   - leftover: why the run's folder is still there.
    public init(subject: String, started: Date, entries: [Entry], leftover: String? = nil) {
        self.subject = subject
        self.started = started
        self.entries = entries
        self.leftover = leftover
    }

    /// The number of cases that ended so.
    ///
    /// - Parameter result: how they ended.
    /// - Returns: 0 to the number of entries.
    public func count(_ result: Result) -> Int {
        entries.count { $0.result == result }
    }
}
