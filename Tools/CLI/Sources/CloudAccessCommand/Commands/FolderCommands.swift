internal import CloudCore

/// `mkdir` and `rm`.
enum FolderCommands {
    static let specs = [makeFolder, remove]

    private static let makeFolder = CommandSpec(
        words: ["mkdir"],
        operands: "ADDR",
        operandCount: 1...1,
        options: [.flag("-p", "Makes parents too; a folder that exists is no error.")] + Locations.vaultOptions,
        summary: "Makes a folder.",
        run: { session, arguments in
            let text = arguments.operands[0]
            try await session.at(text) {
                let location = try await Locations(session, arguments).location(text)
                try await session.interruption.item {
                    try await makeFolder(location, withParents: arguments.has("-p"))
                }
            }
            return .done
        }
    )

    private static let remove = CommandSpec(
        words: ["rm"],
        operands: "ADDR…",
        operandCount: 1...Int.max,
        options: [.flag("-r", "Removes folders with all that is in them.")] + Locations.vaultOptions,
        summary: "Removes files, and with -r folders.",
        details: "A link is removed, never what it points to.",
        run: { session, arguments in
            let locations = try await Locations(session, arguments)
            let tally = Tally(session)
            let targets = try await locations.all(arguments.operands)
            for target in targets where target.path.isRoot {
                throw PlacedError(place: target.address.text, error: UsageError("a root can't be removed"))
            }
            for target in targets {
                try session.interruption.checkMayStart()
                _ = try await tally.attempt(target.address.text) {
                    try await session.interruption.item {
                        try await remove(target, recursively: arguments.has("-r"))
                    }
                }
            }
            return tally.status(ofOneItem: arguments.operands.count == 1)
        }
    )

    private static func makeFolder(_ location: Location, withParents: Bool) async throws {
        guard withParents else { return try await location.provider.createFolder(at: location.path) }
        do {
            try await location.provider.createFolderWithIntermediates(for: location.path)
        } catch CloudProviderError.itemAlreadyExists {
            throw CloudProviderError.itemTypeMismatch  // what is in the way is no folder
        }
    }

    private static func remove(_ target: Location, recursively: Bool) async throws {
        let item = try await target.provider.fetchItemMetadata(at: target.path)
        guard item.itemType == .folder else { return try await target.provider.deleteFile(at: target.path) }
        guard recursively else {
            throw Failure.wrongType("is a folder; remove it with -r")
        }
        try await target.provider.deleteFolder(at: target.path)
    }
}
