public import CloudCore
public import Foundation

extension InMemoryCloud {
    private enum LoadedItem: Sendable {
        case folder
        case link(String)
        case file([UInt8], Date?)
    }

    /// Copies a folder of the local disk, with all in it, into the account.
    ///
    /// Links are copied as links. The whole content is held in memory: for test data.
    ///
    /// - Parameters:
    ///   - folder: an existing local folder.
    ///   - path: the folder in the cloud that gets its contents.
    /// - Throws: errors of Foundation, if something can't be read; `CloudPathError`.
    @concurrent public func load(_ folder: URL, into path: CloudPath = .root) async throws {
        makeFolder(at: path)
        let items = try await BlockingWork.run { try Self.items(below: folder) }
        for (relativePath, item) in items {
            let path = try path.appending(path: relativePath)
            switch item {
            case .folder: makeFolder(at: path)
            case .link(let target): makeLink(at: path, to: target)
            case .file(let content, let modified): put(content, at: path, modified: modified)
            }
        }
    }

    private static func items(below folder: URL) throws -> [(String, LoadedItem)] {
        let files = FileManager.default
        return try files.subpathsOfDirectory(atPath: folder.path).sorted().map { relativePath in
            let path = folder.appendingPathComponent(relativePath).path
            let attributes = try files.attributesOfItem(atPath: path)
            switch attributes[.type] as? FileAttributeType {
            case .typeDirectory: return (relativePath, .folder)
            case .typeSymbolicLink: return (relativePath, .link(try files.destinationOfSymbolicLink(atPath: path)))
            default:
                let content = try Data(contentsOf: URL(fileURLWithPath: path))
                return (relativePath, .file(Array(content), attributes[.modificationDate] as? Date))
            }
        }
    }
}
