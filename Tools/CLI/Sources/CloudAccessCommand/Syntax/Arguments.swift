/// What was typed after the words of a command, checked against its description.
struct Arguments: Sendable {
    /// One option as it was typed.
    struct Occurrence: Hashable, Sendable {
        /// The option's full name.
        var name: String
        /// Its value; empty for a flag.
        var value: String
    }

    /// The operands in their order.
    var operands: [String] = []
    /// The options in their order, which matters for filters.
    var occurrences: [Occurrence] = []

    func has(_ option: String) -> Bool {
        occurrences.contains { $0.name == option }
    }

    func count(_ option: String) -> Int {
        occurrences.count { $0.name == option }
    }

    /// The value that was given last.
    func value(_ option: String) -> String? {
        occurrences.last { $0.name == option }?.value
    }

    func values(_ option: String) -> [String] {
        occurrences.filter { $0.name == option }.map(\.value)
    }
}

/// A command line that is wrong: status 2.
struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
