internal import CloudCore

/// One run of a check: the folders are walked from the root, then what the walk didn't reach is looked through.
struct CheckRun: Sendable {
    private static let parallelFolders = 4
    static let nameLengths = (upper: 2, lower: 30)  // of the two levels of content folders

    let tree: VaultTree
    let reporter: HealthReporter
    let checksContents: Bool
    private let inspector: any FolderInspector
    private let index = FolderIndex()

    private var store: CiphertextStore { tree.store }
    /// Decrypting takes memory.
    private var parallelEntries: Int { checksContents ? 2 : 4 }

    init(tree: VaultTree, reporter: HealthReporter, checksContents: Bool) {
        self.tree = tree
        self.reporter = reporter
        self.checksContents = checksContents
        let store = tree.store
        inspector =
            if let format = tree.format as? FormatSeven {
                FormatSevenInspector(store: store, format: format)
            } else {
                FormatSixInspector(store: store, format: FormatSix(store: store))
            }
    }

    func run() async throws {
        try await findContentFolders()
        let root = FolderIndex.Reference(id: [], file: nil, path: .root)
        if let folder = try await follow(root, to: tree.root.contents) {
            try await look(through: [folder], descending: true)
        }
        try await look(through: index.unseen.map { InspectedFolder(contents: $0) }, descending: false)
        let (late, orphaned) = index.lateAndOrphaned
        for (contents, reference, hasBackup) in late {
            try await reporter.settle(state(of: contents, reference, hasBackup: hasBackup))
        }
        let rescue = OrphanRescue(tree: tree)
        for contents in orphaned {
            try await reporter.settle(
                Diagnosis(HealthFinding(.orphanContentFolder, at: contents, path: nil)) {
                    try await rescue.rescue(contents)
                }
            )
        }
    }

    // MARK: Content folders

    private func findContentFolders() async throws {
        let data = try store.root.appending(VaultEntry.data)
        try await store.forEachPage(of: data) { page in
            try await reportLooseFiles(in: page)
            let uppers = page.items.filter { $0.isContentFolder(named: Self.nameLengths.upper) }
            _ = try await uppers.concurrentMap(atMost: Self.parallelFolders) { upper in
                try await findContentFolders(in: upper.cloudPath)
            }
        }
    }

    private func findContentFolders(in upper: CloudPath) async throws {
        do {
            try await store.forEachPage(of: upper) { page in
                try await reportLooseFiles(in: page)
                for lower in page.items where lower.isContentFolder(named: Self.nameLengths.lower) {
                    index.add(lower.cloudPath)
                }
            }
        } catch CloudProviderError.itemNotFound {}  // gone meanwhile
    }

    private func reportLooseFiles(in page: CloudItemList) async throws {
        guard tree.format is FormatSeven else { return }
        for item in page.items where item.itemType == .file && item.name == TypeFile.directoryId {
            try await reporter.settle(store.looseDirectoryFile(at: item.cloudPath))
        }
    }

    /// Looks through folders, and through all that they lead to if `descending`; the last found comes first, so that
    /// few wait.
    private func look(through folders: [InspectedFolder], descending: Bool) async throws {
        try await withThrowingTaskGroup(of: [InspectedFolder].self) { group in
            var waiting = folders
            var running = 0
            while !waiting.isEmpty || running > 0 {
                while running < Self.parallelFolders, let folder = waiting.popLast() {
                    group.addTask { try await look(through: folder) }
                    running += 1
                }
                guard let found = try await group.next() else { return }
                running -= 1
                if descending { waiting += found }
            }
        }
    }

    /// Looks through a folder; what it changes there it changes after the last page.
    ///
    /// - Returns: the folders that it leads to.
    private func look(through folder: InspectedFolder) async throws -> [InspectedFolder] {
        var found: [InspectedFolder] = []
        var repairable: [Diagnosis] = []
        var hasBackup = false
        do {
            try await store.forEachPage(of: folder.contents) { page in
                let entries = try await page.items.concurrentMap(atMost: parallelEntries) { entry in
                    try await look(into: entry, of: folder)
                }
                for (entry, child) in entries {
                    hasBackup = hasBackup || entry.isBackup
                    if let child { found.append(child) }
                    for diagnosis in entry.diagnoses {
                        if reporter.repairs, diagnosis.repair != nil {
                            repairable.append(diagnosis)
                        } else {
                            try await reporter.settle(diagnosis)
                        }
                    }
                }
            }
        } catch CloudProviderError.itemNotFound {
            index.forget(folder.contents)
            return found
        }
        for diagnosis in repairable { try await reporter.settle(diagnosis) }
        if let reference = index.markSeen(folder.contents, hasBackup: hasBackup) {
            try await reporter.settle(state(of: folder.contents, reference, hasBackup: hasBackup))
        }
        return found
    }

