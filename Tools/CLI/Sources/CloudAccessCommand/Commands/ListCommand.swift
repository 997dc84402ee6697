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
            let root = try await location.entered()
            try await printer {
                guard root.itemType == .folder else {
                    return try await printer.print(root, relativePath: root.name)
                }
                guard arguments.has("-R") else {
                    let items = try await session.list(location.path, of: location.provider, place: text)
                    for item in items { try await printer.print(item, relativePath: item.name) }
                    return
                }
                let walk = FolderWalk(session: session, location: location, tally: tally)
                try await walk { visit in
                    let path = visit.item.cloudPath.relativeText(to: location.path)
                    try await printer.print(visit.item, relativePath: path)
                }
            }
        }
        return tally.status(ofOneItem: false)
    }
}
