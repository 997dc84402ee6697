internal import CloudCore

/// Brings the entries of orphaned content folders back into the tree, below `/LOST+FOUND` (vault format, section 15).
struct OrphanRescue: Sendable {
    /// The folder that takes in what was orphaned, and its id, which is reserved.
    static let folderName = "LOST+FOUND"
    static let folderId = Array("recovery".utf8)

    let tree: VaultTree
    /// Tells the names that one run makes up from those of another one; may be negative.
    private let run = String(Int16.random(in: .min ... .max), radix: 32)

    private var store: CiphertextStore { tree.store }

    init(tree: VaultTree) {
        self.tree = tree
    }

    /// Moves all that is in a content folder into a folder named after it, and removes the content folder.
    ///
    /// May be repeated after it was killed or failed: it goes on where it was.
    ///
    /// - Throws: ``RepairObstacle`` if something could not be moved, and stays; errors of the delegate.
    func rescue(_ orphan: CloudPath) async throws {
        let lostAndFound = try await makeLostAndFound()
        guard lostAndFound.folder.contents != orphan else { return }
        let target = try lostAndFound.path.appending(orphan.parent.name + orphan.name)
        do {
            try await tree.createFolder(at: target)
        } catch CloudProviderError.itemAlreadyExists {}  // of an earlier run
        try await tree.withFolder(at: target, for: .listing) { parent in
            let adoption = OrphanAdoption(
                tree: tree,
                orphan: VaultFolder(id: try await readBackup(in: orphan) ?? [], contents: orphan, parent: nil),
                parent: parent,
                run: run
            )
            try await adoption.adoptAll()
        }
    }

    private func makeLostAndFound() async throws -> (folder: VaultFolder, path: CloudPath) {
        let path = try CloudPath.root.appending(Self.folderName)
        do {
            let folder = try await tree.withFolder(at: path, for: .listing) { $0 }
            guard folder.id == Self.folderId else {
                throw RepairObstacle(reason: "/\(Self.folderName) is another folder; rename it")
            }
            try await makeContentsIfMissing(of: folder)
            return (folder, path)
        } catch CloudProviderError.itemNotFound, VaultNodeError.noTypeFile {
            let contents = try store.contentFolder(of: Self.folderId)
            let folder = VaultFolder(id: Self.folderId, contents: contents, parent: tree.root)
            try await makeContentsIfMissing(of: folder)
            let place = try tree.format.place(of: Self.folderName, holding: .folder, in: tree.root)
            try await tree.makeNode(of: folder, at: place)
            return (folder, path)
        } catch CloudProviderError.itemTypeMismatch {
            throw RepairObstacle(reason: "/\(Self.folderName) is no folder; rename it")
        }
    }

    private func makeContentsIfMissing(of folder: VaultFolder) async throws {
        guard try await store.metadata(of: folder.contents) == nil else { return }
        try await store.delegate.createFolderWithIntermediates(for: folder.contents)
    }

    /// The id of the folder whose content an orphan was, if its copy can be decrypted.
    private func readBackup(in orphan: CloudPath) async throws -> [UInt8]? {
        guard tree.format is FormatSeven else { return nil }
        let file = try orphan.appending(FormatSeven.directoryIdBackup)
        let id = DataSink(limit: VaultFolder.maximumIdLength)
        do {
            let reader = try await store.delegate.openFile(at: file)
            let decryption = DecryptingSink(
                into: id,
                cryptor: store.cryptor,
                range: 0..<VaultFolder.maximumIdLength + 1,
                ciphertextSize: reader.metadata.size,
                path: file
            )
            try await reader.read(decryption.ciphertextRange, into: decryption, observer: .none)
        } catch CloudProviderError.itemNotFound, CloudProviderError.itemTypeMismatch {
            return nil
        } catch VaultError.fileDoesNotAuthenticate {
            return nil
        } catch is DataSink.LimitExceeded {
            return nil
        }
        return await id.bytes
    }
}

/// Moves the entries of one orphaned content folder into another folder.
struct OrphanAdoption: Sendable {
    private static let parallelMoves = 4
    private static let filler = "_withVeryLongName"

