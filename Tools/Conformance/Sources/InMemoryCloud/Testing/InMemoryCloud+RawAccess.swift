public import CloudCore
public import Foundation

/// What another program on the same account does: no request, no fault, no rule about names.
extension InMemoryCloud {
    /// Puts a file, replacing what stands at the path, and makes the folders above it.
    ///
    /// - Parameters:
    ///   - content: the bytes.
    ///   - path: the file.
    ///   - modified: its date; the service's time if `nil`.
    public func put(_ content: some Sequence<UInt8>, at path: CloudPath, modified: Date? = nil) {
        let content = Array(content)
        plant(at: path, modified: modified) { $0.newVersion(content) }
    }

    /// Puts a folder, and makes those above it; nothing happens if it is there.
    ///
    /// - Parameter path: the folder.
    public func makeFolder(at path: CloudPath) {
        state.withLock { state in
            _ = state.folder(at: path)
        }
    }

    /// Puts a symbolic link, replacing what stands at the path.
    ///
    /// - Parameters:
    ///   - path: the link.
    ///   - target: the text that is stored in it.
    public func makeLink(at path: CloudPath, to target: String) {
        plant(at: path) { _ in .symlink(target: target) }
    }

    /// Puts something into a folder that can't be an item: listings skip it, requests don't find it.
    ///
    /// - Parameters:
    ///   - path: where it stands.
    ///   - reason: what listings give as the reason.
    public func makeUnlistable(at path: CloudPath, reason: String) {
        plant(at: path) { _ in .unlistable(reason: reason) }
    }

    /// Removes whatever stands at a path, a folder with all in it.
    ///
    /// - Parameter path: nothing happens if nothing stands there.
    public func remove(at path: CloudPath) {
        state.withLock { state in
            guard let parent = state.tree.item(at: path.parent, preferring: .folder) else { return }
            for item in state.tree.children(named: path.name, of: parent.id) { state.tree.remove(item.id) }
        }
    }

    /// Moves an item, with all in it.
    ///
    /// - Parameters:
    ///   - source: an existing item; of a file and a folder, the file.
    ///   - target: its new path, at which nothing stands, in an existing folder.
    public func move(from source: CloudPath, to target: CloudPath) {
        state.withLock { state in
            guard let item = state.tree.item(at: source, preferring: .file) else {
                preconditionFailure("nothing stands at \(source)")
            }
            state.tree.move(item.id, to: state.folder(at: target.parent), name: target.name)
        }
    }

    /// The bytes of a file.
    ///
    /// - Parameter path: the file.
    /// - Returns: `nil` if no file stands there.
    public func contents(at path: CloudPath) -> [UInt8]? {
        state.withLock { state in
            guard case .file(let content, _) = state.tree.item(at: path, preferring: .file)?.kind else { return nil }
            return content
        }
    }

    /// The paths of all items but the root, in order.
    public var paths: [CloudPath] { snapshot().paths }

    private func plant(
        at path: CloudPath,
        modified: Date? = nil,
        _ content: @Sendable (inout ItemTree) -> Item.Kind
    ) {
        precondition(!path.isRoot, "the root is a folder")
        state.withLock { state in
            let parent = state.folder(at: path.parent)
            let content = content(&state.tree)
            let modified = modified ?? state.settings.now()
            let occupants = state.tree.children(named: path.name, of: parent)
            if let file = occupants.first(where: { $0.revision != nil }), case .file = content {
                _ = state.tree.replace(file.id, with: content, modified: modified)
                return
            }
            for occupant in occupants where !(occupant.isFolder && state.settings.bothKinds) {
                state.tree.remove(occupant.id)
            }
            _ = state.tree.insert(path.name, content, into: parent, modified: modified)
        }
    }
}

extension InMemoryCloud.State {
    /// The folder at a path, made if it isn't there.
    fileprivate mutating func folder(at path: CloudPath) -> ItemID {
        guard !path.isRoot else { return .root }
        let parent = folder(at: path.parent)
        let occupants = tree.children(named: path.name, of: parent)
        if let folder = occupants.first(where: \.isFolder) { return folder.id }
        if !settings.bothKinds { for occupant in occupants { tree.remove(occupant.id) } }
        return tree.insert(path.name, .folder, into: parent, modified: settings.now()).id
    }
}
