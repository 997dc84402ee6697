internal import CloudCore
internal import Foundation

/// What stands below a folder, to compare before and after.
struct Tree: Equatable, CustomStringConvertible {
    /// One item.
    struct Entry: Hashable {
        var path: CloudPath
        var type: CloudItemType
        /// Of a file.
        var content: [UInt8]?
    }

    var entries: Set<Entry>

    /// Without an item and all below it.
    func removing(_ path: CloudPath) -> Tree {
        Tree(entries: entries.filter { $0.path != path && !$0.path.isDescendant(of: path) })
    }

    /// Without the item itself if it is of a kind; what stands below it stays.
    func removing(_ path: CloudPath, _ type: CloudItemType) -> Tree {
        Tree(entries: entries.filter { $0.path != path || $0.type != type })
    }

    /// With one item more.
    func adding(_ path: CloudPath, _ type: CloudItemType, _ content: [UInt8]? = nil) -> Tree {
        Tree(entries: entries.union([Entry(path: path, type: type, content: content)]))
    }

    /// With all that `isMoved` says under its new path.
    func moving(
        _ source: CloudPath,
        to target: CloudPath,
        where isMoved: (Entry) -> Bool = { _ in true }
    ) throws -> Tree {
        Tree(
            entries: Set(
                try entries.map { entry in
                    var entry = entry
                    if isMoved(entry) { entry.path = try entry.path.moved(from: source, to: target) ?? entry.path }
                    return entry
                }
            )
        )
    }

    var description: String {
        guard !entries.isEmpty else { return "an empty folder" }
        return entries.sorted { ($0.path, $0.type.rawValue) < ($1.path, $1.type.rawValue) }
            .map { "\($0.path.string) (\($0.type.rawValue)\($0.content.map { ", \($0.count) bytes" } ?? ""))" }
            .joined(separator: ", ")
    }
}

extension Stage {
    /// All that stands below a folder; the case's own by default.
    func tree(below folder: CloudPath? = nil, with other: (any CloudProvider)? = nil) async throws -> Tree {
        let provider = other ?? observer ?? self.provider
        var entries: Set<Tree.Entry> = []
        var pending = [folder ?? self.folder]
        while let folder = pending.popLast() {
            for item in try await items(of: folder, with: provider) {
                let path = item.cloudPath
                var type = item.itemType
                if type == .folder, fixture.traits.lacking[.cheapListing] != nil {
                    type = try await provider.fetchItemMetadata(at: path).itemType
                    // Where both kinds stand the metadata are the file's, but this is the folder.
                    if type == .file { type = .folder }
                }
                let content = type == .file ? try await read(path, with: provider) : nil
                let isNew = entries.insert(Tree.Entry(path: path, type: type, content: content)).inserted
                try expect(isNew, "every item to be listed once", got: "\(path.string) twice")
                if type == .folder { pending.append(path) }
            }
        }
        return Tree(entries: entries)
    }

    /// Checks what stands below the case's folder.
    func expectTree(_ expected: Tree, with provider: (any CloudProvider)? = nil) async throws {
        try await expectEqual(tree(with: provider), expected, "the tree")
    }

    /// Runs `body`, which must throw the error and change nothing below the case's folder.
    func expectError<Value>(
        _ expected: ExpectedError,
        _ what: String,
        changingNothing body: () async throws -> Value
    ) async throws {
        let before = try await tree()
        try await ConformanceKit.expectError(expected, what, from: body)
        try await expectTree(before)
    }

    /// Runs `body`, which must throw the error without sending a request, where requests can be seen.
    func expectError<Value>(
        _ expected: ExpectedError,
        _ what: String,
        withoutRequest body: () async throws -> Value
    ) async throws {
        let before = await fixture.faults?.requests
        try await ConformanceKit.expectError(expected, what, from: body)
        guard let before, let after = await fixture.faults?.requests else { return }
        let sent = after.dropFirst(before.count).map { "\($0.operation.rawValue) \($0.path.string)" }
        try expect(sent.isEmpty, "no request from \(what)", got: sent.joined(separator: ", "))
    }
}
