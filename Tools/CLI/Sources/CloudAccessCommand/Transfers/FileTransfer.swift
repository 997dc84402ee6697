internal import CloudCore

/// Copies one file from a provider to a provider.
struct FileTransfer: Sendable {
    let source: Location
    let target: Location

    /// Copies a file into a folder that exists; `moved` gets the bytes moved so far and in all.
    @concurrent func callAsFunction(
        _ item: CloudItemMetadata,
        to path: CloudPath,
        condition: WriteCondition,
        moved: @escaping @Sendable (Int, Int) -> Void
    ) async throws -> CloudItemMetadata {
        if source.remoteKey == target.remoteKey,
            let copying = target.provider.capability((any ServerSideCopying).self)
        {
            let copied = try await copying.copyFile(from: item.cloudPath, to: path, condition: condition)
            if let size = copied.size { moved(size, size) }
            return copied
        }
        let reader = try await source.streamingProvider.openFile(at: item.cloudPath)
        return try await target.streamingProvider.writeFile(
            from: reader.byteSource(),
            to: path,
            condition: condition,
            resuming: nil,
            observer: TransferObserver(moved: moved)
        )
    }
}
