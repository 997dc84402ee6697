public import CloudCore
public import Foundation

/// The cleartext view of a Cryptomator vault (formats 6, 7 and 8) that lies in another provider.
///
/// Paths are those inside the vault; names are stored composed (NFC) and told apart by case. Files stream: there is no
/// temporary copy unless the delegate itself needs one. Errors of the delegate pass through unchanged. Sync-conflict
/// copies are listed under names of their own, links as links, which are never followed, and what can't be read stands
/// in `CloudItemList.skipped` with its ciphertext path. Reading changes nothing in the cloud.
///
/// Ids of folders are remembered in memory for the life of the instance; make one per vault and share it.
public final class VaultProvider: StreamingCloudProvider, NamePolicyProviding {
    /// What names the vault takes.
    public let namePolicy: NamePolicy

    let tree: VaultTree
    private let lock = PathLock()

    init(store: CiphertextStore, format: any VaultFormat) throws {
        tree = try VaultTree(store: store, format: format)
        namePolicy = NamePolicy(ofVaultWith: format, in: tree.root.contents, on: store.delegate)
    }

    private var delegate: any StreamingCloudProvider { tree.store.delegate }

    // MARK: Reading

    /// Fetches what the vault and the delegate tell about an item.
    ///
    /// - Parameter cloudPath: the item; the root costs one request that proves access.
    /// - Returns: size of the cleartext, `nil` where no file of such a size can be read; date, revision and identifier
    ///   of the node that holds the content.
    /// - Throws: as `CloudProvider.fetchItemMetadata(at:)`; ``VaultNodeError``.
    @concurrent public func fetchItemMetadata(at cloudPath: CloudPath) async throws -> CloudItemMetadata {
        try Task.checkCancellation()
        guard !cloudPath.isRoot else {
            _ = try await delegate.fetchItemMetadata(at: tree.root.contents)
            return .root
        }
        let path = try cloudPath.composed
        return try await tree.withPlaces(of: path) { places, _ in
            do {
                guard let node = try await tree.nodes(at: places, trustingKnown: true).first else {
                    throw CloudProviderError.itemNotFound
                }
                return tree.metadata(of: node, named: path.name, at: cloudPath)
            } catch VaultNodeError.noTypeFile {
                throw CloudProviderError.itemNotFound  // left by an interrupted operation
            }
        }
    }

    /// Fetches one page of a folder's contents; as large as the delegate's.
    ///
    /// - Parameters:
    ///   - cloudPath: the folder.
    ///   - pageToken: of the page before.
    /// - Returns: links have their type where the delegate lists cheaply or where they were looked at before, else that
    ///   of a folder.
    /// - Throws: as `CloudProvider.fetchItemList(forFolderAt:withPageToken:)`;
    ///   `CloudProviderError.itemNotFound` also for a folder whose content is missing; ``VaultNodeError``.
    @concurrent public func fetchItemList(
        forFolderAt cloudPath: CloudPath,
        withPageToken pageToken: String?
    ) async throws -> CloudItemList {
        try Task.checkCancellation()
        let account = tree.root.contents.string
        let token = try pageToken.map { try PageToken($0, account: account, folder: cloudPath) }
        let list = { @Sendable [tree] (folder: VaultFolder) in
            try await tree.page(of: folder, at: cloudPath, serviceToken: token?.serviceToken)
        }
        let path = try cloudPath.composed
        var page =
            token == nil
            ? try await tree.withCurrentFolder(at: path, list)
            : try await tree.withFolder(at: path, for: .listing, list)
        page.nextPageToken = page.nextPageToken.map {
            PageToken(serviceToken: $0, account: account, folder: cloudPath).text
        }
        return page
    }

    /// Opens a file for reading any ranges of its cleartext.
    ///
    /// - Parameter cloudPath: the file.
    /// - Returns: a reader that throws ``VaultError/fileDoesNotAuthenticate(_:_:)`` where the ciphertext is damaged;
    ///   what came before is authentic.
    /// - Throws: as `StreamingCloudProvider.openFile(at:)`.
    @concurrent public func openFile(at cloudPath: CloudPath) async throws -> any FileReader {
        try Task.checkCancellation()
        guard !cloudPath.isRoot else { throw CloudProviderError.itemTypeMismatch }
        return try await tree.openFile(at: cloudPath.composed, asked: cloudPath)
    }

