internal import CloudCore

/// Gives every node of a vault of format 6 the place that it has in format 7 (vault format, section 16).
///
/// The root's entries come first: as soon as anything was renamed, one of them tells that the migration was begun.
struct FormatSixRenaming: Sendable {
    private static let parallelFolders = 4
    private static let parallelMoves = 2
    private static let placeholderEnding = ".icloud"

    let store: CiphertextStore
    private let format: FormatSeven
    private let leaveBehind: @Sendable (CloudPath, String) async throws -> Void

    init(store: CiphertextStore, leaveBehind: @escaping @Sendable (CloudPath, String) async throws -> Void) {
        self.store = store
        self.leaveBehind = leaveBehind
        format = FormatSeven(
            store: store,
            shorteningThreshold: VaultConfig.defaultShorteningThreshold,
            writesDirectoryIdBackups: false
        )
    }

    // MARK: Before anything changes

    /// Looks through all names.
    ///
    /// - Throws: ``MigrationError``.
    func check() async throws {
        let policy = store.delegate.capability((any NamePolicyProviding).self)?.namePolicy
        try await forEachContentFolder { folder in
            try await store.forEachPage(of: folder) { page in
                for entry in page.items {
                    if entry.name.hasSuffix(Self.placeholderEnding) {
                        throw MigrationError.notDownloaded(entry.cloudPath)
                    }
                    if let policy { try await check(entry, fits: policy) }
                }
            }
        }
    }

    private func check(_ entry: CloudItemMetadata, fits policy: NamePolicy) async throws {
        // A node, and the longest name of a file in it.
        let room =
            policy.maximumPathLength - entry.cloudPath.parent.string.utf8.count
            - "//\(TypeFile.contents)".utf8.count
        let limit = min(policy.maximumNameLength, room)
        guard limit < format.shorteningThreshold, entry.itemType == .file, !isMigrated(entry.name) else { return }
        guard case .name(let name) = try await name(of: entry) else { return }
        let attempt = name.isWhole ? 0 : FormatSixName.maximumAttempts - 1
        guard name.entryName(attempt: attempt).entry.utf8.count <= limit else {
            throw MigrationError.nameTooLong(entry.cloudPath, limit: limit)
        }
    }

    // MARK: Renaming

    /// Renames everything that is not renamed yet.
    func renameAll() async throws {
        let root = try store.contentFolder(of: [])
        do {
            try await rename(in: root)
        } catch CloudProviderError.itemNotFound {}  // nothing is reachable
        try await forEachContentFolder { folder in
            if folder != root { try await rename(in: folder) }
        }
    }

    private func rename(in folder: CloudPath) async throws {
        var reported: Set<CloudPath> = []
        var hasMoved = true
        while hasMoved {
            hasMoved = false
            var token: String?
            repeat {
                let page = try await store.delegate.fetchItemList(forFolderAt: folder, withPageToken: token)
                let entries = page.items.filter { $0.itemType == .file && !isMigrated($0.name) }
                let moved = try await renamePage(entries, &reported)
                token = page.nextPageToken
                if token != nil { hasMoved = moved }
            } while !hasMoved && token != nil  // tokens don't outlive changes
        }
    }

    private func isMigrated(_ name: String) -> Bool {
        name.hasPrefix(".") || [FormatSeven.ending, FormatSeven.shortenedEnding].contains(where: name.hasSuffix)
    }

    /// A node that is about to be renamed.
    private struct Node: Sendable {
        let entry: CloudItemMetadata
        let name: FormatSixName
    }

