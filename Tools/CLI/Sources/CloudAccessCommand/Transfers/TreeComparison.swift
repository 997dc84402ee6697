internal import CloudCore

/// Compares two files or trees and prints a line a difference.
struct TreeComparison: Sendable {
    let session: Session
    let first: Location
    let second: Location
    let tally: Tally
    /// Whether contents are read rather than hashes and sizes compared.
    var readsContent = false

    /// Compares; what can't be listed or read is reported and counted.
    ///
    /// - Returns: the number of differences.
    @concurrent func run() async throws -> Int {
        let one = try await session.at(first.address.text) { try await first.resolved() }
        let other = try await session.at(second.address.text) { try await second.resolved() }
        let resolved = TreeComparison(
            session: session,
            first: one.location,
            second: other.location,
            tally: tally,
            readsContent: readsContent
        )
        guard one.item.itemType == .folder, other.item.itemType == .folder else {
            return try await resolved.compare(one.item, other.item, path: first.path.name)
        }
        return try await resolved.compareFolders(one.location.path, other.location.path, path: "")
    }

    private func compareFolders(_ one: CloudPath, _ other: CloudPath, path: String) async throws -> Int {
        let lists = try await tally.attempt(path.isEmpty ? first.address.text : first.text(of: one)) {
            async let firstList = session.list(one, of: first.provider, place: first.text(of: one))
            async let secondList = session.list(other, of: second.provider, place: second.text(of: other))
            return try await (firstList, secondList)
        }
        guard let (firstItems, secondItems) = lists else { return 0 }
        var unmatched = Dictionary(secondItems.map { (key(of: $0.name), $0) }, uniquingKeysWith: { item, _ in item })
        var differences = 0
        for item in firstItems {
            try session.interruption.checkMayStart()
            let below = path.isEmpty ? item.name : "\(path)/\(item.name)"
            if let counterpart = unmatched.removeValue(forKey: key(of: item.name)) {
                differences += try await compare(item, counterpart, path: below)
            } else {
                differences += try await difference("missing", below)
            }
        }
        for item in secondItems where unmatched[key(of: item.name)] != nil {
            unmatched[key(of: item.name)] = nil
            differences += try await difference("extra", path.isEmpty ? item.name : "\(path)/\(item.name)")
        }
        return differences
    }

    private func compare(_ one: CloudItemMetadata, _ other: CloudItemMetadata, path: String) async throws -> Int {
        guard one.itemType == other.itemType else { return try await difference("differs", "\(path) (type)") }
        switch one.itemType {
        case .folder: return try await compareFolders(one.cloudPath, other.cloudPath, path: path)
        case .file: break
        case .symlink, .unknown: return 0
        }
        let found: String?? = try await tally.attempt(first.text(of: one.cloudPath)) {
            guard readsContent else { return FileComparison.difference(one, other) }
            return try await session.interruption.item { try await contentDifference(one, other) }
        }
        guard let found, let what = found else { return 0 }
        return try await difference("differs", "\(path) (\(what))")
    }

    private func contentDifference(_ one: CloudItemMetadata, _ other: CloudItemMetadata) async throws -> String? {
        guard one.size == other.size else { return "size" }
        let sources = try await (source(of: one, in: first), source(of: other, in: second))
        var offset = 0
        while offset < sources.0.length {
            let piece = try await sources.0.read(at: offset, atMost: Bytes.maximumPiece)
            var compared = 0
            while compared < piece.count {
                let counterpart = try await sources.1.read(at: offset + compared, atMost: piece.count - compared)
                guard !counterpart.isEmpty, piece.dropFirst(compared).starts(with: counterpart) else {
                    return "content"
                }
                compared += counterpart.count
            }
            guard !piece.isEmpty else { throw SourceError.changed }
            offset += piece.count
        }
        return sources.1.length == offset ? nil : "content"
    }

    private func source(of item: CloudItemMetadata, in location: Location) async throws -> any ByteSource {
        try await location.streamingProvider.openFile(at: item.cloudPath).byteSource()
    }

    /// Names that either side takes for one are one.
    private func key(of name: String) -> String {
        second.namePolicy.key(of: first.namePolicy.key(of: name))
    }

    private func difference(_ kind: String, _ path: String) async throws -> Int {
        try await session.output.line("\(kind) \(path)")
        return 1
    }
}
