internal import CFileCalls
internal import CloudCore
internal import Foundation

/// An item in an open folder.
struct Entry: Sendable {
    /// The name of what stands in the folder: the item's, or that of its placeholder.
    var diskName: String
    var status: ItemStatus
    /// What a placeholder stands for.
    var offloaded: OffloadedItem?

    /// The type of the item; a placeholder is a file that stands for one.
    var type: CloudItemType { status.type }

    /// What the provider tells about the item.
    func metadata(name: String, at cloudPath: CloudPath) -> CloudItemMetadata {
        CloudItemMetadata(
            name: name,
            cloudPath: cloudPath,
            itemType: type,
            lastModifiedDate: status.modificationDate,
            size: type == .file ? (offloaded.map(\.size) ?? status.size) : nil,
            identifier: status.identifier,
            revision: type == .file ? status.revision : nil
        )
    }
}

extension RootFolder {
    /// Finds an item in a folder, or the placeholder that stands for it.
    ///
    /// Leftovers and placeholders are not found under their own names.
    func entry(_ name: String, in folder: OpenFile) throws(CallFailure) -> Entry? {
        guard !StagedFile.isTemporaryName(name) else { return nil }
        if let status = try folder.status(of: name), !isPlaceholder(name, status) {
            return Entry(diskName: name, status: status)
        }
        for candidate in offloadedItems?.placeholderNames(for: name) ?? [] {
            if let status = try folder.status(of: candidate), isPlaceholder(candidate, status),
                let item = readPlaceholder(candidate, in: folder), item.name.utf8.elementsEqual(name.utf8)
            {
                return Entry(diskName: candidate, status: status, offloaded: item)
            }
        }
        return nil
    }

    /// Finds what stands at a path: a link itself, or a placeholder.
    func entry(at cloudPath: CloudPath) throws(CallFailure) -> Entry? {
        try entry(cloudPath.name, in: parent(of: cloudPath, as: .existing))
    }

    /// Whether an entry of a folder is a placeholder by its name and kind.
    func isPlaceholder(_ name: String, _ status: ItemStatus) -> Bool {
        status.type == .file && offloadedItems?.reservedNames.matches(name) == true
    }

    /// Reads what a placeholder stands for; `nil` if it is gone or can't be read.
    func readPlaceholder(_ name: String, in folder: OpenFile) -> OffloadedItem? {
        let descriptor = unsafe cfc_openat(folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0)
        guard descriptor >= 0 else { return nil }
        let file = OpenFile(adopting: descriptor)
        var contents = [UInt8](repeating: 0, count: 4096)  // bytes; a placeholder has less than 200
        let count = unsafe pread(file.descriptor, &contents, contents.count, 0)
        guard count >= 0 else { return nil }
        return offloadedItems?.item(ofPlaceholderNamed: name, contents: Array(contents[..<count]))
    }

    /// Refuses names that an item must not get, before anything is done.
    func checkName(of cloudPath: CloudPath) throws(LocalFileSystemError) {
        if let reason = namePolicy.violation(of: cloudPath.name) { throw .nameNotAllowed(reason: reason) }
    }

    /// Tells about an item.
    ///
    /// - Parameters:
    ///   - cloudPath: where it is.
    ///   - asked: the path that the metadata carries.
    /// - Returns: the metadata.
    /// - Throws: `CloudProviderError.itemNotFound`, ``CallFailure``.
    func metadata(at cloudPath: CloudPath, asked: CloudPath) throws -> CloudItemMetadata {
        if cloudPath.isRoot {
            let status = try open(cloudPath, O_RDONLY | O_DIRECTORY, as: .existing).status()
            guard status.links > 0 else { throw CloudProviderError.itemNotFound }
            return Entry(diskName: "/", status: status).metadata(name: "/", at: asked)
        }
        let folder = try parent(of: cloudPath, as: .existing)
        guard let entry = try entry(cloudPath.name, in: folder) else { throw CloudProviderError.itemNotFound }
        return entry.metadata(name: try storedName(of: entry, named: asked.name, in: folder), at: asked)
    }

    /// The form in which a folder keeps a name, which may differ in case from the one it was found by.
    func storedName(of entry: Entry, named name: String, in folder: OpenFile) throws(CallFailure) -> String {
        guard namePolicy.caseSensitivity == .insensitive, entry.offloaded == nil else { return name }
        let stream = try DirectoryStream(folder)
        var spelling: String?
        while let next = try stream.next() {
            guard let candidate = next.text, namePolicy.key(of: candidate) == namePolicy.key(of: name) else { continue }
            if candidate.utf8.elementsEqual(name.utf8) { return name }
            spelling = candidate
        }
        return spelling ?? name
    }
}
