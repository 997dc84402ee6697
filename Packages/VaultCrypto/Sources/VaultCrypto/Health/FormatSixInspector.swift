internal import CloudCore

/// Checks the entries of format 6, where every node is a file: long names, and which files hold ids.
struct FormatSixInspector: FolderInspector {
    let store: CiphertextStore
    let format: FormatSix

    func inspect(_ entry: CloudItemMetadata, in folder: InspectedFolder) async throws -> InspectedEntry {
        guard entry.itemType == .file, !entry.name.hasPrefix(".") else { return InspectedEntry() }
        if format.isShortenedName(entry.name) { return try await inspectShortened(entry, in: folder) }
        guard !entry.name.hasSuffix(FormatSix.shortenedEnding) else {
            return inspected(entry, kind: store.kindBySize(of: entry), path: nil)  // a conflict copy
        }
        guard EncryptedNameSearch.base32.looksLikeName(entry.name) else { return InspectedEntry() }
        return try await inspect(entry, named: entry.name, in: folder)
    }

    /// An entry whose encrypted name, with its prefix, is known; it may not be the entry's.
    private func inspect(
        _ entry: CloudItemMetadata,
        named encrypted: String,
        in inspected: InspectedFolder
    ) async throws -> InspectedEntry {
        guard let folder = inspected.folder else {
            return self.inspected(entry, kind: FormatSix.kind(ofEncrypted: encrypted), path: nil)
        }
        var named = entry
        named.name = encrypted
        let read = try await format.read(named, in: folder)
        guard case .node(let node) = read, case .single(let kind) = node.place.form else {
            return self.inspected(entry, kind: FormatSix.kind(ofEncrypted: encrypted), path: nil)
        }
        return self.inspected(entry, kind: kind, path: inspected.path(of: read))
    }

    private func inspected(_ entry: CloudItemMetadata, kind: CloudItemType, path: CloudPath?) -> InspectedEntry {
        guard kind == .folder else { return InspectedEntry(content: (entry.cloudPath, path)) }
        return InspectedEntry(directory: DirectoryFile(file: entry.cloudPath, size: entry.size, path: path))
    }

    private func inspectShortened(
        _ entry: CloudItemMetadata,
        in folder: InspectedFolder
    ) async throws -> InspectedEntry {
        let file = try format.longNameFile(of: entry.name)
        let bytes: [UInt8]?
        do {
            bytes = try await store.read(file, atMost: CiphertextStore.maximumLongName)
        } catch CloudProviderError.itemNotFound, CloudProviderError.itemTypeMismatch {
            return unnamed(entry, HealthFinding(.missingLongName, at: entry.cloudPath, path: nil))
        }
        guard let bytes else { return unnamed(entry, HealthFinding(.obeseNameFile, at: file, path: nil)) }
        guard let longName = String(validating: bytes, as: UTF8.self), FormatSix.isEncryptedName(longName) else {
            return unnamed(entry, HealthFinding(.notDecodableLongName, at: file, path: nil))
        }
        var inspected = try await inspect(entry, named: longName, in: folder)
        let path = inspected.directory?.path ?? inspected.content?.path
        inspected.diagnoses.append(try diagnosis(of: longName, of: entry, path: path))
        return inspected
    }

    private func diagnosis(of longName: String, of entry: CloudItemMetadata, path: CloudPath?) throws -> Diagnosis {
        let shortened = FormatSix.shortened(longName)
        guard shortened != entry.name else {
            return Diagnosis(HealthFinding(.validShortenedFile, at: entry.cloudPath, path: path))
        }
        let kind = FormatSix.kind(ofEncrypted: longName)
        let node = VaultNode(
            place: NodePlace(path: entry.cloudPath, form: .single(kind)),
            kind: kind,
            facts: entry
        )
        let target = NodePlace(
            path: try entry.cloudPath.parent.appending(shortened),
            form: .single(kind),
            longName: longName
        )
        return Diagnosis(HealthFinding(.longShortNamesMismatch, at: entry.cloudPath, path: path)) {
            try await format.move(node, to: target)
        }
    }

    private func unnamed(_ entry: CloudItemMetadata, _ finding: HealthFinding) -> InspectedEntry {
        var inspected = inspected(entry, kind: store.kindBySize(of: entry), path: nil)
        inspected.diagnoses.append(Diagnosis(finding))
        return inspected
    }
}

extension CiphertextStore {
    /// The kind of a node of format 6 whose name is not known: no encrypted file is as small as an id.
    func kindBySize(of entry: CloudItemMetadata) -> CloudItemType {
        guard let size = entry.size, size <= VaultFolder.maximumIdLength else { return .file }
        return .folder
    }
}

extension FormatSix {
    /// The kind that the prefix of an encrypted name tells.
    static func kind(ofEncrypted name: String) -> CloudItemType {
        if name.hasPrefix("1S") { return .symlink }
        return name.hasPrefix("0") ? .folder : .file
    }

    /// Whether a text is an encrypted name with its prefix, and nothing else.
    static func isEncryptedName(_ text: String) -> Bool {
        let prefix =
            switch kind(ofEncrypted: text) {
            case .symlink: 2
            case .folder: 1
            case .file, .unknown: 0
            }
        guard let ciphertext = NameEncoding.base32.decode(String(text.dropFirst(prefix))) else { return false }
        return ciphertext.count >= CiphertextStore.sivOverhead
    }
}
