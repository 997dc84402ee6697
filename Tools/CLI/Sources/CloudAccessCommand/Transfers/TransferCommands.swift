internal import CloudCore

/// `put`, `get` and `cp`.
enum TransferCommands {
    static let specs = [put, get, copy]

    private static let put = CommandSpec(
        words: ["put"],
        operands: "LOCAL… ADDR",
        operandCount: 2...Int.max,
        options: TransferOptions.specs + Locations.vaultOptions,
        summary: "Uploads local files, and with -r folders.",
        details: rules,
        run: { session, arguments in
            try await transfer("put", localSides: .sources, session, arguments)
        }
    )

    private static let get = CommandSpec(
        words: ["get"],
        operands: "ADDR… LOCAL",
        operandCount: 2...Int.max,
        options: TransferOptions.specs + Locations.vaultOptions,
        summary: "Downloads files, and with -r folders.",
        details: rules,
        run: { session, arguments in
            try await transfer("get", localSides: .target, session, arguments)
        }
    )

    private static let copy = CommandSpec(
        words: ["cp"],
        operands: "ADDR… ADDR",
        operandCount: 2...Int.max,
        options: TransferOptions.specs + Locations.vaultOptions,
        summary: "Copies files, and with -r folders, from any remote to any remote.",
        details: rules,
        run: { session, arguments in
            try await transfer("cp", localSides: .none, session, arguments)
        }
    )

    private static let rules =
        "The target receives sources under their names when it ends in '/', is an existing folder, or is a root; else "
        + "it is the copy's name. Links in a tree are left out unless --links follow is given."

    /// Which addresses are paths on this machine.
    private enum LocalSides {
        case sources, target, none
    }

    @concurrent private static func transfer(
        _ verb: String,
        localSides: LocalSides,
        _ session: Session,
        _ arguments: Arguments
    ) async throws -> CommandStatus {
        let options = try TransferOptions(arguments)
        let sourceTexts = arguments.operands.dropLast()
        let targetText = arguments.operands[arguments.operands.count - 1]
        for text in localSides == .sources ? Array(sourceTexts) : localSides == .target ? [targetText] : [] {
            try checkIsLocal(text, verb)
        }
        let locations = try await Locations(session, arguments)
        let tally = Tally(session)
        var sources: [TransferSource] = []
        for location in try await locations.all(sourceTexts, areLocalSide: localSides == .sources) {
            let text = location.address.text
            if sourceTexts.count == 1 {
                sources = [try await session.at(text) { try await TransferSource.resolve(location) }]
            } else if let source = try await tally.attempt(text, { try await TransferSource.resolve(location) }) {
                sources.append(source)
            }
        }
        let target = try await session.at(targetText) {
            let location = try await locations.location(targetText, isLocalSide: localSides == .target)
            let target = try await TransferTarget.resolve(location)
            guard sourceTexts.count == 1 || target.isReceiving else {
                throw UsageError("several sources need a folder to go to: end the target in /")
            }
            try await target.check(sources, recursive: options.recursive)
            if !sources.isEmpty { try await target.prepare(isDryRun: options.dryRun) }
            return target
        }
        let progress = ProgressDisplay(session, arguments)
        try await ProgressDisplay.shown(progress) {
            let slots = Slots(options.transfers)
            for source in sources {
                let tree = TreeTransfer(
                    session: session,
                    options: options,
                    verb: verb,
                    source: source,
                    target: target.location,
                    tally: tally,
                    progress: progress,
                    slots: slots
                )
                try await tree.run(to: target)
            }
        }
        return tally.status(ofOneItem: sourceTexts.count == 1 && sources.first?.item.itemType != .folder)
    }

    private static func checkIsLocal(_ text: String, _ verb: String) throws {
        let address = try Address(text)
        guard let remote = address.remote, remote != RemotesFile.Remote.local.name else { return }
        throw UsageError("\(verb): '\(text)' must be a local path (between remotes use cp)")
    }
}

extension TreeTransfer {
    /// Transfers the source to where it lands in `target`.
    @concurrent func run(to target: TransferTarget) async throws {
        let place = source.location.address.text
        let landing = try await tally.attempt(place) {
            let path = try target.path(for: source)
            if path == target.location.path, target.before == .folder || path.isRoot {
                return (path, CloudItemMetadata.root as CloudItemMetadata?)
            }
            do {
                return (path, try await target.location.provider.fetchItemMetadata(at: path))
            } catch CloudProviderError.itemNotFound {
                return (path, nil)
            }
        }
        guard let (path, existing) = landing else { return }
        if let existing, existing.itemType != .folder, source.item.itemType == .folder {
            _ = try await tally.attempt(target.location.text(of: path)) { () throws -> Void in
                throw TransferTarget.isFile
            }
            return
        }
        try await run(to: path, existing: existing)
    }
}
