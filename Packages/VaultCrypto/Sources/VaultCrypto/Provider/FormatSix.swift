internal import CloudCore
internal import CryptoPrimitives

/// Format 6: every node is a file, whose name tells its kind; long names stand in a folder `m`.
struct FormatSix: VaultFormat {
    static let shortenedEnding = ".lng"
    private static let hashLength = 32
    private static let prefixes: [(kind: CloudItemType, text: String)] = [
        (.file, ""), (.folder, "0"), (.symlink, "1S"),
    ]

    /// Prefix included.
    static let shorteningThreshold = 129

    let store: CiphertextStore
    var shorteningThreshold: Int { Self.shorteningThreshold }
    var writesDirectoryIdBackups: Bool { false }

    func longestName(of kind: CloudItemType, withEncryptedLength length: Int) -> Int {
        (length - Self.prefix(of: kind).utf8.count) / 8 * 5 - CiphertextStore.sivOverhead
    }

    private static func prefix(of kind: CloudItemType) -> String {
        prefixes.first { $0.kind == kind }?.text ?? ""
    }

    func places(of name: String, in folder: VaultFolder) throws -> [NodePlace] {
        let encrypted = try store.cryptor.encryptFileName(name, dirId: folder.id, encoding: .base32)
        return try Self.prefixes.map { kind, prefix in
            let full = prefix + encrypted
            guard full.utf8.count > shorteningThreshold else {
                return NodePlace(path: try folder.contents.appending(full), form: .single(kind))
            }
            let path = try folder.contents.appending(Self.shortened(full))
            return NodePlace(path: path, form: .single(kind), longName: full)
        }
    }

    /// The name that stands for a long one (vault format, section 6).
    static func shortened(_ encrypted: String) -> String {
        Base32.encode(Digest.sha1(Array(encrypted.utf8))) + shortenedEnding
    }

    /// The file in which a long name stands, for all folders of the vault.
    func longNameFile(of shortened: String) throws -> CloudPath {
        let scalars = shortened.unicodeScalars
        return try store.root.appending("m")
            .appending(String(scalars.prefix(2)))
            .appending(String(scalars.dropFirst(2).prefix(2)))
            .appending(shortened)
    }

    func isShortenedName(_ name: String) -> Bool {
        name.hasSuffix(Self.shortenedEnding) && name.utf8.count == Self.hashLength + Self.shortenedEnding.utf8.count
    }

    func read(_ entry: CloudItemMetadata, in folder: VaultFolder) async throws -> ListedEntry {
        guard !entry.name.hasPrefix(".") else { return .foreign }
        guard entry.name.hasSuffix(Self.shortenedEnding) else { return decrypted(entry.name, of: entry, in: folder) }
        guard let (shortened, suffix) = Self.hash(in: entry.name) else { return .foreign }
        let bytes: [UInt8]?
        do {
            bytes = try await store.read(longNameFile(of: shortened), atMost: CiphertextStore.maximumLongName)
        } catch CloudProviderError.itemNotFound {
            return .unreadable("its long name is missing")
        }
        guard let bytes, let longName = String(validating: bytes, as: UTF8.self) else {
            return .unreadable("its long name is damaged")
        }
        guard case .node(var node) = decrypted(longName, of: entry, in: folder) else {
            return .unreadable("its long name does not authenticate")
        }
        node.suffix = suffix
        return .node(node)
    }

    private func decrypted(_ encrypted: String, of entry: CloudItemMetadata, in folder: VaultFolder) -> ListedEntry {
        let search = EncryptedNameSearch.base32
        let found = search.find(in: encrypted) { candidate in
            try? store.cryptor.decryptFileName(candidate, dirId: folder.id, encoding: .base32)
        }
        guard let found else {
            return search.looksLikeName(encrypted) ? .unreadable("its name does not authenticate") : .foreign
        }
        guard entry.itemType == .file else { return .unreadable("not a file") }
        let kind = Self.prefixes.last { found.prefix.hasSuffix($0.text) }?.kind ?? .file
        let place = NodePlace(path: entry.cloudPath, form: .single(kind))
        return .node(ListedName(cleartext: found.cleartext, suffix: found.suffix, place: place, entry: entry))
    }

    /// The shortened name in an entry's name, and what a sync client put after it.
    private static func hash(in name: String) -> (shortened: String, suffix: String)? {
        let stem = name.dropLast(shortenedEnding.count)
        let isHash = { (text: Substring) in text.utf8.allSatisfy(EncryptedNameSearch.base32.contains) }
        guard stem.utf8.count >= hashLength, stem.unicodeScalars.allSatisfy(\.isASCII) else { return nil }
        for start in stem.indices.dropLast(hashLength - 1) {
            let end = stem.index(start, offsetBy: hashLength)
            guard isHash(stem[start..<end]) else { continue }
            return (String(stem[start..<end]) + shortenedEnding, String(stem[end...]))
        }
        return nil
    }

    func directoryIdFile(of entry: CloudItemMetadata) throws -> CloudPath? {
        // What a long name says is told elsewhere, but no encrypted file is as small as an id.
        guard entry.itemType == .file, entry.size ?? 0 <= VaultFolder.maximumIdLength,
            entry.name.hasPrefix(Self.prefix(of: .folder)) || entry.name.hasSuffix(Self.shortenedEnding)
        else { return nil }
        return entry.cloudPath
    }

    func recordLongName(of place: NodePlace) async throws {
        guard let longName = place.longName else { return }
        let file = try longNameFile(of: place.path.name)
        do {
            try await store.write(Array(longName.utf8), to: file, condition: .none)
        } catch CloudProviderError.parentFolderDoesNotExist {
            try await store.delegate.createFolderWithIntermediates(for: file.parent)
            try await store.write(Array(longName.utf8), to: file, condition: .none)
        }
    }

    func move(_ node: VaultNode, to target: NodePlace) async throws {
        try await recordLongName(of: target)
        try await store.delegate.moveFile(from: node.place.path, to: target.path)
    }
}