    // MARK: Writing

    /// Writes a file whole, encrypting it on its way.
    ///
    /// - Parameters:
    ///   - source: the cleartext.
    ///   - cloudPath: the item.
    ///   - condition: for the node that holds the content.
    ///   - checkpoint: of an earlier call; used if the source has an identity and is unchanged.
    ///   - observer: watches the bytes of the ciphertext.
    /// - Returns: the new item's metadata, with the size of the cleartext.
    /// - Throws: as `StreamingCloudProvider.writeFile(from:to:condition:resuming:observer:)`;
    ///   ``VaultNodeError/nameNotAllowed(_:)``.
    @concurrent public func writeFile(
        from source: any ByteSource,
        to cloudPath: CloudPath,
        condition: WriteCondition,
        resuming checkpoint: Data?,
        observer: TransferObserver
    ) async throws -> CloudItemMetadata {
        try Task.checkCancellation()
        let path = try creatable(cloudPath)
        let earlier = checkpoint.flatMap(VaultCheckpoint.init)
        let encrypted = try EncryptingSource(source, cryptor: tree.store.cryptor, resuming: earlier?.source)
        let inner = try observer.handingOn(encrypted.checkpoint)
        let resumed = encrypted.isResumed ? earlier?.delegate : nil
        return try await lock.withLock(on: path) {
            let node = try await tree.writeFile(
                from: encrypted,
                to: path,
                condition: condition,
                resuming: resumed,
                observer: inner
            )
            return written(node, size: source.length, at: path, asked: cloudPath)
        }
    }

    /// Creates a folder.
    ///
    /// - Parameter cloudPath: the new folder, whose parent exists.
    /// - Throws: as `CloudProvider.createFolder(at:)`; ``VaultNodeError/nameNotAllowed(_:)``.
    @concurrent public func createFolder(at cloudPath: CloudPath) async throws {
        try Task.checkCancellation()
        let path = try creatable(cloudPath)
        try await lock.withLock(on: path) { try await tree.createFolder(at: path) }
    }

    /// Deletes a file, or a link itself; its content need not be readable.
    ///
    /// - Parameter cloudPath: the file.
    /// - Throws: as `CloudProvider.deleteFile(at:)`; ``VaultNodeError``.
    @concurrent public func deleteFile(at cloudPath: CloudPath) async throws {
        try Task.checkCancellation()
        guard !cloudPath.isRoot else { throw CloudProviderError.itemTypeMismatch }
        let path = try cloudPath.composed
        try await lock.withLock(on: path) { try await tree.deleteFile(at: path) }
    }

    /// Deletes a folder with all that is in it.
    ///
    /// Commits when its node is deleted; content folders that remain after an error are invisible.
    ///
    /// - Parameter cloudPath: the folder.
    /// - Throws: as `CloudProvider.deleteFolder(at:)`; ``VaultNodeError``.
    @concurrent public func deleteFolder(at cloudPath: CloudPath) async throws {
        try Task.checkCancellation()
        guard !cloudPath.isRoot else { throw CloudPathError.rootImmovable }
        let path = try cloudPath.composed
        try await lock.withLock(on: path) { try await tree.deleteFolder(at: path) }
    }

    /// Moves or renames a file, or a link itself.
    ///
    /// - Parameters:
    ///   - sourceCloudPath: the file.
    ///   - targetCloudPath: its new path, at which nothing stands.
    /// - Throws: as `CloudProvider.moveFile(from:to:)`; ``VaultNodeError``.
    @concurrent public func moveFile(from sourceCloudPath: CloudPath, to targetCloudPath: CloudPath) async throws {
        try await move(from: sourceCloudPath, to: targetCloudPath, ofKinds: [.file, .symlink])
    }

