internal import CloudCore
internal import ConformanceKit

/// From paths to what the service finds items by.
extension InMemoryProvider {
    /// The path in the one spelling of all that lead to the same item.
    func folded(_ path: CloudPath) -> CloudPath {
        let policy = cloud.namePolicy
        guard policy.caseSensitivity == .insensitive || policy.normalization != .preserved else { return path }
        // A name that grows when it is folded may make the path too long to fold: then it is its own spelling.
        return (try? CloudPath("/" + path.components.map(policy.key(of:)).joined(separator: "/"))) ?? path
    }

    /// Checks, before a request, whether something may be made at a path.
    func checkCreation(at path: CloudPath) throws {
        guard !path.isRoot else { throw CloudProviderError.itemAlreadyExists }
        try checkName(of: path)
    }

    /// Checks the last name of a path, and the path's length.
    func checkName(of path: CloudPath) throws {
        let policy = cloud.namePolicy
        if let reason = policy.violation(of: path.name) { throw InMemoryCloudError.nameNotAllowed(reason) }
        guard path.string.utf8.count <= policy.maximumPathLength else {
            throw InMemoryCloudError.nameNotAllowed("the path is longer than \(policy.maximumPathLength) bytes")
        }
    }

    /// Asks the service for an item.
    func record(at path: CloudPath, preferring kind: WantedKind) async throws -> ItemRecord {
        guard let identifiers else {
            return try await cloud.send(.fetchItemMetadata, path) { state in
                try state.tree.record(at: .path(path), preferring: kind)
            }
        }
        return try await resolve(path, preferring: kind, with: identifiers)
    }

    /// Runs a request on an item, once more if its identifier became stale in between.
    func withAddress<Reply: Sendable>(
        of path: CloudPath,
        preferring kind: WantedKind,
        whenMissing missing: CloudProviderError = .itemNotFound,
        _ body: (Address) async throws -> Reply
    ) async throws -> Reply {
        guard let identifiers else { return try await body(.path(path)) }
        func identifier() async throws -> ItemID {
            do {
                return try await resolve(path, preferring: kind, with: identifiers).item.id
            } catch CloudProviderError.itemNotFound {
                throw missing
            }
        }
        let id = try await identifier()
        do {
            return try await body(.id(id))
        } catch let error as CloudProviderError where error == missing {
            identifiers.drop(folded(path))
            return try await body(.id(identifier()))
        }
    }

    /// Runs a request on the place of a new item.
    func withPlace<Reply: Sendable>(of path: CloudPath, _ body: (Place) async throws -> Reply) async throws -> Reply {
        try await withAddress(of: path.parent, preferring: .folder, whenMissing: .parentFolderDoesNotExist) { folder in
            try await body(Place(folder: folder, name: path.name))
        }
    }

    /// Finds an item by its remembered identifier, or name by name from the nearest folder that is remembered.
    ///
    /// What was remembered is asked for and compared with where the item stands now; if that contradicts, it is
    /// forgotten, with all below, and the way begins a folder higher.
    private func resolve(
        _ path: CloudPath,
        preferring kind: WantedKind,
        with identifiers: IdentifierCache
    ) async throws -> ItemRecord {
        let key = folded(path)
        if let id = path.isRoot ? .root : identifiers.identifier(of: key, kind) {
            if let record = try await lookUp(path, { try $0.record(at: .id(id), preferring: kind) }),
                record.names.map(cloud.namePolicy.key(of:)).map(ExactName.init) == key.components.map(ExactName.init)
            {
                return record
            }
            identifiers.drop(key)
        }
        let folder = try await resolve(path.parent, preferring: .folder, with: identifiers)
        let record = try await lookUp(path) { tree in
            guard let item = tree.child(named: path.name, of: folder.item.id, preferring: kind) else {
                throw CloudProviderError.itemNotFound
            }
            return ItemRecord(item: item, names: tree.names(of: item.id))
        }
        guard let record else { throw CloudProviderError.itemNotFound }
        identifiers.remember(record.item.id, of: key, kind)
        return record
    }

    private func lookUp(
        _ path: CloudPath,
        _ find: @escaping @Sendable (ItemTree) throws -> ItemRecord
    ) async throws -> ItemRecord? {
        do {
            return try await cloud.send(.fetchItemMetadata, path) { try find($0.tree) }
        } catch CloudProviderError.itemNotFound {
            return nil
        }
    }
}
