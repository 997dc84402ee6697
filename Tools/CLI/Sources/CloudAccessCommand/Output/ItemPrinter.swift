internal import CloudCore
internal import Foundation

/// Prints items as lines, NUL-terminated names or one JSON array.
struct ItemPrinter: Sendable {
    private enum Form: Sendable {
        case lines(long: Bool)
        case null
        case json
    }

    private let form: Form
    private let output: Output
    private let printedAny = Locked(false)

    init(_ output: Output, _ arguments: Arguments) throws(UsageError) {
        self.output = output
        let json = arguments.has("--json")
        guard !json || !arguments.has("--null") else { throw UsageError("only one of --json and --null can be given") }
        form = json ? .json : arguments.has("--null") ? .null : .lines(long: arguments.has("-l"))
    }

    /// Opens the array.
    func begin() async throws {
        if case .json = form { try await output.write("[") }
    }

    /// Prints one item.
    func print(_ item: CloudItemMetadata, relativePath: String) async throws {
        let name = item.itemType == .folder ? relativePath + "/" : relativePath
        switch form {
        case .lines(long: false): try await output.line(name)
        case .lines(long: true): try await output.line("\(Self.longPrefix(of: item)) \(name)")
        case .null: try await output.write(name + "\0")
        case .json:
            let isFirst = printedAny.withLock { printed in
                defer { printed = true }
                return !printed
            }
            try await output.write((isFirst ? "\n" : ",\n") + item.json.text)
        }
    }

    /// Closes the array, also after part of a tree failed.
    func end() async throws {
        if case .json = form { try await output.write(printedAny.withLock(\.self) ? "\n]\n" : "]\n") }
        try await output.flush()
    }

    private static func longPrefix(of item: CloudItemMetadata) -> String {
        let type = item.itemType.rawValue.padding(toLength: 7, withPad: " ", startingAt: 0)
        let size = item.size.map(String.init) ?? "-"
        let padded = String(repeating: " ", count: max(0, 14 - size.count)) + size
        let date = item.lastModifiedDate?.iso8601 ?? "-"
        return "\(type) \(padded) \(date.padding(toLength: 20, withPad: " ", startingAt: 0))"
    }
}

extension CloudItemMetadata {
    /// The members that `ls --json` and `stat --json` have in common.
    var json: JSONValue {
        .object([
            "name": .string(name),
            "path": .string(cloudPath.string),
            "type": .string(itemType.rawValue),
            "size": size.map(JSONValue.integer) ?? .null,
            "modified": lastModifiedDate.map { .string($0.iso8601) } ?? .null,
        ])
    }
}

extension Date {
    /// ISO 8601 in UTC with whole seconds, such as `2026-01-31T23:59:59Z`.
    var iso8601: String { formatted(.iso8601) }
}
