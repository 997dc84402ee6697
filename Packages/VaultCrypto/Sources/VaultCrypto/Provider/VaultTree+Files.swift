internal import CloudCore
internal import Foundation

/// Reads and writes files (vault format, section 5.3).
extension VaultTree {
    /// Opens the file at a path with composed names, which the caller gave as `asked`.
    func openFile(at path: CloudPath, asked: CloudPath) async throws -> VaultFileReader {
        try await withPlaces(of: path) { places, _ in
            guard let place = places.first(where: { $0.canHold(.file) }) else {
                throw CloudProviderError.itemTypeMismatch  // the alias of a folder or link
            }
            let reader: any FileReader
            do {
                reader = try await store.delegate.openFile(at: place.body(of: .file))
            } catch CloudProviderError.itemNotFound where place.form != .plain {
                throw try await nodes(at: places).isEmpty ? CloudProviderError.itemNotFound : .itemTypeMismatch
            }
            let node = VaultNode(place: place, kind: .file, facts: reader.metadata)
            return VaultFileReader(
                metadata: metadata(of: node, named: path.name, at: asked),
                ciphertext: reader,
                cryptor: store.cryptor
            )
        }
    }

    /// Writes ciphertext as the file at a path, which has composed names and isn't the root.
    ///
    /// The condition is one for the node that holds the content, and the checkpoint is the delegate's.
    func writeFile(
        from source: any ByteSource,
        to path: CloudPath,
        condition: WriteCondition,
        resuming checkpoint: Data?,
        observer: TransferObserver
    ) async throws -> VaultNode {
        try await writeNode(to: path, condition: condition) { [store] body, isPastCommitPoint in
            var observer = observer
            observer.pastCommitPoint = observer.pastCommitPoint || isPastCommitPoint
            if observer.pastCommitPoint, let offer = observer.uploadTask {
                // A closure that cancels the task it runs in must not hit the one that goes on encrypting.
                observer.uploadTask = { task in await Task { await offer(task) }.value }
            }
            return try await store.delegate.writeFile(
                from: source,
                to: body,
                condition: condition,
                resuming: checkpoint,
                observer: observer
            )
        }
    }

    /// Copies a file by the delegate's own means; names are no part of a file's ciphertext.
    func copyFile(
        from source: CloudPath,
        to target: CloudPath,
        condition: WriteCondition,
        with copier: any ServerSideCopying
    ) async throws -> VaultNode {
        let original = try await withPlaces(of: source) { places, _ in
            try await node(at: places, ofKinds: [.file])
        }
        let originalBody = try original.place.body(of: .file)
        return try await writeNode(to: target, condition: condition) { body, _ in
            try await copier.copyFile(from: originalBody, to: body, condition: condition)
        }
    }

    /// Finds or makes the place of a file and has its content written.
    ///
    /// `write` gets the path of the content, and whether stopping would leave a broken item.
    private func writeNode(
        to path: CloudPath,
        condition: WriteCondition,
        _ write: @escaping @Sendable (_ body: CloudPath, _ isPastCommitPoint: Bool) async throws -> CloudItemMetadata
    ) async throws -> VaultNode {
        try await withFolder(at: path.parent, for: .target) { folder in
            let places = try format.places(of: path.name, in: folder)
            let place = try format.place(of: path.name, holding: .file, in: folder)
            let body = try place.body(of: .file)
            let facts: CloudItemMetadata
            switch place.form {
            case .plain:
                facts = try await write(body, false)
            case .single:
                try await checkFree(places, forFileWith: condition)
                try await format.recordLongName(of: place)
                facts = try await write(body, false)
            case .shortened:
                facts = try await writeShortened(place, condition: condition) { try await write(body, $0) }
            }
            return VaultNode(place: place, kind: .file, facts: facts)
        }
    }

    /// Format 6: a folder or link of the name stands elsewhere, so the delegate can't find it.
    private func checkFree(_ places: [NodePlace], forFileWith condition: WriteCondition) async throws {
        let kinds = try await nodes(at: places).map(\.kind)
        guard kinds.isEmpty || kinds.contains(.file) && condition != .absent else {
            throw CloudProviderError.itemAlreadyExists
        }
    }

    private func writeShortened(
        _ place: NodePlace,
        condition: WriteCondition,
        _ write: @escaping @Sendable (_ isPastCommitPoint: Bool) async throws -> CloudItemMetadata
    ) async throws -> CloudItemMetadata {
        let contents: NodeContents
        do {
            contents = try await store.contents(of: place)
        } catch CloudProviderError.itemNotFound {
            contents = NodeContents()
        }
        if !contents.bodies.isEmpty {
            guard contents.bodies.keys.contains(.file), condition != .absent else {
                throw CloudProviderError.itemAlreadyExists
            }
            _ = try contents.only(at: place)
        } else if case .revision = condition {
            throw RevisionMismatch()
        }
        guard contents.bodies.isEmpty || !contents.hasLongName else { return try await write(false) }
        return try await store.withNodeFolder(at: place, commits: true) { [format] isNew in
            try await format.recordLongName(of: place)
            return try await write(isNew)
        }
    }
}
