internal import CloudCore
internal import Foundation

/// Creates and deletes folders (vault format, section 5.3).
extension VaultTree {
    /// Requests of one deletion that run at once.
    private static let parallelRequests = 8

    // MARK: Creating

    /// Creates the folder at a path, which has composed names and isn't the root.
    ///
    /// The content folder comes first and the file with the id last, so that the name is never taken by a folder that
    /// can't be entered.
    func createFolder(at path: CloudPath) async throws {
        try await withFolder(at: path.parent, for: .target) { parent in
            let places = try format.places(of: path.name, in: parent)
            guard try await isFree(places) else { throw CloudProviderError.itemAlreadyExists }
            let place = try format.place(of: path.name, holding: .folder, in: parent)
            let id = Array(UUID().uuidString.lowercased().utf8)
            let folder = VaultFolder(id: id, contents: try store.contentFolder(of: id), parent: parent)
            let stamp = ids.stamp
            try await makeContents(of: folder)
            do {
                try await makeNode(of: folder, at: place)
            } catch {
                try await settle(error, folder, at: place)
            }
            ids.remember(folder, at: path, since: stamp)
        }
    }

    /// Whether nothing stands at the places, or only the folder of a node without a file for its kind.
    private func isFree(_ places: [NodePlace]) async throws -> Bool {
        do {
            return try await nodes(at: places).isEmpty
        } catch VaultNodeError.noTypeFile {
            return true
        } catch VaultNodeError.severalTypeFiles {
            return false
        }
    }

    private func makeContents(of folder: VaultFolder) async throws {
        do {
            try await store.delegate.createFolderWithIntermediates(for: folder.contents)
            if format.writesDirectoryIdBackups { await writeBackup(ofIdOf: folder) }
        } catch {
            await removeContents(of: folder)
            throw error
        }
    }

    /// Writes the encrypted copy of an id, which nothing but a repair reads: a failure is no failure.
    func writeBackup(ofIdOf folder: VaultFolder) async {
        do {
            _ = try await store.delegate.writeFile(
                from: EncryptingSource(DataSource(folder.id), cryptor: store.cryptor),
                to: folder.contents.appending(FormatSeven.directoryIdBackup),
                condition: .none,
                resuming: nil,
                observer: .none
            )
        } catch {
            store.logger.info("vault: \(folder.contents) has no copy of its directory ID: \(error)")
        }
    }

    /// Makes the node of a folder whose content folder is there; commits with the file that holds the id.
    func makeNode(of folder: VaultFolder, at place: NodePlace) async throws {
        let file = try place.body(of: .folder)
        guard file != place.path else {
            try await format.recordLongName(of: place)
            return try await store.write(folder.id, to: file, condition: .absent)
        }
        try await store.withNodeFolder(at: place) { [store, format] _ in
            try await format.recordLongName(of: place)
            try await store.write(folder.id, to: file, condition: .absent)
        }
    }

    /// Finds out what became of a folder after an error, which may mean that only the answer was lost.
    private func settle(_ error: any Error, _ folder: VaultFolder, at place: NodePlace) async throws {
        let file = try place.body(of: .folder)
        let winner: [UInt8]?
        do {
            winner = try await afterCommitPoint { [store] in
                try await store.read(file, atMost: VaultFolder.maximumIdLength) ?? []
            }
        } catch CloudProviderError.itemNotFound {
            winner = nil
        } catch _ {
            throw error  // not known: the content folder must stay
        }
        if winner == folder.id { return }
        await removeContents(of: folder)
        throw winner == nil ? error : CloudProviderError.itemAlreadyExists
    }

    private func removeContents(of folder: VaultFolder) async {
        await store.cleanUp("\(folder.contents)") { [store] in
            try await store.delegate.deleteFolderIfExisting(at: folder.contents)
        }
    }

    // MARK: Deleting

    /// Deletes the folder at a path, which has composed names and isn't the root, with all that is in it.
    ///
    /// The node goes first: what a killed run leaves after it is invisible.
    func deleteFolder(at path: CloudPath) async throws {
        try await reconsiderFolders(downTo: path.parent)
        defer { ids.forget(path) }
        try await withPlaces(of: path) { places, parent in
            let node = try await node(at: places, ofKinds: [.folder])
            let levels = try await contentFolders(below: node, at: path, in: parent)
            try await remove(node)
            aliases.forget(node.place, in: parent)
            try await afterCommitPoint { [store] in
                for level in levels.reversed() {
                    _ = try await level.concurrentMap(atMost: Self.parallelRequests) { folder in
                        try await store.delegate.deleteFolderIfExisting(at: folder)
                    }
                }
            }
        }
    }

    /// Removes a node from its content folder.
    func remove(_ node: VaultNode) async throws {
        kinds.forget(node.place)
        if node.facts.cloudPath == node.place.path, node.facts.itemType == .file {
            try await store.delegate.deleteFile(at: node.place.path)
        } else {
            try await store.delegate.deleteFolder(at: node.place.path)
        }
    }

    /// The content folders of a folder and of all below it, level by level from the top.
    ///
    /// Left out are those that other folders need too, though no id should come twice: those of the folders above, and
    /// of all remembered ones elsewhere.
    private func contentFolders(
        below node: VaultNode,
        at path: CloudPath,
        in parent: VaultFolder
    ) async throws -> [[CloudPath]] {
        var seen = ids.ids(outside: path)
        seen.formUnion(sequence(first: parent, next: \.parent).map(\.id))
        var levels: [[CloudPath]] = []
        var files = [try node.place.body(of: .folder)]
        while !files.isEmpty {
            let found = try await files.concurrentMap(atMost: Self.parallelRequests) { [store] file in
                try await store.directoryIdIfValid(at: file)
            }
            let level = try found.compactMap(\.self).filter { seen.insert($0).inserted }.map(store.contentFolder)
            files = try await level.concurrentMap(atMost: Self.parallelRequests) { [self] folder in
                try await directoryIdFiles(in: folder)
            }.flatMap(\.self)
            levels.append(level)
        }
        return levels
    }

    /// The files that hold the ids of the folders in a content folder, whatever their names are.
    private func directoryIdFiles(in folder: CloudPath) async throws -> [CloudPath] {
        var files: [CloudPath] = []
        do {
            try await store.forEachPage(of: folder) { page in
                files += try page.items.compactMap(format.directoryIdFile)
            }
        } catch CloudProviderError.itemNotFound {}  // it is missing already
        return files
    }
}

extension CiphertextStore {
    /// An id; `nil` if there is none or it can't be one.
    fileprivate func directoryIdIfValid(at file: CloudPath) async throws -> [UInt8]? {
        do {
            return try await readDirectoryId(at: file)
        } catch CloudProviderError.itemNotFound, VaultNodeError.invalidDirectoryId {
            return nil
        }
    }
}
