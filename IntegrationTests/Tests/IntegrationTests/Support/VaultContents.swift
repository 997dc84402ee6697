import CloudCore
import CryptoPrimitives
import Foundation
import VaultCrypto

/// What a vault holds: every item by its path, files with size and hash.
struct VaultContents: Equatable, Sendable {
    enum Node: Equatable, Sendable {
        case folder
        case symlink
        case file(size: Int, sha256: String)
    }

    private(set) var nodes: [CloudPath: Node] = [:]
    /// Paths that a listing gave twice; none is right.
    private(set) var duplicates: [CloudPath] = []

    mutating func insert(_ node: Node, at path: CloudPath) {
        if nodes.updateValue(node, forKey: path) != nil { duplicates.append(path) }
    }

    subscript(path: String) -> Node? {
        (try? CloudPath(path)).flatMap { nodes[$0] }
    }

    /// One line an item that isn't in both, to read a failed comparison.
    func differences(from other: VaultContents) -> [String] {
        Set(nodes.keys).union(other.nodes.keys).sorted().compactMap { path in
            let (mine, others) = (nodes[path], other.nodes[path])
            guard mine != others else { return nil }
            return "\(path.string.debugDescription): \(mine.map { "\($0)" } ?? "-") ≠ \(others.map { "\($0)" } ?? "-")"
        } + (duplicates + other.duplicates).map { "\($0.string.debugDescription) is listed twice" }
    }

    /// Reads everything that a provider lists.
    ///
    /// A size that a listing gives and that isn't that of the contents is an error, and so is an entry left out.
    static func read(_ provider: VaultProvider) async throws -> VaultContents {
        var contents = VaultContents()
        var folders = [CloudPath.root]
        while let folder = folders.popLast() {
            let list = try await provider.fetchItemListExhaustively(forFolderAt: folder)
            guard list.skipped.isEmpty else { throw Skipped(entries: list.skipped) }
            for item in list.items {
                switch item.itemType {
                case .folder:
                    folders.append(item.cloudPath)
                    contents.insert(.folder, at: item.cloudPath)
                case .file:
                    let bytes = try await provider.contents(of: item.cloudPath)
                    guard item.size == bytes.count else { throw WrongSize(path: item.cloudPath, listed: item.size) }
                    contents.insert(.file(size: bytes.count, sha256: Digest.sha256(bytes).hex), at: item.cloudPath)
                default:
                    contents.insert(.symlink, at: item.cloudPath)
                }
            }
        }
        return contents
    }

    struct Skipped: Error {
        let entries: [CloudItemList.Skipped]
    }

    struct WrongSize: Error {
        let path: CloudPath
        let listed: Int?
    }
}

extension VaultProvider {
    /// The cleartext of a file of at most 64 MiB.
    func contents(of path: CloudPath) async throws -> [UInt8] {
        let sink = DataSink(limit: 64 << 20)
        try await openFile(at: path).readAll(into: sink)
        return await sink.bytes
    }
}

extension Sequence<UInt8> {
    var hex: String { map { String(format: "%02x", $0) }.joined() }
}