    let tree: VaultTree
    /// The id may not be the right one: then no name authenticates.
    let orphan: VaultFolder
    let parent: VaultFolder
    let run: String
    private let counters = Counters()

    /// How many names were made up, by kind.
    private final class Counters: Sendable {
        private let counts = Locked<[CloudItemType: Int]>([:])

        func next(_ kind: CloudItemType) -> Int {
            counts.withLock { counts in
                counts[kind, default: 0] += 1
                return counts[kind, default: 0]
            }
        }
    }

    private var store: CiphertextStore { tree.store }

    init(tree: VaultTree, orphan: VaultFolder, parent: VaultFolder, run: String) {
        self.tree = tree
        self.orphan = orphan
        self.parent = parent
        self.run = run
    }

    /// Moves everything, page by page, and removes the content folder.
    func adoptAll() async throws {
        var hasMoved = true
        var staying: [String] = []
        while hasMoved {
            hasMoved = false
            staying = []
            var token: String?
            repeat {
                let page = try await store.delegate.fetchItemList(forFolderAt: orphan.contents, withPageToken: token)
                staying += page.skipped.map(\.path)
                let entries = page.items.filter { $0.name != FormatSeven.directoryIdBackup || $0.itemType != .file }
                let outcomes = try await entries.concurrentMap(atMost: Self.parallelMoves) { try await adopt($0) }
                staying += zip(entries, outcomes).filter { $0.1 == .stays }.map(\.0.name)
                hasMoved = outcomes.contains(.moved)
                token = page.nextPageToken
            } while !hasMoved && token != nil  // tokens don't outlive changes
        }
        guard staying.isEmpty else {
            throw RepairObstacle(reason: "\(staying.count) entries can't be moved, such as \(staying[0])")
        }
        try await store.delegate.deleteFolderIfExisting(at: orphan.contents)
    }

    private enum Outcome: Sendable {
        case moved, stays
        /// It was listed, but isn't there any more.
        case gone
    }

    private func adopt(_ entry: CloudItemMetadata) async throws -> Outcome {
        do {
            guard let node = try await node(of: entry) else { return try await moveForeign(entry) }
            for name in node.names {
                do {
                    try await move(entry, node, to: target(of: name, for: entry, kind: node.kind))
                    return .moved
                } catch CloudProviderError.itemAlreadyExists {}  // the next name
            }
            return .stays
        } catch CloudProviderError.itemNotFound {
            return .gone
        } catch let error as CloudProviderError where error.isAboutItems {
            return .stays
        }
    }

    // MARK: Names

    private struct Node: Sendable {
        let kind: CloudItemType
        /// The names that it may get, the best one first.
        let names: [String]
        /// What is in the folder of a node.
        let contents: NodeContents
    }

    /// What an entry is; `nil` if it is not of the vault.
    private func node(of entry: CloudItemMetadata) async throws -> Node? {
        let read = try await tree.format.read(entry, in: orphan)
        if case .foreign = read { return nil }
        let isShortened = tree.format is FormatSeven && entry.name.hasSuffix(FormatSeven.shortenedEnding)
        var contents = NodeContents()
        var kind = kindByName(of: entry)
        if entry.itemType == .folder {
            let place = NodePlace(path: entry.cloudPath, form: isShortened ? .shortened : .plain)
            contents = try await store.contents(of: place)
            kind = contents.bodies.keys.first ?? .folder
        }
        guard case .node(let named) = read else {
            return Node(kind: kind, names: [madeUpName(for: kind, isShortened: isShortened)], contents: contents)
        }
        if case .single(let own) = named.place.form { kind = own }
        return Node(kind: kind, names: try await names(for: named, kind: kind), contents: contents)
    }

    /// The names for a node whose own name was decrypted; a conflict copy leaves that to the original.
    private func names(for named: ListedName, kind: CloudItemType) async throws -> [String] {
        let limit = tree.format.longestName(of: kind, withEncryptedLength: tree.format.shorteningThreshold)
        let others = ConflictNames.candidates(for: named.cleartext, suffix: named.suffix, limit: limit)
            .filter { $0 != named.cleartext }
        let original = try tree.format.place(of: named.cleartext, holding: kind, in: orphan).path
        if original != named.entry.cloudPath, try await store.metadata(of: original) != nil { return others }
        return [named.cleartext] + others
    }

