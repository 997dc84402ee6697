internal import CloudCore
internal import CloudLocalFileSystem
internal import Foundation

/// The folder of this machine that a remote of the type `local` shows; its calls block.
struct LocalRoot: Sendable {
    /// The machine's path, without a slash at its end.
    private let folder: String

    init(_ configuration: LocalFileSystemPlugin.Configuration) {
        folder = configuration.root == "/" ? "" : configuration.root
    }

    /// The path without links, as the machine resolves it; `nil` if it can't.
    ///
    /// - Throws: `LocalFileSystemError.linkLeavesRoot`.
    func resolvingLinks(in path: CloudPath) throws -> CloudPath? {
        guard let real = Self.realPath(folder + path.string), let root = Self.realPath(folder + "/") else { return nil }
        guard root != "/" else { return try CloudPath(real) }
        guard real == root || real.utf8.starts(with: (root + "/").utf8) else {
            throw LocalFileSystemError.linkLeavesRoot
        }
        return try CloudPath("/" + String(decoding: real.utf8.dropFirst(root.utf8.count), as: UTF8.self))
    }

    /// The machine's own path without links; what doesn't exist yet is taken as it is.
    func machinePath(of path: CloudPath) throws -> CloudPath {
        if let real = Self.realPath(folder + path.string) { return try CloudPath(real) }
        guard !path.isRoot else { return try CloudPath(folder) }
        return try machinePath(of: path.parent).appending(path.name)
    }

    private static func realPath(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(validatingCString: real)
    }
}
