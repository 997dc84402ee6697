/// Reads a command line against the descriptions of the commands.
struct ArgumentParser: Sendable {
    /// A command and what was typed for it.
    struct Invocation: Sendable {
        /// The words of the command, or the first of them if `--help` was typed before all were.
        var words: [String]
        /// The command; `nil` if only help on several was asked for.
        var command: CommandSpec?
        var arguments: Arguments
    }

    let commands: [CommandSpec]

    /// Finds the command and reads its arguments.
    ///
    /// Options may stand anywhere, before the command's words too if they are global; `--` ends them.
    func parse(_ words: [String]) throws(UsageError) -> Invocation {
        var remaining = words[...]
        var arguments = Arguments()
        var names: [String] = []
        var candidates = commands
        while true {
            if let exact = candidates.first(where: { $0.words == names }) {
                if exact.isAvailable {
                    try readArguments(of: exact, from: remaining, into: &arguments)
                } else if remaining.contains("--help") || remaining.contains("-h") {
                    arguments.occurrences.append(.init(name: "--help", value: ""))
                }
                return Invocation(words: names, command: exact, arguments: arguments)
            }
            while let word = remaining.first, Self.isOption(word) {
                try Self.takeOption(from: &remaining, among: GlobalOptions.all, of: names, into: &arguments)
            }
            guard let word = remaining.popFirst() else {
                if arguments.has("--help") { return Invocation(words: names, command: nil, arguments: arguments) }
                throw names.isEmpty
                    ? UsageError("which command? see 'cloudaccess help'")
                    : UsageError(
                        "\(names.joined(separator: " ")): which of \(Self.nextWords(candidates, after: names))?"
                    )
            }
            names.append(word)
            candidates = candidates.filter { $0.words.starts(with: names) }
            guard !candidates.isEmpty else {
                throw UsageError("there is no command '\(names.joined(separator: " "))'; see 'cloudaccess help'")
            }
        }
    }

    private func readArguments(
        of command: CommandSpec,
        from words: ArraySlice<String>,
        into arguments: inout Arguments
    ) throws(UsageError) {
        var remaining = words
        let options = command.options + GlobalOptions.all
        while let word = remaining.first {
            if word == "--" {
                arguments.operands += remaining.dropFirst()
                break
            }
            if Self.isOption(word) {
                try Self.takeOption(from: &remaining, among: options, of: command.words, into: &arguments)
            } else {
                arguments.operands.append(word)
                remaining.removeFirst()
            }
        }
        guard !arguments.has("--help") else { return }
        let count = arguments.operands.count
        if count < command.operandCount.lowerBound {
            throw UsageError("\(command.name): missing \(missingOperand(of: command, given: count))")
        }
        if count > command.operandCount.upperBound {
            let extra = arguments.operands[command.operandCount.upperBound]
            throw UsageError("\(command.name): '\(extra)' is one argument too many")
        }
        let fromStandardInput = arguments.occurrences.filter { occurrence in
            occurrence.value == "-" || occurrence.value.hasSuffix("=-")
        }.filter { occurrence in options.contains { $0.name == occurrence.name && $0.namesSecretFile } }
        guard fromStandardInput.count <= 1 else {
            throw UsageError("\(command.name): only one option can read from standard input")
        }
    }

    private func missingOperand(of command: CommandSpec, given count: Int) -> String {
        let names = command.operands.split(separator: " ").filter { !$0.hasPrefix("[") }
        return names.indices.contains(count) ? String(names[count]) : command.operands
    }

    private static func isOption(_ word: String) -> Bool {
        word.utf8.count > 1 && word.utf8.first == UInt8(ascii: "-") && word != "--"
    }

    private static func nextWords(_ candidates: [CommandSpec], after names: [String]) -> String {
        candidates.map { $0.words[names.count] }.uniqued().joined(separator: ", ")
    }

    private static func takeOption(
        from remaining: inout ArraySlice<String>,
        among options: [OptionSpec],
        of names: [String],
        into arguments: inout Arguments
    ) throws(UsageError) {
        let word = remaining.removeFirst()
        let place = names.isEmpty ? "" : names.joined(separator: " ") + ": "
        if !word.hasPrefix("--"), word.count > 2 {
            for letter in word.dropFirst() {
                guard let option = options.first(where: { $0.name == "-\(letter)" || $0.alias == "-\(letter)" }),
                    option.value == nil
                else { throw UsageError("\(place)unknown option '-\(letter)' in '\(word)'") }
                arguments.occurrences.append(.init(name: option.name, value: ""))
            }
            return
        }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = options.first(where: { $0.name == name || $0.alias == name }) else {
            throw UsageError("\(place)unknown option '\(name)'")
        }
        switch (option.value, parts.count) {
        case (nil, 1):
            arguments.occurrences.append(.init(name: option.name, value: ""))
        case (nil, _):
            throw UsageError("\(place)option '\(name)' takes no value")
        case (_, 2):
            arguments.occurrences.append(.init(name: option.name, value: String(parts[1])))
        case (.some(let value), _):
            guard let next = remaining.popFirst() else {
                throw UsageError("\(place)option '\(name)' needs a value (\(value))")
            }
            arguments.occurrences.append(.init(name: option.name, value: next))
        }
    }
}

extension Sequence where Element: Hashable {
    /// The elements without repetitions, each at its first place.
    func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
