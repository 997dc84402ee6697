internal import CloudCore

/// Copies files and trees from one place to another, several files at a time.
///
/// A folder is listed before its files are transferred. Every item that fails is reported and counted, and the others
/// go on.
struct TreeTransfer: Sendable {
    let session: Session
    let options: TransferOptions
    /// The verb of `--dry-run`'s lines.
    let verb: String
    let source: TransferSource
    let target: Location
    let tally: Tally
    let progress: ProgressDisplay?
    let slots: Slots

    private var policy: NamePolicy { target.namePolicy }

    private var copy: FileTransfer {
        FileTransfer(source: source.location, target: target)
    }

    /// Transfers the source so that it stands at `path`.
    @concurrent func run(to path: CloudPath, existing: CloudItemMetadata?) async throws {
        var interrupted = false
        try await withThrowingDiscardingTaskGroup { group in
            do {
                if source.item.itemType == .folder {
                    try await transferFolder(to: path, existing: existing, &group)
                } else {
                    try await transferFile(source.item, relativePath: "", to: path, existing: existing, in: nil, &group)
                }
            } catch is CancellationError where session.interruption.isInterrupted && !Task.isCancelled {
                interrupted = true  // what runs goes on
            }
        }
        if interrupted { throw CancellationError() }
    }

    private func transferFolder(
        to path: CloudPath,
        existing: CloudItemMetadata?,
        _ group: inout ThrowingDiscardingTaskGroup<any Error>
    ) async throws {
        let folder = TargetFolder(path, in: nil, of: target.provider, exists: existing != nil)
        let place = target.text(of: path)
        if existing == nil, !options.filter.excludesByDefault {
            guard try await makeFolder(folder, from: source.location.address.text, place: place) else { return }
        }
        try await enter(source.item.cloudPath, relativePath: "", into: folder, ancestors: [], &group)
    }

    // MARK: Folders

    private func enter(
        _ folder: CloudPath,
        relativePath: String,
        into targetFolder: TargetFolder,
        ancestors: [CloudPath],
        _ group: inout ThrowingDiscardingTaskGroup<any Error>
    ) async throws {
        let place = source.location.text(below: relativePath)
        let listed = try await tally.attempt(place) {
            let list = try await source.location.provider.fetchItemListExhaustively(forFolderAt: folder)
            await session.reportSkipped(list.skipped, in: place)
            if !list.skipped.isEmpty { tally.markIncomplete() }
            let known = try await targetFolder.contents(policy: policy)
            return (items: list.items.sorted { $0.cloudPath < $1.cloudPath }, known: known)
        }
        guard let listed else { return }
        for item in listed.items {
            try session.interruption.checkMayStart()
            let path = relativePath.isEmpty ? item.name : "\(relativePath)/\(item.name)"
            let existing = listed.known[policy.key(of: item.name)]
            guard let followed = try await follow(item, at: path, ancestors: ancestors + [folder]) else { continue }
            switch followed.itemType {
            case .folder where options.filter.enters(path):
                try await transferSubfolder(
                    followed,
                    relativePath: path,
                    existing: existing,
                    in: targetFolder,
                    ancestors: ancestors + [folder],
                    &group
                )
            case .file where options.filter.takes(path):
                guard let targetPath = try await targetPath(item.name, in: targetFolder, relativePath: path) else {
                    continue
                }
                try await transferFile(
                    followed,
                    relativePath: path,
                    to: targetPath,
                    existing: existing,
                    in: targetFolder,
                    &group
                )
            case .unknown where options.filter.takes(path):
                _ = try await tally.attempt(source.location.text(below: path)) { throw Self.unknownKind }
            default: break
            }
        }
    }

    private static let unknownKind = Failure(
        .failed,
        "unknownKind",
        "is neither a file nor a folder, as far as the service tells"
    )

    private func transferSubfolder(
        _ item: CloudItemMetadata,
        relativePath: String,
        existing: CloudItemMetadata?,
        in parent: TargetFolder,
        ancestors: [CloudPath],
        _ group: inout ThrowingDiscardingTaskGroup<any Error>
    ) async throws {
        let name = source.location.text(of: item.cloudPath)
        guard
            let path = try await targetPath(
                CloudPath.lastName(of: relativePath),
                in: parent,
                relativePath: relativePath
            )
        else { return }
        let place = target.text(of: path)
        if let existing, existing.itemType != .folder {
            _ = try await tally.attempt(place) {
                throw Failure.wrongType("a file is where the folder should be")
            }
            return
        }
        let folder = TargetFolder(path, in: parent, of: target.provider, exists: existing != nil)
        if existing == nil, options.filter.takes(relativePath) {
            guard try await makeFolder(folder, from: name, place: place) else { return }
        }
        try await enter(item.cloudPath, relativePath: relativePath, into: folder, ancestors: ancestors, &group)
    }

