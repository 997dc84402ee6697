internal import CFileCalls
internal import CloudCore
internal import Foundation

extension RootFolder {
    /// One page of a folder, of at most ``pageSize`` entries.
    ///
    /// Where offsets in a folder are stable, a page goes on from the offset of the one before. Elsewhere entries come
    /// in the order of their bytes, and every page reads all names and keeps the next few. Either way an entry that is
    /// there all the time is listed exactly once.
    ///
    /// - Parameters:
    ///   - cloudPath: where the folder is.
    ///   - asked: the path of which the items' paths are made.
    ///   - pageToken: `nil` for the first page.
    /// - Returns: the page.
    /// - Throws: `CloudProviderError.pageTokenInvalid`, `CloudProviderError.itemTypeMismatch`, ``CallFailure``.
    func page(of cloudPath: CloudPath, asked: CloudPath, after pageToken: String?) throws -> CloudItemList {
        let token = try pageToken.map { try PageToken($0, account: account, folder: asked) }
        let cursor = try token.map { try PageCursor(token: $0.serviceToken) }
        let folder = try openFolder(cloudPath)
        let lister = FolderLister(root: self, folder: folder, cloudPath: asked)
        let (list, next) =
            FileSystemKind(of: folder) == .stableOffsets
            ? try lister.pageByOffset(after: cursor) : try lister.pageByName(after: cursor)
        var page = list
        page.nextPageToken = try next.map {
            PageToken(serviceToken: try $0.token, account: account, folder: asked).text
        }
        return page
    }

    private func openFolder(_ cloudPath: CloudPath) throws -> OpenFile {
        do {
            return try open(cloudPath, O_RDONLY | O_DIRECTORY, as: .existing)
        } catch {
            // Either the path itself is no folder, or something on the way is none.
            guard [ENOENT, ENOTDIR, ELOOP].contains(error.code), try entry(at: cloudPath) != nil else { throw error }
            throw CloudProviderError.itemTypeMismatch
        }
    }
}

/// Reads the pages of one open folder.
struct FolderLister {
    var root: RootFolder
    var folder: OpenFile
    var cloudPath: CloudPath

    /// One entry of a folder as it is listed.
    fileprivate enum Listed {
        case item(CloudItemMetadata)
        case skipped(CloudItemList.Skipped)
    }

    func pageByOffset(after cursor: PageCursor?) throws -> (CloudItemList, PageCursor?) {
        let identifier = try folder.status().identifier
        let stream = try DirectoryStream(folder)
        switch cursor {
        case nil: break
        case .offset(let offset, identifier): stream.seek(to: offset)
        default: throw CloudProviderError.pageTokenInvalid
        }
        var list = CloudItemList(items: [])
        var end = stream.offset
        while let name = try stream.next() {
            guard let listed = try listed(name) else { continue }
            guard list.count < root.pageSize else { return (list, .offset(end, folder: identifier)) }
            list.add(listed)
            end = stream.offset
        }
        return (list, nil)
    }

    func pageByName(after cursor: PageCursor?) throws -> (CloudItemList, PageCursor?) {
        let last: [UInt8]
        switch cursor {
        case nil: last = []
        case .name(let name): last = name
        default: throw CloudProviderError.pageTokenInvalid
        }
        let names = try smallestNames(root.pageSize + 1, after: last)
        var list = CloudItemList(items: [])
        for name in names.prefix(root.pageSize) {
            if let listed = try listed(name) { list.add(listed) }
        }
        return (list, names.count > root.pageSize ? .name(names[root.pageSize - 1].bytes) : nil)
    }

    /// The first names after `last`, in the order of bytes; keeps a few times `count` of them in memory.
    private func smallestNames(_ count: Int, after last: [UInt8]) throws -> [DirectoryStream.Name] {
        let stream = try DirectoryStream(folder)
        var names: [DirectoryStream.Name] = []
        while let name = try stream.next() {
            guard last.lexicographicallyPrecedes(name.bytes) else { continue }
            names.append(name)
            if names.count >= 4 * count { keepSmallest(count, of: &names) }
        }
        keepSmallest(count, of: &names)
        return names
    }

    private func keepSmallest(_ count: Int, of names: inout [DirectoryStream.Name]) {
        names.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        names.removeSubrange(min(count, names.count)...)
    }

    /// How an entry is listed; `nil` for leftovers and for what vanished meanwhile.
    private func listed(_ name: DirectoryStream.Name) throws(CallFailure) -> Listed? {
        guard let text = name.text else {
            return .skipped(skip(Self.percentEncoded(name.bytes), "its name is not UTF-8"))
        }
        if StagedFile.isTemporaryName(text) {
            root.removeLeftover(text, in: folder)
            return nil
        }
        do {
            guard let status = try folder.status(of: text) else { return nil }
            return try listed(text, status)
        } catch {
            guard error.code != EACCES, error.code != EPERM else { return .skipped(skip(text, "it may not be read")) }
            throw error
        }
    }

    private func listed(_ name: String, _ status: ItemStatus) throws(CallFailure) -> Listed? {
        var (entry, realName) = (Entry(diskName: name, status: status), name)
        if root.isPlaceholder(name, status) {
            guard let item = root.readPlaceholder(name, in: folder) else { return nil }
            if try folder.status(of: item.name) != nil {
                return .skipped(skip(name, "the file for which this placeholder stands is here"))
            }
            entry.offloaded = item
            realName = item.name
        }
        guard status.type != .unknown else {
            return .skipped(skip(name, "it is a pipe, a socket or a device"))
        }
        do throws(CloudPathError) {
            return .item(entry.metadata(name: realName, at: try cloudPath.appending(realName)))
        } catch {
            return .skipped(skip(name, error.description))
        }
    }

    private func skip(_ name: String, _ reason: String) -> CloudItemList.Skipped {
        CloudItemList.Skipped(path: (cloudPath.isRoot ? "" : cloudPath.string) + "/" + name, reason: reason)
    }

    /// The name as text; bytes that are no UTF-8 become `%` and two hex digits.
    private static func percentEncoded(_ bytes: [UInt8]) -> String {
        var text = ""
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var position = 0
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let encoded):
                text.unicodeScalars.append(Unicode.UTF8.decode(encoded))
                position += encoded.count
            case .error(let length):
                let invalid = bytes[position..<position + length]  // from 0x80 on, so always two digits
                text += invalid.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
                position += length
            case .emptyInput: return text
            }
        }
    }
}

extension CloudItemList {
    fileprivate var count: Int { items.count + skipped.count }

    fileprivate mutating func add(_ listed: FolderLister.Listed) {
        switch listed {
        case .item(let item): items.append(item)
        case .skipped(let entry): skipped.append(entry)
        }
    }
}
