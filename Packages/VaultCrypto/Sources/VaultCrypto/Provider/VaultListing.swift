internal import CloudCore

/// Lists the folders of a vault, page by page as the delegate does (vault format, section 5.2).
extension VaultTree {
    /// An entry of a page and what became of it.
    private enum Listed: Sendable {
        case nothing
        case skipped(String)
        case node(VaultNode, name: String)
        /// Its own name leads elsewhere: it gets another one.
        case conflict(ListedName)
    }

    /// Entries that are asked for at once; those of shortened nodes cost two requests each.
    private static let parallelEntries = 8

    /// One page of the contents of a folder, whose path the caller gave.
    func page(of folder: VaultFolder, at path: CloudPath, serviceToken: String?) async throws -> CloudItemList {
        let page = try await store.delegate.fetchItemList(forFolderAt: folder.contents, withPageToken: serviceToken)
        let listed = try await list(page, of: folder) { try await self.node(listed: $0) }
        if serviceToken == nil, page.nextPageToken == nil { aliases.markComplete(in: folder) }
        var list = CloudItemList(items: [], nextPageToken: page.nextPageToken)
        list.skipped = page.skipped.filter { $0.path.split(separator: "/").last?.hasPrefix(".") == false }
        for (entry, listed) in zip(page.items, listed) {
            switch listed {
            case .nothing, .conflict: break
            case .skipped(let reason): list.skipped.append(.init(path: entry.cloudPath.string, reason: reason))
            case .node(let node, let name):
                do throws(CloudPathError) {
                    list.items.append(metadata(of: node, named: name, at: try path.appending(name)))
                } catch {
                    list.skipped.append(.init(path: entry.cloudPath.string, reason: "its name is none: \(error)"))
                }
            }
        }
        return list
    }

    /// Looks through a folder for nodes that are listed under other names than their own.
    func findAliases(in folder: VaultFolder) async throws {
        try await store.forEachPage(of: folder.contents) { page in
            var page = page
            page.items.removeAll { format.isShortenedName($0.name) }
            _ = try await list(page, of: folder) { _ in nil }
        }
        aliases.markComplete(in: folder)
    }

    /// What `fetchItemMetadata` tells of a node.
    func metadata(of node: VaultNode, named name: String, at path: CloudPath) -> CloudItemMetadata {
        let size = node.kind == .folder ? nil : node.facts.size
        return CloudItemMetadata(
            name: name,
            cloudPath: path,
            itemType: node.kind,
            lastModifiedDate: node.facts.lastModifiedDate,
            size: size.flatMap(store.cryptor.cleartextSize(ofCiphertext:)),
            identifier: node.facts.identifier,
            revision: node.facts.revision
        )
    }

    /// `describe` finds out what a node is whose name is its own; it gives `nil` if nobody wants to know.
    private func list(
        _ page: CloudItemList,
        of folder: VaultFolder,
        describe: @escaping @Sendable (ListedName) async throws -> VaultNode?
    ) async throws -> [Listed] {
        var listed = try await page.items.concurrentMap(atMost: Self.parallelEntries) { entry in
            try await self.list(entry, of: folder, describe: describe)
        }
        let paths = Set(page.items.map(\.cloudPath))
        for (index, entry) in listed.enumerated() {
            guard case .conflict(let name) = entry else { continue }
            listed[index] = try await describing { try await resolve(name, among: paths, of: folder) }
        }
        return listed
    }

    private func list(
        _ entry: CloudItemMetadata,
        of folder: VaultFolder,
        describe: (ListedName) async throws -> VaultNode?
    ) async throws -> Listed {
        try await describing {
            switch try await format.read(entry, in: folder) {
            case .foreign: return .nothing
            case .unreadable(let reason): return .skipped(reason)
            case .node(let name):
                let places = try format.places(of: name.cleartext, in: folder)
                guard places.contains(where: { $0.path == entry.cloudPath }) else { return .conflict(name) }
                return try await describe(name).map { .node($0, name: name.cleartext) } ?? .nothing
            }
        }
    }

    /// One bad node never fails the listing.
    private func describing(_ body: () async throws -> Listed) async throws -> Listed {
        do {
            return try await body()
        } catch let error as VaultNodeError {
            return .skipped(error.reason)
        } catch CloudProviderError.itemNotFound, CloudProviderError.itemTypeMismatch {
            return .skipped("it says neither file, folder nor link")
        } catch CloudProviderError.unauthorized where store.listsCheaply {
            // No login has expired where nothing is asked over a network: it is this entry that may not be read.
            return .skipped("it may not be read")
        } catch let error as any CategorizedError where store.listsCheaply {
            return .skipped(error.reason)  // such as a broken disk, or a link that leads out of the delegate's root
        }
    }

    // MARK: Conflict copies

    /// Gives a node whose own name leads elsewhere the name under which it is listed (vault format, section 9).
    private func resolve(
        _ name: ListedName,
        among paths: Set<CloudPath>,
        of folder: VaultFolder
    ) async throws -> Listed {
        guard let node = try await node(at: name.place, trustingKnown: false) else {
            throw CloudProviderError.itemNotFound
        }
        let own = try format.place(of: name.cleartext, holding: node.kind, in: folder)
        let owner = try await holder(of: name.cleartext, at: [own], besides: node, among: paths, of: folder)
        guard let owner else { return record(node, as: name.cleartext, in: folder) }
        guard try await !isCopy(node, of: owner) else {
            return .skipped("a copy of \(owner.path) with the same content")
        }
        let limit = format.longestName(of: node.kind, withEncryptedLength: format.shorteningThreshold)
        for candidate in ConflictNames.candidates(for: name.cleartext, suffix: name.suffix, limit: limit) {
            let places = try format.places(of: candidate, in: folder)
            if try await holder(of: candidate, at: places, besides: node, among: paths, of: folder) == nil {
                return record(node, as: candidate, in: folder)
            }
        }
        return .skipped("a conflicting copy of \(owner.path); all names for it are taken")
    }

    private func record(_ node: VaultNode, as name: String, in folder: VaultFolder) -> Listed {
        guard aliases.record(node.place, as: name, in: folder) else {
            return .skipped("a conflicting copy; there are too many of them in this folder")
        }
        return .node(node, name: name)
    }

    /// Where a name leads already.
    private func holder(
        of name: String,
        at places: [NodePlace],
        besides node: VaultNode,
        among paths: Set<CloudPath>,
        of folder: VaultFolder
    ) async throws -> NodePlace? {
        let alias = aliases.place(of: name, in: folder)
        for place in places + (alias.map { [$0] } ?? []) where place.path != node.place.path {
            if paths.contains(place.path) { return place }
            if try await store.metadata(of: place.path) != nil { return place }
        }
        return nil
    }

    /// Whether two folders have one id, or two links the same ciphertext.
    private func isCopy(_ node: VaultNode, of holder: NodePlace) async throws -> Bool {
        let limits: [CloudItemType: Int] = [
            .folder: VaultFolder.maximumIdLength, .symlink: CiphertextStore.maximumLink,
        ]
        guard let limit = limits[node.kind], holder.canHold(node.kind) else { return false }
        let bodies = [try node.place.body(of: node.kind), try holder.body(of: node.kind)]
        let contents = try await bodies.concurrentMap(atMost: 2) { [store] body -> [UInt8]? in
            do {
                return try await store.read(body, atMost: limit)
            } catch CloudProviderError.itemNotFound, CloudProviderError.itemTypeMismatch {
                return nil  // the other one is of another kind
            }
        }
        return contents[0] != nil && contents[0] == contents[1]
    }
}
