internal import CloudCore

/// `ls`: the names in a folder.
enum ListCommand {
    static let spec = CommandSpec(
        words: ["ls"],
        operands: "ADDR",
        operandCount: 1...1,
        options: [
            .flag("-l", "Adds type, size and time (UTC)."),
            .flag("-R", "Goes into folders; prints paths relative to ADDR."),
            .flag("--null", "Ends each name with NUL in place of a line break."),
            .flag("--json", "Prints one array of objects."),
        ] + Locations.vaultOptions,
        summary: "Lists a folder, or one file.",
        details: "Names are sorted by Unicode scalars; folders end in '/'.",
        run: { session, arguments in try await run(session, arguments) }
    )

    @concurrent private static func run(_ session: Session, _ arguments: Arguments) async throws -> CommandStatus {
        let text = arguments.operands[0]
        let tally = Tally(session)
        let printer = try ItemPrinter(session.output, arguments)
        try await session.at(text) {
            let location = try await Locations(session, arguments).location(text)
            let root = try await location.provider.fetchItemMetadata(at: location.path)
            guard root.itemType == .folder else {
                try await printer.begin()
                try await printer.print(root, relativePath: root.name)
                return
            }
            if arguments.has("-R") {
                try await printer.begin()
                let walk = FolderWalk(session: session, location: location, tally: tally)
                try await walk { visit in
                    let path = visit.item.cloudPath.relativeText(to: location.path)
                    try await printer.print(visit.item, relativePath: path)
                }
            } else {
                let items = try await session.list(location.path, of: location.provider, place: text)
                try await printer.begin()
                for item in items { try await printer.print(item, relativePath: item.name) }
            }
        }
        try await printer.end()
        return tally.status(ofOneItem: false)
    }
}

extension CloudPath {
    /// The path below `folder`, without a leading `/`.
    func relativeText(to folder: CloudPath) -> String {
        let dropped = folder.isRoot ? 1 : folder.string.utf8.count + 1
        return String(decoding: string.utf8.dropFirst(dropped), as: UTF8.self)
    }
}
