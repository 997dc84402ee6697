internal import CloudCore
internal import Foundation

/// Finds the folders and nodes of a vault among its ciphertext.
///
/// Paths are those of the cleartext, with composed (NFC) names.
final class VaultTree: Sendable {
    /// What is looked for below a folder, and what it means when it isn't there.
    enum Purpose: Sendable {
        /// The folder itself is listed.
        case listing
        /// An item that should be in the folder.
        case source
        /// A place in the folder for an item that isn't there yet.
        case target

        /// The failure below a remembered folder that makes it doubtful.
        fileprivate var doubt: CloudProviderError {
            self == .target ? .parentFolderDoesNotExist : .itemNotFound
        }

        /// The failure that it is for the caller if the folder isn't there or is no folder.
        fileprivate func failure(for error: any Error) -> any Error {
            switch (self, error) {
            case (.source, CloudProviderError.itemTypeMismatch): CloudProviderError.itemNotFound
            case (.target, CloudProviderError.itemTypeMismatch), (.target, CloudProviderError.itemNotFound):
                CloudProviderError.parentFolderDoesNotExist
            default: error
            }
        }
    }

    private static let parallelReads = 8

    let store: CiphertextStore
    let format: any VaultFormat
    let root: VaultFolder
    let ids = DirectoryIds()
    let aliases = ConflictAliases()
    let kinds = KnownKinds()

    init(store: CiphertextStore, format: any VaultFormat) throws {
        self.store = store
        self.format = format
        root = VaultFolder(id: [], contents: try store.contentFolder(of: []), parent: nil)
    }

    // MARK: Folders

    /// Runs `body` with a folder, and once more if the folder was remembered and turns out to be another one by now.
    func withFolder<Result>(
        at path: CloudPath,
        for purpose: Purpose,
        _ body: (VaultFolder) async throws -> Result
    ) async throws -> Result {
        guard let known = path.isRoot ? root : ids.folder(at: path) else {
            return try await body(lookUpFolder(at: path, for: purpose))
        }
        do {
            return try await body(known)
        } catch let error as CloudProviderError where error == purpose.doubt && !path.isRoot {
            ids.forget(path)
            let current = try await lookUpFolder(at: path, for: purpose)
            guard current.id != known.id else { throw error }
            return try await body(current)
        }
    }

    /// Runs `body` with the folder that stands at a path now: the id of a remembered one is read again meanwhile.
    func withCurrentFolder<Result: Sendable>(
        at path: CloudPath,
        _ body: @escaping @Sendable (VaultFolder) async throws -> Result
    ) async throws -> Result {
        guard !path.isRoot, let known = ids.folder(at: path) else {
            return try await withFolder(at: path, for: .listing, body)
        }
        async let result = body(known)
        if try await isCurrent(known, at: path) { return try await result }
        ids.forget(path)
        return try await body(lookUpFolder(at: path, for: .listing))
    }

    private func isCurrent(_ folder: VaultFolder, at path: CloudPath) async throws -> Bool {
        do {
            return try await withPlaces(of: path) { places, _ in
                guard let place = places.first(where: { $0.canHold(.folder) }) else { return false }
                return try await store.readDirectoryId(at: place.body(of: .folder)) == folder.id
            }
        } catch CloudProviderError.itemNotFound, VaultNodeError.invalidDirectoryId {
            return false
        }
    }

    /// Forgets what is remembered of the folders down to a path if it is no longer so: deletions and moves never rely on
    /// it, or they would hit a tree that others have moved away.
    func reconsiderFolders(downTo path: CloudPath) async throws {
        let folders = Array(sequence(first: path) { $0.isRoot ? nil : $0.parent }.dropLast())
        let areCurrent = try await folders.concurrentMap(atMost: Self.parallelReads) { path in
            guard let known = self.ids.folder(at: path) else { return true }
            return try await self.isCurrent(known, at: path)
        }
        for (path, isCurrent) in zip(folders, areCurrent) where !isCurrent { ids.forget(path) }
    }

    private func lookUpFolder(at path: CloudPath, for purpose: Purpose) async throws -> VaultFolder {
        do {
            let stamp = ids.stamp
            let folder = try await withPlaces(of: path) { places, parent in
                try await self.folder(at: places, in: parent)
            }
            ids.remember(folder, at: path, since: stamp)
            return folder
        } catch {
            throw purpose.failure(for: error)
        }
    }

    private func folder(at places: [NodePlace], in parent: VaultFolder) async throws -> VaultFolder {
        guard let place = places.first(where: { $0.canHold(.folder) }) else {
            throw CloudProviderError.itemTypeMismatch  // the alias of a file or link
        }
        let id = try await directoryId(at: place, among: places)
        guard !parent.isOrDescends(fromId: id) else { throw VaultNodeError.directoryCycle(place.path) }
        return VaultFolder(id: id, contents: try store.contentFolder(of: id), parent: parent)
    }

