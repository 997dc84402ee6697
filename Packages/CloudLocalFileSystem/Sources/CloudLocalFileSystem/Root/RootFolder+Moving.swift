internal import CFileCalls
internal import CloudCore
internal import Foundation

/// How far a move came by renaming.
enum MoveOutcome: Sendable {
    /// The item is at its new path.
    case moved
    /// The contents of the file are elsewhere and must be brought back first.
    case offloaded
    /// The target is on another file system.
    case otherFileSystem
}

extension RootFolder {
    /// Moves an item by renaming it.
    ///
    /// - Parameters:
    ///   - source: where it is.
    ///   - target: its new path.
    ///   - kind: ``CloudItemType/folder``, or ``CloudItemType/file`` for a file or link.
    ///   - isReplacing: whether a file or link at the target is replaced.
    /// - Returns: how far it came.
    /// - Throws: errors of the contract, ``LocalFileSystemError/nameNotAllowed(reason:)``, ``CallFailure``.
    func move(
        from source: CloudPath,
        to target: CloudPath,
        kind: CloudItemType,
        isReplacing: Bool
    ) throws -> MoveOutcome {
        try checkName(of: target)
        let from = try parent(of: source, as: .existing)
        guard let entry = try entry(source.name, in: from) else { throw CloudProviderError.itemNotFound }
        guard kind == .folder ? entry.type == .folder : entry.type == .file || entry.type == .symlink else {
            throw CloudProviderError.itemTypeMismatch
        }
        let to = try parent(of: target, as: .new)
        let occupant = try self.entry(target.name, in: to)
        if let occupant, occupant.offloaded == nil, entry.status.isSameItem(as: occupant.status) {
            return try respell(entry, in: from, as: target.name, in: to, isReplacing: isReplacing)
        }
        if let occupant {
            // Without an occupant the kernel finds out; by links and other spellings no path tells it.
            guard try kind != .folder || !to.isInside(entry.status) else { throw CloudPathError.moveIntoDescendant }
            guard isReplacing, occupant.type == .file || occupant.type == .symlink else {
                throw CloudProviderError.itemAlreadyExists
            }
        }
        guard entry.offloaded == nil else { return .offloaded }
        let outcome = try rename(entry.diskName, in: from, to: target.name, in: to, isReplacing: occupant != nil)
        if outcome == .moved, let occupant, occupant.offloaded != nil {
            _ = unsafe unlinkat(to.descriptor, occupant.diskName, 0)  // else the listing tells of it
        }
        return outcome
    }

    /// Moves a file to another file system: its copy appears there whole before it is deleted here.
    ///
    /// - Parameters:
    ///   - source: where it is; a link itself can't be moved so.
    ///   - target: its new path.
    ///   - isReplacing: whether a file at the target is replaced.
    /// - Throws: errors of the contract, ``LocalFileSystemError``, `CancellationError`.
    func moveByCopying(from source: CloudPath, to target: CloudPath, isReplacing: Bool) async throws {
        let (opened, write) = try await perform { [self] in
            let status = try parent(of: source, as: .existing).status(of: source.name)
            guard status?.type == .file, let opened = try openFile(at: source, asked: source) else {
                throw LocalFileSystemError.otherFileSystem
            }
            return (opened, try stageFile(for: target, isReplacing ? .none : .absent))
        }
        try await write.copy(opened)
        try Task.checkCancellation()
        try await perform { [self] in
            _ = try commit(write, date: opened.status.modificationDate)
            _ = try call(.existing) { fchmod(write.file.file.descriptor, mode_t(opened.status.mode) & 0o777) }
            try deleteFile(at: source)
        }
    }

    private func rename(
        _ source: String,
        in from: OpenFile,
        to target: String,
        in to: OpenFile,
        isReplacing: Bool
    ) throws -> MoveOutcome {
        do throws(CallFailure) {
            if isReplacing {
                _ = try call(.existing) { unsafe renameat(from.descriptor, source, to.descriptor, target) }
            } else {
                try from.rename(source, to: target, in: to)
            }
            return .moved
        } catch {
            switch error.code {
            case EXDEV: return .otherFileSystem
            case EINVAL: throw CloudPathError.moveIntoDescendant
            case EISDIR: throw CloudProviderError.itemAlreadyExists
            default: throw error
            }
        }
    }

    /// Moves an item to a name that finds the same item: another spelling of it where the file system ignores case,
    /// or another hard link to it.
    private func respell(
        _ entry: Entry,
        in from: OpenFile,
        as name: String,
        in to: OpenFile,
        isReplacing: Bool
    ) throws -> MoveOutcome {
        if try from.status().isSameItem(as: to.status()), entry.diskName.utf8.elementsEqual(name.utf8) {
            throw CloudProviderError.itemAlreadyExists  // the same path by way of a link
        }
        guard entry.type == .folder || entry.status.links == 1 || namePolicy.caseSensitivity == .insensitive else {
            guard isReplacing else { throw CloudProviderError.itemAlreadyExists }
            // rename(2) would leave both links.
            _ = try call(.existing) { unsafe unlinkat(from.descriptor, entry.diskName, 0) }
            return .moved
        }
        _ = try call(.existing) { unsafe renameat(from.descriptor, entry.diskName, to.descriptor, name) }
        guard try !to.lists(name) else { return .moved }
        // Some file systems do nothing then: it takes a third name.
        let between = StagedFile.temporaryName()
        _ = try call(.existing) { unsafe renameat(to.descriptor, name, to.descriptor, between) }
        do {
            try to.rename(between, to: name, in: to)
        } catch {
            _ = unsafe renameat(to.descriptor, between, from.descriptor, entry.diskName)
            throw error
        }
        return .moved
    }
}

extension OpenFile {
    /// Renames an item of this folder to a name at which nothing stands.
    ///
    /// - Parameters:
    ///   - name: the item's.
    ///   - newName: its new one.
    ///   - target: the folder that it goes to.
    /// - Throws: ``CallFailure``, with `EEXIST` if something stands there, `EINVAL` if the target is below the item.
    func rename(_ name: String, to newName: String, in target: OpenFile) throws(CallFailure) {
        do {
            _ = try call(.existing) { unsafe cfc_rename_noreplace(descriptor, name, target.descriptor, newName) }
        } catch {
            // The target is below the item, or the file system has no RENAME_NOREPLACE.
            guard error.code == EINVAL else { throw error }
            guard try target.status(of: newName) == nil else { throw CallFailure(code: EEXIST, role: .existing) }
            _ = try call(.existing) { unsafe renameat(descriptor, name, target.descriptor, newName) }
        }
    }

    /// Whether this folder is the one of a status, or below it.
    fileprivate func isInside(_ ancestor: ItemStatus) throws(CallFailure) -> Bool {
        var (folder, status) = (self, try status())
        while !status.isSameItem(as: ancestor) {
            let descriptor = try call(.existing) {
                unsafe cfc_openat(folder.descriptor, "..", cfc_path_only | O_DIRECTORY, 0)
            }
            folder = OpenFile(adopting: descriptor)
            let parent = try folder.status()
            guard !parent.isSameItem(as: status) else { return false }  // the machine's root is its own parent
            status = parent
        }
        return true
    }

    /// Whether this folder has an entry with exactly these bytes as its name.
    fileprivate func lists(_ name: String) throws(CallFailure) -> Bool {
        let stream = try DirectoryStream(self)
        while let next = try stream.next() {
            if next.bytes.elementsEqual(name.utf8) { return true }
        }
        return false
    }
}