    /// Makes a folder, or says that it would be made.
    ///
    /// - Returns: whether its contents can be transferred.
    private func makeFolder(_ folder: TargetFolder, from name: String, place: String) async throws -> Bool {
        if options.dryRun {
            try await session.output.line("\(verb) \(name)/ -> \(place)/ (new folder)")
            return true
        }
        let made: Void? = try await tally.attempt(place) {
            try await session.interruption.item { try await folder.make() }
        }
        return made != nil
    }

    /// The path of an item in a target folder; a name that the target's service forbids is an error of that item.
    private func targetPath(_ name: String, in folder: TargetFolder, relativePath: String) async throws -> CloudPath? {
        try await tally.attempt(source.location.text(below: relativePath)) {
            if let problem = policy.violation(of: name) { throw Failure(.failed, "nameNotAllowed", problem) }
            return try folder.path.appending(name)
        }
    }

    // MARK: Files

    private func transferFile(
        _ item: CloudItemMetadata,
        relativePath: String,
        to path: CloudPath,
        existing: CloudItemMetadata?,
        in folder: TargetFolder?,
        _ group: inout ThrowingDiscardingTaskGroup<any Error>
    ) async throws {
        let (from, place) = (source.location.text(below: relativePath), target.text(of: path))
        let decision = try await tally.attempt(place) { try decide(item, existing: existing) }
        guard case .transfer(let condition, let reason) = decision else { return }
        guard !options.dryRun else {
            return try await session.output.line("\(verb) \(from) -> \(place) (\(reason))")
        }
        if let folder {
            let made: Void? = try await tally.attempt(place) { try await folder.make() }
            guard made != nil else { return }
        }
        await slots.take()
        guard !session.interruption.isInterrupted else {
            await slots.release()
            throw CancellationError()
        }
        group.addTask {
            do {
                _ = try await tally.attempt(from, target: place) {
                    try await session.interruption.item { try await copy(item, to: path, condition: condition) }
                }
            } catch is CancellationError {
                // The one who reads the folders ends the command.
            }
            await slots.release()
        }
    }

    private func copy(_ item: CloudItemMetadata, to path: CloudPath, condition: WriteCondition) async throws {
        session.logger.debug("\(verb) \(source.location.text(of: item.cloudPath)) -> \(target.text(of: path))")
        let bar = progress?.begin(item.name, total: item.size ?? 0)
        defer { bar?.end() }
        let copied = try await copy(item, to: path, condition: condition) { bytes, total in
            bar?.moved(bytes, of: total)
        }
        session.logger.info("transferred a file of \(copied.size.map(String.init) ?? "unknown") bytes")
    }

    private enum Decision: Sendable {
        case transfer(WriteCondition, reason: String)
        case upToDate
    }

    private func decide(_ item: CloudItemMetadata, existing: CloudItemMetadata?) throws -> Decision {
        guard let existing else { return .transfer(options.overwrite == .never ? .absent : .none, reason: "new") }
        guard existing.itemType != .folder else {
            throw Failure.wrongType("a folder is where the file should be")
        }
        switch options.overwrite {
        case .never: throw CloudProviderError.itemAlreadyExists
        case .always: return .transfer(.none, reason: "overwrite")
        case .changed:
            let keepsDates = target.provider.capability((any DateKeeping).self) != nil
            let change = FileComparison.change(from: item, to: existing, targetKeepsDates: keepsDates)
            return change.map { .transfer(.none, reason: $0) } ?? .upToDate
        }
    }

    // MARK: Links

    /// What a link ends at, if it is to be followed and ends inside the source; other items as they are.
    private func follow(_ item: CloudItemMetadata, at path: String, ancestors: [CloudPath]) async throws
        -> CloudItemMetadata?
    {
        guard item.itemType == .symlink else { return item }
        guard options.filter.enters(path) else { return nil }
        let place = source.location.text(below: path)
        guard options.followsLinks, source.location.localRoot != nil else {
            if options.filter.takes(path) {
                await session.remark("left out: a link", at: place)
                tally.markLinkLeftOut()
            }
            return nil
        }
        do {
            return try await session.at(place) { try await end(of: item, ancestors: ancestors) }
        } catch let error as PlacedError where !error.endsCommand && !options.filter.takes(path) {
            return nil  // only a folder behind the link could have held something to take
        } catch let error as PlacedError {
            return try await tally.attempt(place) { throw error }
        }
    }

    private func end(of link: CloudItemMetadata, ancestors: [CloudPath]) async throws -> CloudItemMetadata {
        let (location, item) = try await source.location.at(link.cloudPath).resolved()
        let end = location.path
        guard end == source.item.cloudPath || end.isDescendant(of: source.item.cloudPath) else {
            throw Failure(.failed, "linkLeavesSource", "the link ends outside the source and is not followed")
        }
        guard !ancestors.contains(end) else {
            throw Failure(.failed, "linkCircle", "the link ends at a folder it stands in and is not followed")
        }
        return item
    }
}

extension CloudPath {
    /// The last name of a relative path.
    static func lastName(of relativePath: String) -> String {
        let scalars = relativePath.unicodeScalars
        return scalars.lastIndex(of: "/").map { String(scalars[scalars.index(after: $0)...]) } ?? relativePath
    }
}
