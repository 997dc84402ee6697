internal import CloudCore

/// `tree`: a folder and all below it, drawn with lines.
enum TreeCommand {
    static let spec = CommandSpec(
        words: ["tree"],
        operands: "ADDR",
        operandCount: 1...1,
        options: Locations.vaultOptions,
        summary: "Draws a folder with all below it.",
        run: { session, arguments in try await run(session, arguments) }
    )

    @concurrent private static func run(_ session: Session, _ arguments: Arguments) async throws -> CommandStatus {
        let text = arguments.operands[0]
        let tally = Tally(session)
        try await session.at(text) {
            let location = try await Locations(session, arguments).location(text)
            let root = try await location.entered()
            try await session.output.line(text)
            guard root.itemType == .folder else { return }
            let walk = FolderWalk(session: session, location: location, tally: tally)
            try await walk { visit in
                let name = visit.item.itemType == .folder ? visit.item.name + "/" : visit.item.name
                try await session.output.line(branches(visit.isLast) + name)
            }
        }
        return tally.status(ofOneItem: false)
    }

    private static func branches(_ isLast: [Bool]) -> String {
        isLast.dropLast().map { $0 ? "    " : "│   " }.joined() + (isLast.last == true ? "└── " : "├── ")
    }
}