    private func look(
        into entry: CloudItemMetadata,
        of folder: InspectedFolder
    ) async throws -> (InspectedEntry, InspectedFolder?) {
        do {
            var inspected = try await inspector.inspect(entry, in: folder)
            var found: InspectedFolder?
            if let directory = inspected.directory {
                switch try await read(directory) {
                case .damaged(let diagnosis): inspected.diagnoses.append(diagnosis)
                case .leads(let reference, let contents): found = try await follow(reference, to: contents)
                }
            }
            if checksContents, let content = inspected.content {
                try await ContentCheck(store: store, reporter: reporter).check(content.file, path: content.path)
            }
            return (inspected, found)
        } catch CloudProviderError.itemNotFound {
            return (InspectedEntry(), nil)  // gone since it was listed
        }
    }

    // MARK: Ids

    private enum DirectoryState: Sendable {
        case damaged(Diagnosis)
        case leads(FolderIndex.Reference, to: CloudPath)
    }

    private func read(_ directory: DirectoryFile) async throws -> DirectoryState {
        let damaged = { (result: HealthResult) in
            DirectoryState.damaged(Diagnosis(HealthFinding(result, at: directory.file, path: directory.path)))
        }
        if let size = directory.size, size > VaultFolder.maximumIdLength { return damaged(.obeseDirectoryFile) }
        guard let id = try await store.read(directory.file, atMost: VaultFolder.maximumIdLength) else {
            return damaged(.obeseDirectoryFile)
        }
        guard !id.isEmpty else { return damaged(.emptyDirectoryFile) }
        let contents = try store.contentFolder(of: id)
        let reference = FolderIndex.Reference(id: id, file: directory.file, path: directory.path)
        if let other = index.refer(to: contents, by: reference) {
            return .damaged(
                Diagnosis(
                    HealthFinding(.directoryIdCollision, at: directory.file, path: directory.path, other: other.file)
                )
            )
        }
        // What it leads to is no orphan, but no reader goes there.
        guard id.allSatisfy({ $0 < 0x80 }) else { return damaged(.invalidDirectoryFile) }
        return .leads(reference, to: contents)
    }

    /// - Returns: the content folder, if it is there.
    private func follow(
        _ reference: FolderIndex.Reference,
        to contents: CloudPath
    ) async throws -> InspectedFolder? {
        if reference.file == nil { _ = index.refer(to: contents, by: reference) }
        var isThere = index.isKnown(contents)
        if !isThere { isThere = try await store.metadata(of: contents)?.itemType == .folder }
        guard isThere else {
            let file = reference.file ?? contents
            let finding = HealthFinding(.missingContentFolder, at: file, path: reference.path)
            try await reporter.settle(
                Diagnosis(finding) {
                    try await store.delegate.createFolderWithIntermediates(for: contents)
                    try await writeBackup(of: reference, in: contents)
                }
            )
            return nil
        }
        let folder = VaultFolder(id: reference.id, contents: contents, parent: nil)
        return InspectedFolder(contents: contents, folder: folder, path: reference.path)
    }

    private func state(
        of contents: CloudPath,
        _ reference: FolderIndex.Reference,
        hasBackup: Bool
    ) -> Diagnosis {
        guard tree.format.writesDirectoryIdBackups, !hasBackup else {
            return Diagnosis(HealthFinding(.healthyDirectory, at: contents, path: reference.path))
        }
        return Diagnosis(HealthFinding(.missingDirectoryIdBackup, at: contents, path: reference.path)) {
            try await writeBackup(of: reference, in: contents)
        }
    }

    private func writeBackup(of reference: FolderIndex.Reference, in contents: CloudPath) async throws {
        guard tree.format.writesDirectoryIdBackups else { return }
        _ = try await store.delegate.writeFile(
            from: EncryptingSource(DataSource(reference.id), cryptor: store.cryptor),
            to: contents.appending(FormatSeven.directoryIdBackup),
            condition: .absent,
            resuming: nil,
            observer: .none
        )
    }
}

extension CloudItemMetadata {
    /// Whether it is a folder whose name has so many letters of Base32, as on the way to a content folder; a sync
    /// client may have added text.
    func isContentFolder(named length: Int) -> Bool {
        let letters = name.utf8.prefix(length)
        return itemType == .folder && letters.count == length
            && letters.allSatisfy(EncryptedNameSearch.base32.contains)
    }
}
