internal import CloudCore

/// The ciphertext of a vault: the delegate, the folder of the vault in it, and the keys.
struct CiphertextStore: Sendable {
    /// Bytes that an encrypted name has more than the name.
    static let sivOverhead = 16
    /// The most bytes of a file that holds a long name.
    static let maximumLongName = 10_240
    /// The most bytes of ciphertext of a link's target that are compared.
    static let maximumLink = 128 * 1024

    /// What holds the ciphertext.
    let delegate: any StreamingCloudProvider
    /// The folder of the vault.
    let root: CloudPath
    /// The keys.
    let cryptor: Cryptor
    /// Whether the delegate lists a folder without a request over a network.
    let listsCheaply: Bool
    /// Where to log.
    let logger: Logger

    init(delegate: any StreamingCloudProvider, root: CloudPath, cryptor: Cryptor, logger: Logger) {
        self.delegate = delegate
        self.root = root
        self.cryptor = cryptor
        self.logger = logger
        listsCheaply = delegate.capability((any CheapListing).self) != nil
    }

    /// The content folder of a directory id (vault format, section 4.2).
    func contentFolder(of id: [UInt8]) throws -> CloudPath {
        let hash = try cryptor.encryptDirId(id)
        return try root.appending("d").appending(String(hash.prefix(2))).appending(String(hash.dropFirst(2)))
    }

    /// The metadata of an entry; `nil` if nothing is there.
    func metadata(of path: CloudPath) async throws -> CloudItemMetadata? {
        do {
            return try await delegate.fetchItemMetadata(at: path)
        } catch CloudProviderError.itemNotFound {
            return nil
        }
    }

    /// The bytes of a small file; `nil` if it is larger than the limit, of which no more is read.
    func read(_ path: CloudPath, atMost limit: Int) async throws -> [UInt8]? {
        let reader = try await delegate.openFile(at: path)
        if let size = reader.metadata.size, size > limit { return nil }
        let sink = DataSink(limit: limit)
        do {
            try await reader.read(0..<limit + 1, into: sink, observer: .none)
        } catch is DataSink.LimitExceeded {
            return nil
        }
        return await sink.bytes
    }

    /// Writes a small file, for which no task is offered.
    func write(_ bytes: [UInt8], to path: CloudPath, condition: WriteCondition) async throws {
        _ = try await delegate.writeFile(
            from: DataSource(bytes),
            to: path,
            condition: condition,
            resuming: nil,
            observer: .none
        )
    }

    /// Reads the id of a folder.
    ///
    /// An empty id is that of the root: taken for the id of another folder, it would show the root there, and
    /// deleting that folder would delete the vault.
    ///
    /// - Parameter path: the file with the id.
    /// - Returns: 1 to 36 bytes of ASCII.
    /// - Throws: ``VaultNodeError/invalidDirectoryId(_:)``.
    func readDirectoryId(at path: CloudPath) async throws -> [UInt8] {
        let id: [UInt8]?
        do {
            id = try await read(path, atMost: VaultFolder.maximumIdLength)
        } catch CloudProviderError.itemTypeMismatch {
            id = nil
        }
        guard let id, !id.isEmpty, id.allSatisfy({ $0 < 0x80 }) else { throw VaultNodeError.invalidDirectoryId(path) }
        return id
    }

    /// Calls `body` with each page of a folder of the ciphertext.
    func forEachPage(of folder: CloudPath, _ body: (CloudItemList) async throws -> Void) async throws {
        var token: String?
        var usedTokens: Set<String> = []
        repeat {
            let page = try await delegate.fetchItemList(forFolderAt: folder, withPageToken: token)
            try await body(page)
            token = page.nextPageToken
            if let token, !usedTokens.insert(token).inserted { throw CloudProviderError.pageTokenInvalid }
        } while token != nil
    }

    /// What stands in the folder of a node.
    ///
    /// - Throws: `CloudProviderError.itemNotFound`; `CloudProviderError.itemTypeMismatch` for a file.
    func contents(of place: NodePlace) async throws -> NodeContents {
        var contents = NodeContents()
        try await forEachPage(of: place.path) { page in
            contents.others += page.skipped.count
            for item in page.items {
                if item.itemType == .file, let kind = TypeFile.kind(of: item.name, in: place.form) {
                    contents.bodies[kind] = item
                } else if item.itemType == .file, item.name == TypeFile.longName {
                    contents.hasLongName = true
                } else {
                    contents.others += 1
                }
            }
        }
        return contents
    }

    /// Whether nothing stands at the place of a shortened node, or only what an interrupted operation left.
    func isFree(_ place: NodePlace) async throws -> Bool {
        do {
            return try await contents(of: place).bodies.isEmpty
        } catch CloudProviderError.itemNotFound {
            return true
        }
    }

    /// Makes the folder of a node, if it is missing, and fills it.
    ///
    /// One that was made here and got no file for its kind is removed when `fill` fails.
    ///
    /// - Parameters:
    ///   - place: plain or shortened.
    ///   - commits: whether a new folder is the commit point, so that cancelling no longer stops `fill`.
    ///   - fill: gets whether the folder was made here.
    /// - Returns: what `fill` returns.
    /// - Throws: what `fill` throws; errors of the delegate.
    func withNodeFolder<Result: Sendable>(
        at place: NodePlace,
        commits: Bool = false,
        fill: @escaping @Sendable (_ isNew: Bool) async throws -> Result
    ) async throws -> Result {
        do {
            try await delegate.createFolder(at: place.path)
        } catch CloudProviderError.itemAlreadyExists {
            return try await fill(false)
        }
        do {
            return try await commits ? afterCommitPoint { try await fill(true) } : fill(true)
        } catch {
            await cleanUp("\(place.path)") {
                if try await isFree(place) { try await delegate.deleteFolderIfExisting(at: place.path) }
            }
            throw error
        }
    }

    /// Removes what a failed operation left, as far as possible.
    func cleanUp(_ what: String, _ body: @escaping @Sendable () async throws -> Void) async {
        do {
            try await afterCommitPoint(body)
        } catch {
            logger.info("vault: \(what) was left behind: \(error)")
        }
    }
}
