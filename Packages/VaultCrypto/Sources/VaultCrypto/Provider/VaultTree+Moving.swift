internal import CloudCore

/// Deletes files and links, and moves nodes of all kinds (vault format, section 5.3).
extension VaultTree {
    /// Deletes the file or link at a path, which has composed names and isn't the root.
    func deleteFile(at path: CloudPath) async throws {
        try await reconsiderFolders(downTo: path.parent)
        try await withPlaces(of: path) { places, parent in
            let node = try await node(at: places, ofKinds: [.file, .symlink])
            try await remove(node)
            aliases.forget(node.place, in: parent)
        }
    }

    /// Moves the node at a path, if it is of one of some kinds.
    ///
    /// Both paths have composed names, neither is the root, and the target doesn't lie below the source.
    func move(from source: CloudPath, to target: CloudPath, ofKinds kinds: Set<CloudItemType>) async throws {
        for folder in Set([source.parent, target.parent]) { try await reconsiderFolders(downTo: folder) }
        try await withPlaces(of: source) { places, sourceParent in
            let node = try await node(at: places, ofKinds: kinds)
            try await withFolder(at: target.parent, for: .target) { parent in
                do {
                    try await move(node, to: target, in: parent)
                } catch {
                    ids.forget(source)  // nobody knows under which name it is now
                    throw error
                }
                if node.kind == .folder { ids.move(from: source, to: target, in: parent) }
            }
            aliases.forget(node.place, in: sourceParent)
        }
    }

    private func move(_ node: VaultNode, to target: CloudPath, in parent: VaultFolder) async throws {
        let places = try format.places(of: target.name, in: parent)
        let place = try format.place(of: target.name, holding: node.kind, in: parent)
        // The same name in another normalisation is the same item.
        guard place.path != node.place.path else { return }
        // The delegate finds what stands at the very place; what is elsewhere under the same name it can't.
        guard try await nodes(at: places.filter { $0 != place && $0.path != node.place.path }).isEmpty else {
            throw CloudProviderError.itemAlreadyExists
        }
        kinds.forget(node.place)
        try await format.move(node, to: place)
    }
}
