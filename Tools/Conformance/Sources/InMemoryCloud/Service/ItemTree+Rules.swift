internal import CloudCore
internal import Foundation

/// How a request names an item.
enum Address: Hashable, Sendable {
    case path(CloudPath)
    case id(ItemID)
}

/// How a request names the place of an item that is to be there.
struct Place: Hashable, Sendable {
    var folder: Address
    var name: String
}

/// The kind that a request is about, where a file and a folder can stand at one path; a link goes as a file.
enum WantedKind: Hashable, Sendable {
    case file
    case folder

    func includes(_ item: Item) -> Bool { item.isFolder == (self == .folder) }
}

/// What the service answers about an item.
struct ItemRecord: Sendable {
    var item: Item
    /// Where the item stands now, from the root down.
    var names: [String]
}

/// The service's rules: each method is one request, carried out whole or, if it throws, not at all.
extension ItemTree {
    /// Finds an item; of two at one path the one of the wanted kind.
    func record(at address: Address, preferring kind: WantedKind) throws -> ItemRecord {
        let item = try item(at: address, preferring: kind)
        return ItemRecord(item: item, names: names(of: item.id))
    }

    /// Finds a file that can be read.
    func file(at address: Address) throws -> ItemRecord {
        let record = try record(at: address, preferring: .file)
        guard record.item.revision != nil else { throw CloudProviderError.itemTypeMismatch }
        return record
    }

    /// The content of one version of a file.
    func content(of address: Address, revision: Int?) throws -> [UInt8] {
        let record = try record(at: address, preferring: .file)
        guard case .file(let content, revision) = record.item.kind else { throw FileReaderError.changed }
        return content
    }

    /// One page of a folder, and the token of the next.
    func page(of address: Address, token: String?, limit: Int) throws -> (items: [Item], token: String?) {
        let folder = try item(at: address, preferring: .folder)
        guard folder.isFolder else { throw CloudProviderError.itemTypeMismatch }
        let position = token.map(Position.init(token:))
        guard position != .some(nil) else { throw CloudProviderError.pageTokenInvalid }
        let page = children(of: folder.id, after: position ?? nil, limit: limit)
        return (page.items, page.last?.token)
    }

    mutating func createFolder(at place: Place, now: Date, quota: Int?) throws {
        let parent = try parent(of: place)
        guard children(named: place.name, of: parent).isEmpty else { throw CloudProviderError.itemAlreadyExists }
        guard usedBytes < quota ?? .max else { throw CloudProviderError.quotaInsufficient }
        _ = insert(place.name, .folder, into: parent, modified: now)
    }

    mutating func delete(_ address: Address, _ kind: WantedKind) throws {
        let item = try item(at: address, preferring: kind)
        guard kind.includes(item) else { throw CloudProviderError.itemTypeMismatch }
        remove(item.id)
    }

    /// Moves an item to a place where nothing stands but itself, or where a file is replaced.
    mutating func move(_ address: Address, _ kind: WantedKind, to place: Place, replacing: Bool = false) throws {
        let item = try item(at: address, preferring: kind)
        guard kind.includes(item) else { throw CloudProviderError.itemTypeMismatch }
        let parent = try parent(of: place)
        guard !isItem(parent, atOrBelow: item.id) else { throw CloudPathError.moveIntoDescendant }
        let occupants = children(named: place.name, of: parent).filter { $0.id != item.id }
        guard occupants.allSatisfy({ replacing && $0.revision != nil }) else {
            throw CloudProviderError.itemAlreadyExists
        }
        for occupant in occupants { remove(occupant.id) }
        move(item.id, to: parent, name: place.name)
    }

    /// Checks a write before its content is there.
    ///
    /// - Returns: the folder, and the file that is replaced.
    func checkWrite(to place: Place, length: Int, _ condition: WriteCondition, quota: Int?) throws -> (
        parent: ItemID, replaced: Item?
    ) {
        let parent = try parent(of: place)
        let occupants = children(named: place.name, of: parent)
        let file = occupants.first { $0.revision != nil }
        guard occupants.isEmpty || file != nil && condition != .absent else {
            throw CloudProviderError.itemAlreadyExists
        }
        if case .revision(let revision) = condition, revision != file?.revision.map(String.init) {
            throw RevisionMismatch()
        }
        let quota = quota ?? .max
        let fits = usedBytes - (file?.size ?? 0) + length <= quota && (file != nil || usedBytes < quota)
        guard fits else { throw CloudProviderError.quotaInsufficient }
        return (parent, file)
    }

    /// Makes or replaces a file.
    mutating func write(
        _ content: [UInt8],
        to place: Place,
        modified: Date?,
        _ condition: WriteCondition,
        quota: Int?
    ) throws -> ItemRecord {
        let (parent, file) = try checkWrite(to: place, length: content.count, condition, quota: quota)
        let version = newVersion(content)
        let item =
            file.flatMap { replace($0.id, with: version, modified: modified) }
            ?? insert(place.name, version, into: parent, modified: modified)
        return ItemRecord(item: item, names: names(of: item.id))
    }

    /// Copies a file to another place; content and date are those of the source.
    mutating func copy(
        _ address: Address,
        to place: Place,
        _ condition: WriteCondition,
        quota: Int?
    ) throws -> ItemRecord {
        let file = try file(at: address).item
        guard case .file(let content, _) = file.kind else { throw CloudProviderError.itemTypeMismatch }
        return try write(content, to: place, modified: file.modified, condition, quota: quota)
    }

    // MARK: - Resolving

    private func item(at address: Address, preferring kind: WantedKind) throws -> Item {
        let item: Item?
        switch address {
        case .id(let id): item = items[id]
        case .path(let path): item = self.item(at: path, preferring: kind)
        }
        guard let item else { throw CloudProviderError.itemNotFound }
        return item
    }

    func item(at path: CloudPath, preferring kind: WantedKind) -> Item? {
        guard !path.isRoot else { return items[.root] }
        guard let parent = item(at: path.parent, preferring: .folder), parent.isFolder else { return nil }
        return child(named: path.name, of: parent.id, preferring: kind)
    }

    func child(named name: String, of folder: ItemID, preferring kind: WantedKind) -> Item? {
        let candidates = children(named: name, of: folder).filter(\.isListable)
        return candidates.first(where: kind.includes) ?? candidates.first
    }

    private func parent(of place: Place) throws -> ItemID {
        guard let parent = try? item(at: place.folder, preferring: .folder), parent.isFolder else {
            throw CloudProviderError.parentFolderDoesNotExist
        }
        return parent.id
    }
}

extension Item {
    /// Whether the item can be reached, not only be stumbled on.
    var isListable: Bool {
        if case .unlistable = kind { false } else { true }
    }
}
