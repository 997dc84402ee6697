internal import CloudCore

/// `mv`: one move within a remote; between remotes copy, check, delete.
enum MoveCommand {
    static let spec = CommandSpec(
        words: ["mv"],
        operands: "ADDR ADDR",
        operandCount: 2...2,
        options: Locations.vaultOptions,
        summary: "Moves or renames a file or folder; never overwrites.",
        details: "Within one remote it is one move. Between remotes the copy is compared with the source before the "
            + "source is deleted; a source of which something was left out stays.",
        run: { session, arguments in try await run(session, arguments) }
    )

    @concurrent private static func run(_ session: Session, _ arguments: Arguments) async throws -> CommandStatus {
        let (sourceText, targetText) = (arguments.operands[0], arguments.operands[1])
        let locations = try await Locations(session, arguments)
        let source = try await session.at(sourceText) {
            let location = try await locations.location(sourceText)
            guard !location.path.isRoot else { throw CloudPathError.rootImmovable }
            let item = try await location.provider.fetchItemMetadata(at: location.path)
            return TransferSource(location: location, item: item, name: location.path.name)
        }
        let target = try await session.at(targetText) {
            try await TransferTarget.resolve(locations.location(targetText))
        }
        if source.location.remoteKey == target.location.remoteKey {
            try await session.at(targetText) { try await moveWithin(session, source, target) }
            return .done
        }
        return try await moveBetween(session, arguments, source, target)
    }

    private static func moveWithin(_ session: Session, _ source: TransferSource, _ target: TransferTarget) async throws
    {
        let provider = source.location.provider
        let policy = source.location.namePolicy
        let (from, typed) = (source.location.path, target.location.path)
        let isRename =
            from.parent == typed.parent && from != typed && policy.key(of: from.name) == policy.key(of: typed.name)
        let landing = isRename ? typed : try target.path(for: source)
        if !isRename { try await target.check([source], recursive: true) }
        try CloudPath.checkMove(from: from, to: landing)
        if !isRename { try await target.prepare() }
        try await session.interruption.item {
            if source.item.itemType == .folder {
                try await provider.moveFolder(from: from, to: landing)
            } else {
                try await provider.moveFile(from: from, to: landing)
            }
        }
    }

    private static func moveBetween(
        _ session: Session,
        _ arguments: Arguments,
        _ source: TransferSource,
        _ target: TransferTarget
    ) async throws -> CommandStatus {
        guard source.item.itemType != .symlink else {
            throw PlacedError(
                place: source.location.address.text,
                error: Failure.wrongType("a link can't be moved to another remote")
            )
        }
        let path = try await session.at(target.location.address.text) {
            try await target.check([source], recursive: true)
            let path = try target.path(for: source)
            if try await target.location.provider.checkForItemExistence(at: path) {
                throw CloudProviderError.itemAlreadyExists
            }
            try await target.prepare()
            return path
        }
        let tally = Tally(session)
        let progress = ProgressDisplay(session, arguments)
        let options = try TransferOptions.move()
        try await ProgressDisplay.shown(progress) {
            let tree = TreeTransfer(
                session: session,
                options: options,
                verb: "mv",
                source: source,
                target: target.location,
                tally: tally,
                progress: progress,
                slots: Slots(options.transfers)
            )
            try await tree.run(to: path, existing: nil)
        }
        let comparison = TreeComparison(
            session: session,
            first: source.location,
            second: target.location.at(path),
            tally: tally
        )
        guard tally.isComplete, try await comparison.run() == 0, tally.isComplete else {
            await session.remark("not everything arrived; the source stays", at: source.location.address.text)
            return source.item.itemType == .folder ? .someFailed : tally.status(ofOneItem: true)
        }
        let provider = source.location.provider
        try await session.at(source.location.address.text) {
            try await session.interruption.item {
                if source.item.itemType == .folder {
                    try await provider.deleteFolder(at: source.location.path)
                } else {
                    try await provider.deleteFile(at: source.location.path)
                }
            }
        }
        return .done
    }
}
