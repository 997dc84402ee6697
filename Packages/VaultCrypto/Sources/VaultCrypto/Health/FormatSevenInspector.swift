internal import CloudCore

/// Checks the entries of formats 7 and 8: shortened names, kinds, and files with ids that stand where none belongs.
struct FormatSevenInspector: FolderInspector {
    let store: CiphertextStore
    let format: FormatSeven

    func inspect(_ entry: CloudItemMetadata, in folder: InspectedFolder) async throws -> InspectedEntry {
        guard !entry.name.hasPrefix(".") else { return InspectedEntry() }
        let isPlain = entry.name.hasSuffix(FormatSeven.ending)
        switch entry.itemType {
        case .file where entry.name == FormatSeven.directoryIdBackup: return InspectedEntry(isBackup: true)
        case .file where entry.name == TypeFile.directoryId:
            return InspectedEntry(diagnoses: [store.looseDirectoryFile(at: entry.cloudPath)])
        case .file where isPlain:
            let path = try await path(of: entry, named: entry.name, in: folder)
            return InspectedEntry(content: (entry.cloudPath, path))
        case .folder where isPlain:
            return try await inspectNode(entry, .plain, path: path(of: entry, named: entry.name, in: folder))
        case .folder where entry.name.hasSuffix(FormatSeven.shortenedEnding):
            return try await inspectShortened(entry, in: folder)
        case .folder: return try await inspectForeign(entry)
        default: return InspectedEntry()
        }
    }

    /// The path of an item by its encrypted name, which may not be the entry's.
    private func path(
        of entry: CloudItemMetadata,
        named encrypted: String,
        in inspected: InspectedFolder
    ) async throws -> CloudPath? {
        guard let folder = inspected.folder, inspected.path != nil else { return nil }
        var entry = entry
        entry.name = encrypted
        return inspected.path(of: try await format.read(entry, in: folder))
    }

    /// A folder that is no node can hold an id that leads nowhere.
    private func inspectForeign(_ entry: CloudItemMetadata) async throws -> InspectedEntry {
        let file = try entry.cloudPath.appending(TypeFile.directoryId)
        guard try await store.metadata(of: file)?.itemType == .file else { return InspectedEntry() }
        return InspectedEntry(diagnoses: [store.looseDirectoryFile(at: file)])
    }

    // MARK: Kinds

    private func inspectNode(
        _ entry: CloudItemMetadata,
        _ form: NodePlace.Form,
        path: CloudPath?
    ) async throws -> InspectedEntry {
        let place = NodePlace(path: entry.cloudPath, form: form)
        return inspectNode(at: place, try await store.contents(of: place), path: path)
    }

    private func inspectNode(at place: NodePlace, _ contents: NodeContents, path: CloudPath?) -> InspectedEntry {
        var inspected = InspectedEntry()
        let type: HealthResult =
            switch contents.bodies.count {
            case 0: .unknownType
            case 1: .knownType
            default: .ambiguousType
            }
        let finding = HealthFinding(type, at: place.path, path: path)
        inspected.diagnoses.append(
            contents.isEmpty ? Diagnosis(finding) { try await store.deleteEmptyNode(at: place) } : Diagnosis(finding)
        )
        if let body = contents.bodies[.folder] {
            inspected.directory = DirectoryFile(file: body.cloudPath, size: body.size, path: path)
        }
        if let body = contents.bodies[.file] ?? contents.bodies[.symlink] {
            inspected.content = (body.cloudPath, path)
        }
        return inspected
    }

    // MARK: Shortened names

    private enum LongName: Sendable {
        case missing, obese, notDecodable
        /// The name, and whether text follows it.
        case name(String, hasTrail: Bool)
    }

    private func inspectShortened(
        _ entry: CloudItemMetadata,
        in folder: InspectedFolder
    ) async throws -> InspectedEntry {
        let place = NodePlace(path: entry.cloudPath, form: .shortened)
        let contents = try await store.contents(of: place)
        let file = try entry.cloudPath.appending(TypeFile.longName)
        let longName = try await contents.hasLongName ? readLongName(at: file) : .missing
        var path: CloudPath?
        if case .name(let name, _) = longName { path = try await self.path(of: entry, named: name, in: folder) }
        var inspected = inspectNode(at: place, contents, path: path)
        inspected.diagnoses += try diagnoses(of: longName, in: file, of: place, isEmpty: contents.isEmpty, path: path)
        return inspected
    }

    private func diagnoses(
        of longName: LongName,
        in file: CloudPath,
        of place: NodePlace,
        isEmpty: Bool,
        path: CloudPath?
    ) throws -> [Diagnosis] {
        switch longName {
        case .missing:
            let finding = HealthFinding(.missingLongName, at: place.path, path: nil)
            return [isEmpty ? Diagnosis(finding) { try await store.deleteEmptyNode(at: place) } : Diagnosis(finding)]
        case .obese: return [Diagnosis(HealthFinding(.obeseNameFile, at: file, path: nil))]
        case .notDecodable: return [Diagnosis(HealthFinding(.notDecodableLongName, at: file, path: nil))]
        case .name(let name, let hasTrail):
            var diagnoses: [Diagnosis] = []
            if hasTrail {
                let finding = HealthFinding(.trailingBytesInNameFile, at: file, path: path)
                diagnoses.append(
                    Diagnosis(finding) { try await store.write(Array(name.utf8), to: file, condition: .none) }
                )
            }
            let shortened = FormatSeven.shortened(name)
            if place.path.name != shortened {
                let finding = HealthFinding(.longShortNamesMismatch, at: place.path, path: path)
                let target = try place.path.parent.appending(shortened)
                diagnoses.append(
                    Diagnosis(finding) { try await store.delegate.moveFolder(from: place.path, to: target) }
                )
            }
            guard diagnoses.isEmpty else { return diagnoses }
            return [Diagnosis(HealthFinding(.validShortenedFile, at: place.path, path: path))]
        }
    }

    private func readLongName(at file: CloudPath) async throws -> LongName {
        let bytes: [UInt8]?
        do {
            bytes = try await store.read(file, atMost: CiphertextStore.maximumLongName)
        } catch CloudProviderError.itemNotFound, CloudProviderError.itemTypeMismatch {
            return .missing
        }
        guard let bytes else { return .obese }
        guard let text = String(validating: bytes, as: UTF8.self), let end = text.firstRange(of: FormatSeven.ending),
            NameEncoding.base64url.decode(String(text[..<end.lowerBound])) != nil
        else { return .notDecodable }
        return .name(String(text[..<end.upperBound]), hasTrail: end.upperBound < text.endIndex)
    }
}

extension CiphertextStore {
    /// A file with an id that leads nowhere, since nothing of the vault can be named by where it stands.
    func looseDirectoryFile(at file: CloudPath) -> Diagnosis {
        Diagnosis(HealthFinding(.looseDirectoryFile, at: file, path: nil)) {
            try await delegate.deleteFileIfExisting(at: file)
        }
    }

    /// Deletes the folder of a node, if still nothing is in it.
    func deleteEmptyNode(at place: NodePlace) async throws {
        do {
            guard try await contents(of: place).isEmpty else {
                throw RepairObstacle(reason: "something was put into the folder meanwhile")
            }
        } catch CloudProviderError.itemNotFound {
            return
        }
        try await delegate.deleteFolderIfExisting(at: place.path)
    }
}
