internal import CloudCore

/// `du`: how much is in a folder.
enum DiskUsageCommand {
    static let spec = CommandSpec(
        words: ["du"],
        operands: "ADDR",
        operandCount: 1...1,
        options: [.flag("--json", "Prints one object.")] + Locations.vaultOptions,
        summary: "Counts the bytes, files and folders in a folder.",
        run: { session, arguments in try await run(session, arguments) }
    )

    private struct Sum {
        var bytes = 0
        var files = 0
        var folders = 0

        mutating func add(_ item: CloudItemMetadata) {
            bytes += item.size ?? 0
            files += item.itemType == .folder ? 0 : 1
            folders += item.itemType == .folder ? 1 : 0
        }
    }

    @concurrent private static func run(_ session: Session, _ arguments: Arguments) async throws -> CommandStatus {
        let text = arguments.operands[0]
        let tally = Tally(session)
        let total = Locked(Sum())
        try await session.at(text) {
            let location = try await Locations(session, arguments).location(text)
            let root = try await location.entered()
            guard root.itemType == .folder else {
                total.withLock { $0.add(root) }
                return
            }
            let walk = FolderWalk(session: session, location: location, tally: tally)
            try await walk { visit in total.withLock { $0.add(visit.item) } }
        }
        let sum = total.withLock(\.self)
        if arguments.has("--json") {
            let object = JSONValue.object([
                "bytes": .integer(sum.bytes), "files": .integer(sum.files), "folders": .integer(sum.folders),
            ])
            try await session.output.write(object.text + "\n")
        } else {
            try await session.output.line("bytes: \(sum.bytes)")
            try await session.output.line("files: \(sum.files)")
            try await session.output.line("folders: \(sum.folders)")
        }
        return tally.status(ofOneItem: false)
    }
}
