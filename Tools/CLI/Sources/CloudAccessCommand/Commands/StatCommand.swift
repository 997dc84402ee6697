internal import CloudCore

/// `stat`: what the service tells about one item.
enum StatCommand {
    static let spec = CommandSpec(
        words: ["stat"],
        operands: "ADDR",
        operandCount: 1...1,
        options: [.flag("--json", "Prints one object.")] + Locations.vaultOptions,
        summary: "Shows what is known of an item.",
        run: { session, arguments in try await run(session, arguments) }
    )

    @concurrent private static func run(_ session: Session, _ arguments: Arguments) async throws -> CommandStatus {
        let text = arguments.operands[0]
        let item = try await session.at(text) {
            let location = try await Locations(session, arguments).location(text)
            return try await location.provider.fetchItemMetadata(at: location.path)
        }
        guard case .object(var members) = item.json else { return .failed }
        members["identifier"] = item.identifier.map(JSONValue.string)
        members["revision"] = item.revision.map(JSONValue.string)
        members["hash"] = item.contentHash.map { .object(["type": .string($0.type), "hex": .string($0.hex)]) }
        if arguments.has("--json") {
            try await session.output.write(JSONValue.object(members).text + "\n")
            return .done
        }
        for key in ["name", "path", "type", "size", "modified", "identifier", "revision"] {
            guard let value = members[key], value != .null else { continue }
            try await session.output.line("\(key): \(value.string ?? value.text)")
        }
        if let hash = item.contentHash { try await session.output.line("hash: \(hash.type) \(hash.hex)") }
        return .done
    }
}