    private func directoryId(at place: NodePlace, among places: [NodePlace]) async throws -> [UInt8] {
        let file = try place.body(of: .folder)
        guard case .single = place.form else {
            // Both at once: the folder of the node, for its kind, and the file in it.
            async let id = store.readDirectoryId(at: file)
            let node = try await nodeInFolder(at: place)
            guard node.kind == .folder else { throw CloudProviderError.itemTypeMismatch }
            return try await id
        }
        do {
            return try await store.readDirectoryId(at: file)
        } catch CloudProviderError.itemNotFound {
            let others = try await nodes(at: places.filter { $0 != place })
            throw others.isEmpty ? CloudProviderError.itemNotFound : .itemTypeMismatch
        }
    }

    // MARK: Nodes

    /// Runs `body` with the places of an item, then, if nothing is there, with that of the conflict copy that is listed
    /// under the name.
    func withPlaces<Result>(
        of path: CloudPath,
        _ body: ([NodePlace], VaultFolder) async throws -> Result
    ) async throws -> Result {
        try await withFolder(at: path.parent, for: .source) { folder in
            do {
                return try await body(format.places(of: path.name, in: folder), folder)
            } catch CloudProviderError.itemNotFound {
                guard let alias = try await alias(of: path.name, in: folder) else {
                    throw CloudProviderError.itemNotFound
                }
                do {
                    return try await body([alias], folder)
                } catch CloudProviderError.itemNotFound {
                    aliases.forget(alias, in: folder)
                    throw CloudProviderError.itemNotFound
                }
            }
        }
    }

    private func alias(of name: String, in folder: VaultFolder) async throws -> NodePlace? {
        if let alias = aliases.place(of: name, in: folder) { return alias }
        guard !aliases.areComplete(in: folder) else { return nil }
        try await findAliases(in: folder)
        return aliases.place(of: name, in: folder)
    }

    /// The node of one of some kinds, as it is now.
    ///
    /// - Throws: `CloudProviderError.itemNotFound`; `CloudProviderError.itemTypeMismatch` if only nodes of other
    ///   kinds are there; ``VaultNodeError``.
    func node(at places: [NodePlace], ofKinds kinds: Set<CloudItemType>) async throws -> VaultNode {
        let nodes = try await nodes(at: places)
        if let node = nodes.first(where: { kinds.contains($0.kind) }) { return node }
        throw nodes.isEmpty ? CloudProviderError.itemNotFound : .itemTypeMismatch
    }

    /// The nodes at some places, looked for at once.
    func nodes(at places: [NodePlace], trustingKnown: Bool = false) async throws -> [VaultNode] {
        let nodes = try await places.concurrentMap(atMost: places.count) { place in
            try await self.node(at: place, trustingKnown: trustingKnown)
        }
        return nodes.compactMap(\.self)
    }

    /// The node at a place; `nil` if nothing is there.
    ///
    /// `trustingKnown` says whether a kind that was found before may be taken for right while the folder of the node is
    /// unchanged.
    func node(at place: NodePlace, trustingKnown: Bool) async throws -> VaultNode? {
        do {
            guard place.form != .shortened else { return try await nodeInFolder(at: place) }
            let facts = try await store.delegate.fetchItemMetadata(at: place.path)
            return try await node(at: place, facts: facts, isLookedInto: !trustingKnown || kinds.kind(of: facts) == nil)
        } catch CloudProviderError.itemNotFound {
            return nil
        }
    }

    /// The node that a listing found.
    func node(listed name: ListedName) async throws -> VaultNode {
        guard name.place.form != .shortened else { return try await nodeInFolder(at: name.place) }
        let isLookedInto = store.listsCheaply && kinds.kind(of: name.entry) == nil
        return try await node(at: name.place, facts: name.entry, isLookedInto: isLookedInto)
    }

    /// If it isn't looked into, the folder of a node has the kind that is known, or is taken for a folder.
    private func node(at place: NodePlace, facts: CloudItemMetadata, isLookedInto: Bool) async throws -> VaultNode {
        switch (place.form, facts.itemType) {
        case (.single(let kind), .file):
            return VaultNode(place: place, kind: kind, facts: facts)
        case (.plain, .file):
            return VaultNode(place: place, kind: .file, facts: facts)
        case (.plain, .folder) where isLookedInto:
            let node = try await nodeInFolder(at: place)
            kinds.remember(node.kind, of: facts)
            return node.kind == .folder ? VaultNode(place: place, kind: .folder, facts: facts) : node
        case (.plain, .folder):
            return VaultNode(place: place, kind: kinds.kind(of: facts) ?? .folder, facts: facts)
        default:
            throw VaultNodeError.noTypeFile(place.path)
        }
    }

    /// The node whose folder holds a file for its kind.
    ///
    /// - Throws: `CloudProviderError.itemNotFound`, also for a shortened node that an interrupted operation left
    ///   without such a file; `CloudProviderError.itemTypeMismatch` for a file; ``VaultNodeError``.
    private func nodeInFolder(at place: NodePlace) async throws -> VaultNode {
        let contents = try await store.contents(of: place)
        if contents.bodies.isEmpty, place.form == .shortened { throw CloudProviderError.itemNotFound }
        let (kind, facts) = try contents.only(at: place)
        return VaultNode(place: place, kind: kind, facts: facts)
    }
}
