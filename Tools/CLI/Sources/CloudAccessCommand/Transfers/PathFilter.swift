/// Decides which paths below a source are taken, by `--include` and `--exclude`.
///
/// A pattern without `/` matches names at any depth, one with `/` the whole path below the source; `**` crosses `/`.
/// The last matching option decides. If the first option is `--include`, everything else is out.
struct PathFilter: Sendable {
    private struct Rule: Sendable {
        var includes: Bool
        var pattern: Glob
    }

    private let rules: [Rule]

    init(_ arguments: Arguments) throws(UsageError) {
        var rules: [Rule] = []
        for occurrence in arguments.occurrences where ["--include", "--exclude"].contains(occurrence.name) {
            rules.append(Rule(includes: occurrence.name == "--include", pattern: try Glob(occurrence.value)))
        }
        self.rules = rules
    }

    /// Whether a file is taken, or a folder although nothing in it may be.
    func takes(_ path: String) -> Bool {
        verdict(path) ?? !excludesByDefault
    }

    /// Whether a folder, or what may be one, is entered: unless it is excluded, since something below it may be included.
    func enters(_ path: String) -> Bool {
        verdict(path) ?? true
    }

    /// Whether what no option matches is out.
    var excludesByDefault: Bool { rules.first?.includes ?? false }

    private func verdict(_ path: String) -> Bool? {
        rules.last { $0.pattern.matches(path) }?.includes
    }
}

/// A pattern of the shell: `*`, `?`, `[a-z]`, `[!a-z]`, `\x`, and `**`, which crosses `/`.
struct Glob: Sendable {
    private enum Piece: Hashable, Sendable {
        case scalar(Unicode.Scalar)
        case any
        case set([ClosedRange<UInt32>], negated: Bool)
        case run
        case runAcross
    }

    private let pieces: [Piece]
    private let matchesNames: Bool

    init(_ pattern: String) throws(UsageError) {
        let trimmed = pattern.hasPrefix("/") ? pattern.dropFirst() : pattern[...]
        guard !trimmed.isEmpty else { throw UsageError("a pattern must not be empty") }
        matchesNames = !pattern.contains("/")
        pieces = try Self.parse(Array(trimmed.unicodeScalars), of: pattern)
    }

    /// Whether the pattern matches a path below the source.
    func matches(_ path: String) -> Bool {
        let scalars = Array(path.unicodeScalars)
        guard matchesNames else { return matches(scalars[...]) }
        let start = scalars.lastIndex(of: "/").map { $0 + 1 } ?? 0
        return matches(scalars[start...])
    }

    /// Follows all places of the pattern at once, so that no pattern takes longer than the product of both lengths.
    private func matches(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
        var reachable: Set<Int> = closure(of: 0)
        for scalar in text {
            var next: Set<Int> = []
            for index in reachable where index < pieces.count {
                switch pieces[index] {
                case .run: if scalar != "/" { next.insert(index) }
                case .runAcross: next.insert(index)
                case .scalar(let wanted): if wanted == scalar { next.insert(index + 1) }
                case .any: if scalar != "/" { next.insert(index + 1) }
                case .set(let ranges, let negated):
                    let isIn = ranges.contains { $0.contains(scalar.value) }
                    if isIn != negated, scalar != "/" { next.insert(index + 1) }
                }
            }
            reachable = next.reduce(into: []) { $0.formUnion(closure(of: $1)) }
            if reachable.isEmpty { return false }
        }
        return reachable.contains(pieces.count)
    }

    /// The places that are reached without reading anything: a run may be empty, and `**/` too.
    private func closure(of start: Int) -> Set<Int> {
        var places: Set<Int> = [start]
        var index = start
        while index < pieces.count, pieces[index] == .run || pieces[index] == .runAcross {
            if pieces[index] == .runAcross, index + 1 < pieces.count, pieces[index + 1] == .scalar("/"),
                index == 0 || pieces[index - 1] == .scalar("/")
            {
                places.insert(index + 2)
            }
            index += 1
            places.insert(index)
        }
        return places
    }

    private static func parse(_ scalars: [Unicode.Scalar], of pattern: String) throws(UsageError) -> [Piece] {
        var pieces: [Piece] = []
        var index = 0
        while index < scalars.count {
            switch scalars[index] {
            case "*":
                let stars = scalars[index...].prefix { $0 == "*" }.count
                pieces.append(stars > 1 ? .runAcross : .run)
                index += stars
                continue
            case "?": pieces.append(.any)
            case "\\":
                index += 1
                guard index < scalars.count else { throw UsageError("the pattern '\(pattern)' ends in a backslash") }
                pieces.append(.scalar(scalars[index]))
            case "[":
                let (set, end) = try parseSet(scalars, from: index + 1, of: pattern)
                pieces.append(set)
                index = end
            default: pieces.append(.scalar(scalars[index]))
            }
            index += 1
        }
        return pieces
    }

    private static func parseSet(
        _ scalars: [Unicode.Scalar],
        from start: Int,
        of pattern: String
    ) throws(UsageError) -> (Piece, end: Int) {
        var index = start
        var ranges: [ClosedRange<UInt32>] = []
        let negated = index < scalars.count && (scalars[index] == "!" || scalars[index] == "^")
        if negated { index += 1 }
        let first = index
        while index < scalars.count, scalars[index] != "]" || index == first {
            let low = scalars[index].value
            if index + 2 < scalars.count, scalars[index + 1] == "-", scalars[index + 2] != "]" {
                let high = scalars[index + 2].value
                guard low <= high else { throw UsageError("the pattern '\(pattern)' has a range that runs backwards") }
                ranges.append(low...high)
                index += 3
            } else {
                ranges.append(low...low)
                index += 1
            }
        }
        guard index < scalars.count else { throw UsageError("the pattern '\(pattern)' has a '[' without ']'") }
        return (.set(ranges, negated: negated), index)
    }
}
