public import CloudCore
public import Foundation

extension InMemoryProvider {
    /// Writes a file whole.
    ///
    /// - Parameters:
    ///   - source: the content.
    ///   - cloudPath: the item.
    ///   - condition: what must hold; checked by the service, or asked for before if it can't.
    ///   - checkpoint: of an upload in parts that another provider on the account began.
    ///   - observer: watches; gets the task of an upload in one request, the checkpoints of one in parts.
    /// - Returns: the new item's metadata.
    /// - Throws: as `StreamingCloudProvider` says; ``InMemoryCloudError/nameNotAllowed(_:)``.
    @concurrent public func writeFile(
        from source: any ByteSource,
        to cloudPath: CloudPath,
        condition: WriteCondition,
        resuming checkpoint: Data?,
        observer: TransferObserver
    ) async throws -> CloudItemMetadata {
        guard observer.pastCommitPoint else {
            return try await write(source, to: cloudPath, condition, resuming: checkpoint, observer)
        }
        return try await afterCommitPoint {
            try await self.write(source, to: cloudPath, condition, resuming: checkpoint, observer)
        }
    }

    private func write(
        _ source: any ByteSource,
        to path: CloudPath,
        _ condition: WriteCondition,
        resuming checkpoint: Data?,
        _ observer: TransferObserver
    ) async throws -> CloudItemMetadata {
        try Task.checkCancellation()
        try checkCreation(at: path)
        var observer = observer
        let record = try await writers.withLock(on: folded(path)) {
            try await withPlace(of: path) { place in
                let settings = cloud.settings
                if !settings.conditionalWrites { try await ask(condition, at: path) }
                let upload = Upload(
                    cloud: cloud,
                    source: source,
                    path: path,
                    place: place,
                    condition: settings.conditionalWrites ? condition : .none,
                    observer: observer
                )
                observer.uploadTask = nil  // if the request is repeated, its task isn't shown again
                guard let parts = settings.parts, source.length > parts.threshold else {
                    return try await upload.inOneRequest()
                }
                return try await upload.inParts(of: parts.size, resuming: checkpoint)
            }
        }
        return metadata(of: record, at: path)
    }

    /// Asks the service whether a condition holds that it can't check by itself.
    func ask(_ condition: WriteCondition, at path: CloudPath) async throws {
        guard condition != .none else { return }
        do {
            let record = try await record(at: path, preferring: .file)
            guard case .revision(let revision) = condition, record.item.revision != nil else {
                throw CloudProviderError.itemAlreadyExists
            }
            guard revision == record.item.revision.map(String.init) else { throw RevisionMismatch() }
        } catch CloudProviderError.itemNotFound {
            guard condition == .absent else { throw RevisionMismatch() }
        }
    }
}
