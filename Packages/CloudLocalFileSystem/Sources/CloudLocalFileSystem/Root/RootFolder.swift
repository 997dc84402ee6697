internal import CFileCalls
internal import CloudCore
internal import Foundation

/// A folder of the file system as the root of cloud paths; all its calls block.
///
/// Every path is resolved by `openat2(2)` with `RESOLVE_BENEATH` from the descriptor of the root, so that neither links
/// nor renames made meanwhile lead out of it. Items are then named in the open folder that holds them.
final class RootFolder: Sendable {
    /// The path under which the root was opened, without a slash at its end; empty for `/`.
    let path: String
    let namePolicy: NamePolicy
    let offloadedItems: (any OffloadedItems)?
    let pageSize: Int
    let now: @Sendable () -> Date
    /// Names this root in page tokens.
    let account: String
    private let file: OpenFile

    /// Opens the folder.
    ///
    /// - Parameters:
    ///   - url: a file URL.
    ///   - offloadedItems: knows placeholders.
    ///   - pageSize: the most entries of a page, more than 0.
    ///   - now: the time, to tell the age of leftovers.
    /// - Throws: ``LocalFileSystemError/rootNotAFileURL``, ``LocalFileSystemError/rootNotFound``,
    ///   ``LocalFileSystemError/rootNotAFolder``; what ``CallFailure`` stands for.
    init(
        _ url: URL,
        offloadedItems: (any OffloadedItems)?,
        pageSize: Int,
        now: @escaping @Sendable () -> Date
    ) throws {
        precondition(pageSize > 0, "a page has at least one entry")
        guard url.isFileURL else { throw LocalFileSystemError.rootNotAFileURL }
        var path = url.absoluteURL.path(percentEncoded: false)
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        do {
            file = OpenFile(
                adopting: try call(.existing) { [path] in unsafe cfc_open(path, cfc_path_only | O_DIRECTORY, 0) }
            )
        } catch {
            switch error.code {
            case ENOENT: throw LocalFileSystemError.rootNotFound
            case ENOTDIR: throw LocalFileSystemError.rootNotAFolder
            default: throw error.providerError
            }
        }
        self.path = path == "/" ? "" : path
        self.offloadedItems = offloadedItems
        self.pageSize = pageSize
        self.now = now
        account = "local:" + (try file.status().identifier)
        var namePolicy = NamePolicy(ofFileSystemAt: file, named: url.lastPathComponent)
        namePolicy.forbiddenPatterns =
            [StagedFile.temporaryNames()] + [offloadedItems?.reservedNames].compactMap(\.self)
        self.namePolicy = namePolicy
    }

    /// The URL of an item, as coordinators get it.
    func url(of cloudPath: CloudPath) -> URL {
        URL(filePath: path + cloudPath.string, directoryHint: .notDirectory)
    }

    /// The path of an item whose URL a coordinator gave.
    func cloudPath(of url: URL) throws -> CloudPath {
        let given = url.path(percentEncoded: false)
        guard given.utf8.starts(with: (path + "/").utf8) else { throw CloudProviderError.itemNotFound }
        return try CloudPath(String(given.utf8.dropFirst(path.utf8.count)) ?? "")
    }

    /// Opens an item; links are followed as long as they stay below the root.
    func open(_ cloudPath: CloudPath, _ flags: Int32, as role: PathRole) throws(CallFailure) -> OpenFile {
        let relative = cloudPath.isRoot ? "." : String(cloudPath.string.utf8.dropFirst()) ?? "."
        do {
            return try open(beneath: relative, flags, as: role)
        } catch {
            guard error.code == EXDEV, let inside = pathInside(relative) else { throw error }
            return try open(beneath: inside, flags, as: role)
        }
    }

    /// Opens the folder that holds an item, for calls on names in it.
    func parent(of cloudPath: CloudPath, as role: PathRole) throws(CallFailure) -> OpenFile {
        let parent = cloudPath.parent
        return parent.isRoot ? file : try open(parent, cfc_path_only | O_DIRECTORY, as: role)
    }

    /// The space of the file system.
    func quota() throws(CallFailure) -> Quota {
        var status = statvfs()
        _ = try call(.existing) { unsafe fstatvfs(file.descriptor, &status) }
        let block = Int(status.f_frsize)
        return Quota(
            used: Int(status.f_blocks - status.f_bfree) * block,
            available: Int(status.f_bavail) * block,
            total: Int(status.f_blocks) * block
        )
    }

    private func open(beneath relative: String, _ flags: Int32, as role: PathRole) throws(CallFailure) -> OpenFile {
        OpenFile(adopting: try call(role) { unsafe cfc_open_beneath(file.descriptor, relative, flags, 0, 1) })
    }

    /// Where a path leads that `RESOLVE_BENEATH` refuses because a link on it is absolute, if that is below the root.
    ///
    /// The answer is only a hint: it is resolved beneath the root again. Whatever stands outside, and whether
    /// something does, makes no difference.
    private func pathInside(_ relative: String) -> String? {
        let descriptor = unsafe cfc_openat(file.descriptor, relative, cfc_path_only, 0)
        guard descriptor >= 0 else { return nil }
        guard let place = OpenFile(adopting: descriptor).currentPath, let root = file.currentPath else { return nil }
        if place == root { return "." }
        let prefix = root == "/" ? root : root + "/"
        guard place.utf8.starts(with: prefix.utf8) else { return nil }
        return String(place.utf8.dropFirst(prefix.utf8.count))
    }
}

extension OpenFile {
    /// The path under which the kernel knows the file now.
    fileprivate var currentPath: String? {
        var buffer = [CChar](repeating: 0, count: CloudPath.maximumLength)
        let count = unsafe readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
        guard count > 0, count < buffer.count else { return nil }
        return String(validating: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