    /// - Returns: whether anything was moved.
    private func renamePage(
        _ entries: [CloudItemMetadata],
        _ reported: inout Set<CloudPath>
    ) async throws -> Bool {
        let named = try await entries.concurrentMap(atMost: Self.parallelMoves) { entry in
            (entry, try await name(of: entry))
        }
        var failed: [(CloudPath, String)] = []
        var nodes: [Node] = []
        for (entry, reading) in named {
            switch reading {
            case .foreign: break
            case .unreadable(let reason): failed.append((entry.cloudPath, reason))
            case .name(let name): nodes.append(Node(entry: entry, name: name))
            }
        }
        // Of nodes that want one place, a file and what is no conflict copy get it.
        let groups = [nodes.filter(\.name.isWhole), nodes.filter { !$0.name.isWhole }].flatMap { nodes in
            [nodes.filter { $0.name.kind == .file }, nodes.filter { $0.name.kind != .file }]
        }
        var hasMoved = false
        for group in groups {
            let outcomes = try await group.concurrentMap(atMost: Self.parallelMoves) { try await rename($0) }
            hasMoved = hasMoved || outcomes.contains(.moved)
            failed += zip(group, outcomes).filter { $0.1 == .stays }.map {
                ($0.0.entry.cloudPath, "its new names are taken")
            }
        }
        for (path, reason) in failed where reported.insert(path).inserted { try await leaveBehind(path, reason) }
        return hasMoved
    }

    private enum Reading: Sendable {
        case foreign, unreadable(String), name(FormatSixName)
    }

    private func name(of entry: CloudItemMetadata) async throws -> Reading {
        guard entry.name.hasSuffix(FormatSix.shortenedEnding) else {
            return FormatSixName(entry.name).map { .name($0) } ?? .foreign
        }
        guard let shortened = FormatSixName.shortened(in: entry.name) else { return .foreign }
        let bytes: [UInt8]?
        do {
            let file = try FormatSix(store: store).longNameFile(of: shortened)
            bytes = try await store.read(file, atMost: CiphertextStore.maximumLongName)
        } catch CloudProviderError.itemNotFound, CloudProviderError.itemTypeMismatch {
            return .unreadable("its long name is missing")
        }
        guard let bytes, let text = String(validating: bytes, as: UTF8.self), let name = FormatSixName(text) else {
            return .unreadable("its long name is damaged")
        }
        return .name(name)
    }

    private enum Outcome: Sendable {
        case moved
        /// All its new names are taken.
        case stays
        /// It was listed, but isn't there any more.
        case gone
    }

    private func rename(_ node: Node) async throws -> Outcome {
        for attempt in 0..<FormatSixName.maximumAttempts {
            do {
                try await move(node, attempt: attempt)
                return .moved
            } catch CloudProviderError.itemAlreadyExists {
                continue  // the next name
            } catch CloudProviderError.itemNotFound {
                return .gone
            }
        }
        return .stays
    }

    private func move(_ node: Node, attempt: Int) async throws {
        let source = node.entry.cloudPath
        let (name, longName) = node.name.entryName(attempt: attempt)
        let path = try source.parent.appending(name)
        let place = NodePlace(path: path, form: longName == nil ? .plain : .shortened, longName: longName)
        let body = try place.body(of: node.name.kind)
        guard body != path else { return try await store.delegate.moveFile(from: source, to: body) }
        // Some services let a file and a folder have one name; and an earlier run may have made the folder.
        if let standing = try await store.metadata(of: path) {
            guard standing.itemType == .folder, try await store.isFree(place) else {
                throw CloudProviderError.itemAlreadyExists
            }
        }
        try await store.withNodeFolder(at: place) { _ in
            try await format.recordLongName(of: place)
            try await store.delegate.moveFile(from: source, to: body)
        }
    }

    // MARK: Content folders

    private func forEachContentFolder(_ body: @escaping @Sendable (CloudPath) async throws -> Void) async throws {
        try await store.forEachPage(of: store.root.appending(VaultEntry.data)) { page in
            let uppers = page.items.filter { $0.isContentFolder(named: CheckRun.nameLengths.upper) }
            _ = try await uppers.concurrentMap(atMost: Self.parallelFolders) { upper in
                try await store.forEachPage(of: upper.cloudPath) { page in
                    for lower in page.items where lower.isContentFolder(named: CheckRun.nameLengths.lower) {
                        try await body(lower.cloudPath)
                    }
                }
            }
        }
    }
}
