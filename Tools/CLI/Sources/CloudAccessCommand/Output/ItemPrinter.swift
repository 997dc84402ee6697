internal import CloudCore
internal import Foundation

/// Prints items as lines, NUL-terminated names or one JSON array.
struct ItemPrinter: Sendable {
    private enum Form: Sendable {
        case lines(long: Bool, end: String)
        case json
    }

    private let form: Form
    private let output: Output
    private let printedAny = Locked(false)

    init(_ output: Output, _ arguments: Arguments) throws(UsageError) {
        self.output = output
        let json = arguments.has("--json")
        guard !json || !arguments.has("--null") else { throw UsageError("only one of --json and --null can be given") }
        form = json ? .json : .lines(long: arguments.has("-l"), end: arguments.has("--null") ? "\0" : "\n")
    }

    /// Runs `body`, which prints items; an array that was begun is closed even if `body` fails.
    func callAsFunction(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch {
            if printedAny.withLock(\.self) { try await close() }
            throw error
        }
        try await close()
    }

    /// Prints one item.
    func print(_ item: CloudItemMetadata, relativePath: String) async throws {
        switch form {
        case .lines(let long, let end):
            let name = item.itemType == .folder ? relativePath + "/" : relativePath
            try await output.line(long ? "\(Self.longPrefix(of: item)) \(name)" : name, end: end)
        case .json:
            let isFirst = printedAny.withLock { printed in
                defer { printed = true }
                return !printed
            }
            try await output.write((isFirst ? "[\n" : ",\n") + item.json.text)
        }
    }

    private func close() async throws {
        if case .json = form { try await output.write(printedAny.withLock(\.self) ? "\n]\n" : "[]\n") }
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
