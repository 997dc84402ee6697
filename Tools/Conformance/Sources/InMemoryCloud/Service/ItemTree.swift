internal import CloudCore
internal import Foundation

/// The service's identifier of an item; it stays when the item is moved or replaced.
struct ItemID: Hashable, Sendable {
    var number: Int

    static let root = ItemID(number: 0)
}

/// A name that is compared byte by byte, where `String` takes NFC and NFD for equal.
struct ExactName: Hashable, Comparable, Sendable {
    var text: String

    static func == (first: ExactName, second: ExactName) -> Bool {
        first.text.utf8.elementsEqual(second.text.utf8)
    }

    static func < (first: ExactName, second: ExactName) -> Bool {
        first.text.utf8.lexicographicallyPrecedes(second.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

/// One item of the account.
struct Item: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case file(content: [UInt8], revision: Int)
        case folder
        case symlink(target: String)
        /// Stands in its folder, but can't be an item.
        case unlistable(reason: String)
    }

    var id: ItemID
    var parent: ItemID
    var name: ExactName
    var kind: Kind
    var modified: Date?

    var isFolder: Bool { kind == .folder }
    var size: Int? {
        guard case .file(let content, _) = kind else { return nil }
        return content.count
    }
    var revision: Int? {
        guard case .file(_, let revision) = kind else { return nil }
        return revision
    }
}

/// All items of an account, as a value.
///
/// Knows which names are one name, but no rules of the service beyond: those are in `ItemTree+Rules.swift`.
struct ItemTree: Sendable {
    /// A place in the order of a folder's items, which stays the same however the folder changes.
    struct Position: Hashable, Comparable, Sendable {
        var key: ExactName
        /// A file and a folder of one name have two positions.
        var isFolder: Bool

        static func < (first: Position, second: Position) -> Bool {
            first.key == second.key ? !first.isFolder && second.isFolder : first.key < second.key
        }
    }

    private struct Entry: Sendable {
        var position: Position
        var id: ItemID
    }

    let policy: NamePolicy
    private(set) var items: [ItemID: Item] = [:]
    private(set) var usedBytes = 0
    private var entries: [ItemID: [Entry]] = [:]  // of each folder, in order
    private var counter = 0  // of identifiers and revisions; neither is given twice

    init(policy: NamePolicy) {
        self.policy = policy
        items[.root] = Item(id: .root, parent: .root, name: ExactName(text: "/"), kind: .folder, modified: nil)
        entries[.root] = []
    }

    // MARK: - Looking up

    /// What stands in a folder under a name: nothing, one item, or a file and a folder.
    func children(named name: String, of folder: ItemID) -> [Item] {
        guard let siblings = entries[folder] else { return [] }
        let key = ExactName(text: policy.key(of: name))
        let first = index(of: Position(key: key, isFolder: false), in: siblings)
        return siblings[first...].prefix { $0.position.key == key }.compactMap { items[$0.id] }
    }

    /// A folder's items in order, at most so many, from behind a position on; with that of the last one if there are
    /// more.
    func children(of folder: ItemID, after position: Position?, limit: Int) -> (items: [Item], last: Position?) {
        guard let siblings = entries[folder] else { return ([], nil) }
        var rest = siblings[(position.map { index(of: $0, in: siblings) } ?? 0)...]
        if let position, rest.first?.position == position { rest = rest.dropFirst() }
        let page = rest.prefix(limit)
        return (page.compactMap { items[$0.id] }, page.endIndex < rest.endIndex ? page.last?.position : nil)
    }

    /// The names from the root down to an item.
    func names(of id: ItemID) -> [String] {
        var names: [String] = []
        var next = id
        while next != .root, let item = items[next] {
            names.append(item.name.text)
            next = item.parent
        }
        return names.reversed()
    }

    /// Whether an item is the folder, or stands below it.
    func isItem(_ id: ItemID, atOrBelow folder: ItemID) -> Bool {
        var next = id
        while next != folder, next != .root, let item = items[next] { next = item.parent }
        return next == folder
    }

    // MARK: - Changing

    mutating func insert(_ name: String, _ kind: Item.Kind, into parent: ItemID, modified: Date?) -> Item {
        counter += 1
        let name = ExactName(text: policy.stored(name))
        let item = Item(id: ItemID(number: counter), parent: parent, name: name, kind: kind, modified: modified)
        items[item.id] = item
        if item.isFolder { entries[item.id] = [] }
        usedBytes += item.size ?? 0
        enter(item)
        return item
    }

    /// The new content of a file that is made or replaced.
    mutating func newVersion(_ content: [UInt8]) -> Item.Kind {
        counter += 1
        return .file(content: content, revision: counter)
    }

    mutating func replace(_ id: ItemID, with kind: Item.Kind, modified: Date?) -> Item? {
        guard var item = items[id] else { return nil }
        usedBytes -= item.size ?? 0
        item.kind = kind
        item.modified = modified
        usedBytes += item.size ?? 0
        items[id] = item
        return item
    }

    mutating func move(_ id: ItemID, to parent: ItemID, name: String) {
        guard var item = items[id] else { return }
        leave(item)
        item.parent = parent
        item.name = ExactName(text: policy.stored(name))
        items[id] = item
        enter(item)
    }

    /// Removes an item and all below it.
    mutating func remove(_ id: ItemID) {
        guard let item = items[id], id != .root else { return }
        leave(item)
        var doomed = [id]
        while let next = doomed.popLast() {
            usedBytes -= items.removeValue(forKey: next)?.size ?? 0
            doomed += entries.removeValue(forKey: next)?.map(\.id) ?? []
        }
    }

    private mutating func enter(_ item: Item) {
        let position = position(of: item)
        let index = index(of: position, in: entries[item.parent, default: []])
        entries[item.parent]?.insert(Entry(position: position, id: item.id), at: index)
    }

    private mutating func leave(_ item: Item) {
        let index = index(of: position(of: item), in: entries[item.parent, default: []])
        let entry = entries[item.parent]?.remove(at: index)
        precondition(entry?.id == item.id, "the folder doesn't know its item")
    }

    private func position(of item: Item) -> Position {
        Position(key: ExactName(text: policy.key(of: item.name.text)), isFolder: item.isFolder)
    }

    /// Where a position is, or would be, among a folder's entries.
    private func index(of position: Position, in entries: [Entry]) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].position < position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension ItemTree.Position {
    /// Reads the text form.
    init?(token: String) {
        guard let mark = token.utf8.first, let text = String(token.utf8.dropFirst()) else { return nil }
        switch mark {
        case UInt8(ascii: "d"): self.init(key: ExactName(text: text), isFolder: true)
        case UInt8(ascii: "f"): self.init(key: ExactName(text: text), isFolder: false)
        default: return nil
        }
    }

    /// The text form, which the service hands out as the token of the next page.
    var token: String { (isFolder ? "d" : "f") + key.text }
}

extension ItemTree: Hashable {
    /// Equal if every item is: its place, name, content, date, identifier and revision.
    static func == (first: ItemTree, second: ItemTree) -> Bool {
        first.items == second.items
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(items)
    }
}
