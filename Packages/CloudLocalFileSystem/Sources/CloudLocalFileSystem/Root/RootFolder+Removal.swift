internal import CFileCalls
internal import CloudCore
internal import Foundation

extension RootFolder {
    /// Makes an empty folder.
    func createFolder(at cloudPath: CloudPath) throws {
        guard !cloudPath.isRoot else { throw CloudProviderError.itemAlreadyExists }
        try checkName(of: cloudPath)
        let parent = try parent(of: cloudPath, as: .new)
        guard try entry(cloudPath.name, in: parent) == nil else { throw CloudProviderError.itemAlreadyExists }
        _ = try call(.new) { unsafe mkdirat(parent.descriptor, cloudPath.name, 0o777) }
    }

    /// Deletes a file, a link itself, or the placeholder of an offloaded file.
    func deleteFile(at cloudPath: CloudPath) throws {
        guard !cloudPath.isRoot else { throw CloudProviderError.itemTypeMismatch }
        let parent = try parent(of: cloudPath, as: .existing)
        guard let entry = try entry(cloudPath.name, in: parent) else { throw CloudProviderError.itemNotFound }
        guard entry.type == .file || entry.type == .symlink else { throw CloudProviderError.itemTypeMismatch }
        _ = try call(.existing) { unsafe unlinkat(parent.descriptor, entry.diskName, 0) }
    }

    /// Deletes a folder with all that is in it; links in it are deleted and not followed.
    ///
    /// A folder that isn't empty is renamed to the name of a leftover first, so that it is gone in one step, whatever
    /// happens to this process. If something in it can't be deleted, what is left comes back under its name.
    func deleteFolder(at cloudPath: CloudPath) throws {
        guard !cloudPath.isRoot else { throw CloudPathError.rootImmovable }
        let parent = try parent(of: cloudPath, as: .existing)
        guard let entry = try entry(cloudPath.name, in: parent) else { throw CloudProviderError.itemNotFound }
        guard entry.type == .folder else { throw CloudProviderError.itemTypeMismatch }
        do {
            _ = try call(.existing) { unsafe unlinkat(parent.descriptor, cloudPath.name, AT_REMOVEDIR) }
            return
        } catch {
            guard error.code == ENOTEMPTY || error.code == EEXIST else { throw error }
        }
        let leftover = StagedFile.temporaryName()
        _ = try call(.existing) { unsafe renameat(parent.descriptor, cloudPath.name, parent.descriptor, leftover) }
        do {
            try TreeRemoval.remove(leftover, in: parent)
        } catch {
            try? parent.rename(leftover, to: cloudPath.name, in: parent)  // the error that is thrown matters more
            throw error
        }
    }

    /// Removes what a killed process left behind, if that was more than a day ago; best effort.
    func removeLeftover(_ name: String, in folder: OpenFile) {
        let day = 86_400_000_000_000  // ns
        // The time of change tells the age: the one of modification is the source's just before a file is committed.
        guard let status = try? folder.status(of: name),
            now().timeIntervalSince1970 * 1e9 - Double(status.changed) > Double(day)
        else { return }
        if status.type == .folder {
            try? TreeRemoval.remove(name, in: folder)
        } else {
            _ = unsafe unlinkat(folder.descriptor, name, 0)
        }
    }
}

/// Deletes trees of any depth with few descriptors and without following links.
enum TreeRemoval {
    /// Deletes a folder with all that is in it.
    ///
    /// - Parameters:
    ///   - name: the folder's name.
    ///   - parent: the folder that holds it.
    /// - Throws: the first failure; the rest of the tree stays.
    static func remove(_ name: String, in parent: OpenFile) throws(CallFailure) {
        var folder = try open(Array(name.utf8), in: parent)
        var ancestors: [(status: ItemStatus, child: [UInt8])] = []
        while true {
            if let child = try removeEntries(of: folder) {
                ancestors.append((try folder.status(), child))
                folder = try open(child, in: folder)
            } else if let (status, child) = ancestors.popLast() {
                folder = try open(Array("..".utf8), in: folder)
                // A tree that is moved meanwhile must not lead out of it.
                guard try folder.status().isSameItem(as: status) else {
                    throw CallFailure(code: EBUSY, role: .existing)
                }
                try unlink(child, in: folder, AT_REMOVEDIR)
            } else {
                break
            }
        }
        try unlink(Array(name.utf8), in: parent, AT_REMOVEDIR)
    }

    /// Deletes all entries up to the first folder that isn't empty, and returns that one's name.
    private static func removeEntries(of folder: OpenFile) throws(CallFailure) -> [UInt8]? {
        let stream = try DirectoryStream(folder)
        while let name = try stream.next() {
            do {
                try unlink(name.bytes, in: folder, 0)
            } catch {
                guard error.code == EISDIR || error.code == EPERM else { throw error }
                do {
                    try unlink(name.bytes, in: folder, AT_REMOVEDIR)
                } catch let second {
                    if second.code == ENOTEMPTY || second.code == EEXIST { return name.bytes }
                    throw second.code == ENOTDIR ? error : second
                }
            }
        }
        return nil
    }

    private static func open(_ name: [UInt8], in folder: OpenFile) throws(CallFailure) -> OpenFile {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
        let descriptor = try call(.existing) {
            unsafe withCString(name) { unsafe cfc_openat(folder.descriptor, $0, flags, 0) }
        }
        return OpenFile(adopting: descriptor)
    }

    private static func unlink(_ name: [UInt8], in folder: OpenFile, _ flags: Int32) throws(CallFailure) {
        do {
            _ = try call(.existing) { unsafe withCString(name) { unsafe unlinkat(folder.descriptor, $0, flags) } }
        } catch {
            guard error.code != ENOENT else { return }
            throw error
        }
    }

    /// Lends a name that need not be UTF-8.
    private static func withCString(_ name: [UInt8], _ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
        unsafe (name.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return -1 }
            return unsafe body(start)
        }
    }
}