    /// Moves or renames a folder; its contents stay where they are among the ciphertext.
    ///
    /// - Parameters:
    ///   - sourceCloudPath: the folder.
    ///   - targetCloudPath: its new path, at which nothing stands.
    /// - Throws: as `CloudProvider.moveFolder(from:to:)`; ``VaultNodeError``.
    @concurrent public func moveFolder(from sourceCloudPath: CloudPath, to targetCloudPath: CloudPath) async throws {
        try await move(from: sourceCloudPath, to: targetCloudPath, ofKinds: [.folder])
    }

    private func move(
        from sourceCloudPath: CloudPath,
        to targetCloudPath: CloudPath,
        ofKinds kinds: Set<CloudItemType>
    ) async throws {
        try Task.checkCancellation()
        try CloudPath.checkMove(from: sourceCloudPath, to: targetCloudPath)
        let (source, target) = try (sourceCloudPath.composed, creatable(targetCloudPath))
        guard !target.isDescendant(of: source) else { throw CloudPathError.moveIntoDescendant }
        try await lock.withLock(on: source, and: target) {
            try await tree.move(from: source, to: target, ofKinds: kinds)
        }
    }

    /// The path of a new item, if its name can be stored.
    private func creatable(_ cloudPath: CloudPath) throws -> CloudPath {
        guard !cloudPath.isRoot else { throw CloudProviderError.itemAlreadyExists }
        let path = try cloudPath.composed
        if let violation = namePolicy.violation(of: path.name) { throw VaultNodeError.nameNotAllowed(violation) }
        return path
    }

    private func written(_ node: VaultNode, size: Int?, at path: CloudPath, asked: CloudPath) -> CloudItemMetadata {
        var metadata = tree.metadata(of: node, named: path.name, at: asked)
        metadata.size = size ?? metadata.size
        return metadata
    }

    // MARK: Capabilities

    /// What a vault can do beyond the protocol.
    ///
    /// - Parameter type: the capability.
    /// - Returns: the delegate's quota and cheap listing, copies of files where the delegate copies, and the vault's own
    ///   streaming and name policy.
    public func capability<Capability>(_ type: Capability.Type) -> Capability? {
        if type == (any ServerSideCopying).self {
            return delegate.capability((any ServerSideCopying).self)
                .map { VaultCopying(vault: self, copier: $0) } as? Capability
        }
        let forwarded: [Any.Type] = [(any QuotaReporting).self, (any CheapListing).self, (any DateKeeping).self]
        return forwarded.contains { $0 == type } ? delegate.capability(type) : self as? Capability
    }

    fileprivate func copyFile(
        from sourceCloudPath: CloudPath,
        to targetCloudPath: CloudPath,
        condition: WriteCondition,
        with copier: any ServerSideCopying
    ) async throws -> CloudItemMetadata {
        try Task.checkCancellation()
        guard !sourceCloudPath.isRoot else { throw CloudProviderError.itemTypeMismatch }
        let (source, target) = try (sourceCloudPath.composed, creatable(targetCloudPath))
        guard source != target else { throw CloudProviderError.itemAlreadyExists }
        return try await lock.withLock(on: target) {
            let node = try await tree.copyFile(from: source, to: target, condition: condition, with: copier)
            return written(node, size: nil, at: target, asked: targetCloudPath)
        }
    }
}

/// Copies files of a vault by the means of its delegate.
private struct VaultCopying: ServerSideCopying {
    let vault: VaultProvider
    let copier: any ServerSideCopying

    @concurrent func copyFile(
        from sourceCloudPath: CloudPath,
        to targetCloudPath: CloudPath,
        condition: WriteCondition
    ) async throws -> CloudItemMetadata {
        try await vault.copyFile(from: sourceCloudPath, to: targetCloudPath, condition: condition, with: copier)
    }
}

extension CloudPath {
    /// The path with composed names, by which a vault finds its items.
    fileprivate var composed: CloudPath {
        get throws { try CloudPath(string.precomposedStringWithCanonicalMapping) }
    }
}