    private func kindByName(of entry: CloudItemMetadata) -> CloudItemType {
        guard tree.format is FormatSix else { return .file }
        return entry.name.hasSuffix(FormatSix.shortenedEnding)
            ? store.kindBySize(of: entry) : FormatSix.kind(ofEncrypted: entry.name)
    }

    private func madeUpName(for kind: CloudItemType, isShortened: Bool) -> String {
        let word =
            switch kind {
            case .folder: "directory"
            case .symlink: "symlink"
            case .file, .unknown: "file"
            }
        var name = "\(word)\(counters.next(kind))_\(run)"
        guard isShortened else { return name }
        let longest = tree.format.longestName(of: kind, withEncryptedLength: tree.format.shorteningThreshold)
        while name.utf8.count <= longest { name += Self.filler }
        return name
    }

    /// Where a node goes; one that is shortened stays so.
    private func target(of name: String, for entry: CloudItemMetadata, kind: CloudItemType) throws -> NodePlace {
        let place = try tree.format.place(of: name, holding: kind, in: parent)
        guard place.form == .plain, entry.name.hasSuffix(FormatSeven.shortenedEnding) else { return place }
        let encrypted = place.path.name
        let path = try parent.contents.appending(FormatSeven.shortened(encrypted))
        return NodePlace(path: path, form: .shortened, longName: encrypted)
    }

    // MARK: Moving

    private func move(_ entry: CloudItemMetadata, _ node: Node, to target: NodePlace) async throws {
        guard entry.itemType == .folder else {
            let form: NodePlace.Form = tree.format is FormatSix ? .single(node.kind) : .plain
            let place = NodePlace(path: entry.cloudPath, form: form)
            return try await tree.format.move(VaultNode(place: place, kind: node.kind, facts: entry), to: target)
        }
        if node.contents.hasLongName, node.contents.bodies.isEmpty, node.contents.others == 0 {
            // All else was moved by an earlier run.
            return try await store.delegate.deleteFolder(at: entry.cloudPath)
        }
        guard target.form == .shortened else {
            return try await store.delegate.moveFolder(from: entry.cloudPath, to: target.path)
        }
        try await moveContents(of: entry.cloudPath, to: target)
    }

    /// Moves what is in the folder of a node into that of a shortened one; the files that tell its kind come last, so
    /// that a run that was killed is taken up again.
    private func moveContents(of source: CloudPath, to target: NodePlace) async throws {
        guard try await store.isFree(target) else { throw CloudProviderError.itemAlreadyExists }
        try await store.delegate.createFolderIfMissing(at: target.path)
        try await tree.format.recordLongName(of: target)
        let list = try await store.delegate.fetchItemListExhaustively(forFolderAt: source)
        let entries = list.items.filter { $0.name != TypeFile.longName }
        let isBody = { (entry: CloudItemMetadata) in TypeFile.kind(of: entry.name, in: .shortened) != nil }
        for entry in entries.filter({ !isBody($0) }) + entries.filter(isBody) {
            try await store.move(entry, to: target.path.appending(entry.name))
        }
        guard list.skipped.isEmpty else { throw CloudProviderError.itemTypeMismatch }
        try await store.delegate.deleteFolder(at: source)
    }

    /// Moves what is not of the vault, under its name or one with a number.
    private func moveForeign(_ entry: CloudItemMetadata) async throws -> Outcome {
        let others = ConflictNames.candidates(for: entry.name, suffix: "", limit: .max)
        for name in others {
            do {
                try await store.move(entry, to: parent.contents.appending(name))
                return .moved
            } catch CloudProviderError.itemAlreadyExists {}  // the next name
        }
        return .stays
    }
}

extension CiphertextStore {
    /// Moves an entry of any kind that can be moved.
    fileprivate func move(_ entry: CloudItemMetadata, to target: CloudPath) async throws {
        switch entry.itemType {
        case .folder: try await delegate.moveFolder(from: entry.cloudPath, to: target)
        case .file, .symlink: try await delegate.moveFile(from: entry.cloudPath, to: target)
        case .unknown: throw CloudProviderError.itemTypeMismatch
        }
    }
}
