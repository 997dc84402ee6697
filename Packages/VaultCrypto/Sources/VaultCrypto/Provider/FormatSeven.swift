internal import CloudCore
internal import CryptoPrimitives

/// Formats 7 and 8: nodes are files or folders with the ending `.c9r`, those with long names folders with `.c9s`.
struct FormatSeven: VaultFormat {
    static let ending = ".c9r"
    static let shortenedEnding = ".c9s"
    static let directoryIdBackup = "dirid.c9r"
    private static let shortenedNameLength = 32

    let store: CiphertextStore
    /// The most characters of a name, ending included.
    let shorteningThreshold: Int
    let writesDirectoryIdBackups: Bool

    func longestName(of kind: CloudItemType, withEncryptedLength length: Int) -> Int {
        (length - Self.ending.utf8.count) / 4 * 3 - CiphertextStore.sivOverhead
    }

    func places(of name: String, in folder: VaultFolder) throws -> [NodePlace] {
        let encrypted = try store.cryptor.encryptFileName(name, dirId: folder.id, encoding: .base64url) + Self.ending
        guard encrypted.utf8.count > shorteningThreshold else {
            return [NodePlace(path: try folder.contents.appending(encrypted), form: .plain)]
        }
        let path = try folder.contents.appending(Self.shortened(encrypted))
        return [NodePlace(path: path, form: .shortened, longName: encrypted)]
    }

    /// The name of the folder that stands for a long name (vault format, section 5.1).
    static func shortened(_ encrypted: String) -> String {
        Base64URL.encode(Digest.sha1(Array(encrypted.utf8)), padded: true) + shortenedEnding
    }

    func isShortenedName(_ name: String) -> Bool {
        name.hasSuffix(Self.shortenedEnding) && name.utf8.count == Self.shortenedNameLength
    }

    func read(_ entry: CloudItemMetadata, in folder: VaultFolder) async throws -> ListedEntry {
        let name = entry.name
        if name.hasPrefix(".") || name == Self.directoryIdBackup { return .foreign }
        if name.hasSuffix(Self.ending) {
            guard [.file, .folder].contains(entry.itemType) else { return .unreadable("neither a file nor a folder") }
            return decrypted(name, of: entry, form: .plain, in: folder)
        }
        guard name.hasSuffix(Self.shortenedEnding) else { return .foreign }
        guard entry.itemType == .folder else { return .unreadable("not a folder") }
        return try await readShortened(entry, in: folder)
    }

    private func decrypted(
        _ encrypted: String,
        of entry: CloudItemMetadata,
        form: NodePlace.Form,
        in folder: VaultFolder
    ) -> ListedEntry {
        let stem = String(encrypted.dropLast(Self.ending.count))
        let found = EncryptedNameSearch.base64url.find(in: stem) { candidate in
            try? store.cryptor.decryptFileName(candidate, dirId: folder.id, encoding: .base64url)
        }
        guard let found else { return .unreadable("its name does not authenticate") }
        let place = NodePlace(path: entry.cloudPath, form: form)
        return .node(ListedName(cleartext: found.cleartext, suffix: found.suffix, place: place, entry: entry))
    }

    private func readShortened(_ entry: CloudItemMetadata, in folder: VaultFolder) async throws -> ListedEntry {
        let bytes: [UInt8]?
        do {
            bytes = try await store.read(
                entry.cloudPath.appending(TypeFile.longName),
                atMost: CiphertextStore.maximumLongName
            )
        } catch CloudProviderError.itemNotFound {
            return .unreadable("\(TypeFile.longName) is missing")
        } catch CloudProviderError.itemTypeMismatch {
            return .unreadable("\(TypeFile.longName) is no file")
        }
        guard let bytes else {
            return .unreadable("\(TypeFile.longName) is larger than \(CiphertextStore.maximumLongName) bytes")
        }
        // An old writer left bytes of a longer name behind the ending.
        guard let text = String(validating: bytes, as: UTF8.self), let end = text.firstRange(of: Self.ending) else {
            return .unreadable("\(TypeFile.longName) holds no encrypted name")
        }
        let longName = String(text[..<end.upperBound])
        let shortened = Self.shortened(longName)
        let stem = shortened.dropLast(Self.shortenedEnding.count)
        guard let hash = entry.name.firstRange(of: stem) else {
            return .unreadable("\(TypeFile.longName) holds another name than the folder stands for")
        }
        let listed = decrypted(longName, of: entry, form: .shortened, in: folder)
        guard case .node(var node) = listed else { return listed }
        node.suffix = String(entry.name[hash.upperBound...].dropLast(Self.shortenedEnding.count))
        return .node(node)
    }

    func directoryIdFile(of entry: CloudItemMetadata) throws -> CloudPath? {
        guard entry.itemType == .folder, [Self.ending, Self.shortenedEnding].contains(where: entry.name.hasSuffix)
        else {
            return nil
        }
        return try entry.cloudPath.appending(TypeFile.directoryId)
    }

    func recordLongName(of place: NodePlace) async throws {
        guard let longName = place.longName else { return }
        try await store.write(Array(longName.utf8), to: place.path.appending(TypeFile.longName), condition: .none)
    }

    func move(_ node: VaultNode, to target: NodePlace) async throws {
        let (delegate, source) = (store.delegate, node.place)
        switch (source.form, target.form) {
        case (_, .shortened):
            try await moveBody(of: node, intoFolderAt: target)
        case (.shortened, _) where node.kind == .file:
            try await delegate.moveFile(from: source.body(of: .file), to: target.path)
            try await afterCommitPoint { try await delegate.deleteFolder(at: source.path) }
        case (.shortened, _):
            let longName = try target.path.appending(TypeFile.longName)
            try await delegate.moveFolder(from: source.path, to: target.path)
            try await afterCommitPoint { try await delegate.deleteFileIfExisting(at: longName) }
        case (_, _) where node.kind == .file:
            try await delegate.moveFile(from: source.path, to: target.path)
        default:
            try await delegate.moveFolder(from: source.path, to: target.path)
        }
    }

    private func moveBody(of node: VaultNode, intoFolderAt target: NodePlace) async throws {
        let (delegate, source) = (store.delegate, node.place)
        guard try await store.isFree(target) else { throw CloudProviderError.itemAlreadyExists }
        let (from, to) = try (source.body(of: node.kind), target.body(of: node.kind))
        try await store.withNodeFolder(at: target) { _ in
            try await recordLongName(of: target)
            try await delegate.moveFile(from: from, to: to)
        }
        guard from != source.path else { return }
        try await afterCommitPoint { try await delegate.deleteFolder(at: source.path) }
    }
}
