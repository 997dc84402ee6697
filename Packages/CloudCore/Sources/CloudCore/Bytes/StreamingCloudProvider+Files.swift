public import Foundation

extension StreamingCloudProvider {
    /// Downloads a file through ``openFile(at:)``.
    ///
    /// The local URL is checked before the first request. The file is written without a name and gets one, and with it
    /// the remote date, when all of it is there.
    ///
    /// - Parameters:
    ///   - cloudPath: the file.
    ///   - localURL: a file URL at which nothing stands, in a folder that exists.
    ///   - progress: a fresh progress to report to.
    ///   - onTaskCreation: gets the task if one request carries the whole file.
    /// - Returns: metadata with the size of the local file.
    /// - Throws: as ``CloudProvider/downloadFile(from:to:progress:onTaskCreation:)``.
    @concurrent public func downloadFile(
        from cloudPath: CloudPath,
        to localURL: URL,
        progress: Progress?,
        onTaskCreation: (@concurrent @Sendable (any DownloadTask) async -> Void)?
    ) async throws -> CloudItemMetadata {
        try Task.checkCancellation()
        return try await transfer(progress) { progress in
            let sink = try await FileByteSink.create(at: localURL)
            try Task.checkCancellation()
            let reader = try await openFile(at: cloudPath)
            try Task.checkCancellation()
            let observer = TransferObserver(moved: progress.moved, downloadTask: onTaskCreation.map(atMostOnce))
            try await reader.readAll(into: sink, observer: observer)
            try Task.checkCancellation()
            var metadata = reader.metadata
            metadata.size = try await sink.commit(modificationDate: metadata.lastModifiedDate)
            return metadata
        }
    }

    /// Uploads a file through ``writeFile(from:to:condition:resuming:observer:)``.
    ///
    /// - Parameters:
    ///   - localURL: a regular file that doesn't change meanwhile.
    ///   - cloudPath: the new item.
    ///   - replaceExisting: whether a file at `cloudPath` is replaced.
    ///   - progress: a fresh progress to report to.
    ///   - onTaskCreation: gets the task if one request carries the whole file.
    /// - Returns: the new item's metadata.
    /// - Throws: as ``CloudProvider/uploadFile(from:to:replaceExisting:progress:onTaskCreation:)``.
    @concurrent public func uploadFile(
        from localURL: URL,
        to cloudPath: CloudPath,
        replaceExisting: Bool,
        progress: Progress?,
        onTaskCreation: (@concurrent @Sendable (any UploadTask) async -> Void)?
    ) async throws -> CloudItemMetadata {
        try Task.checkCancellation()
        return try await transfer(progress) { progress in
            let source = try await FileByteSource.open(localURL)
            try Task.checkCancellation()
            return try await writeFile(
                from: source,
                to: cloudPath,
                condition: replaceExisting ? .none : .absent,
                resuming: nil,
                observer: TransferObserver(moved: progress.moved, uploadTask: onTaskCreation.map(atMostOnce))
            )
        }
    }
}

/// Runs a transfer whose progress completes exactly if it returns.
private func transfer(
    _ progress: Progress?,
    _ body: (TransferProgress) async throws -> CloudItemMetadata
) async throws -> CloudItemMetadata {
    let progress = TransferProgress(progress)
    do {
        let metadata = try await body(progress)
        progress.complete()
        return metadata
    } catch {
        progress.fail()
        throw error
    }
}

/// Calls `body` with the first task only: one that a restarted transfer makes isn't offered again.
private func atMostOnce<Task: Sendable>(
    _ body: @escaping @concurrent @Sendable (Task) async -> Void
) -> @concurrent @Sendable (Task) async -> Void {
    let isCalled = Locked(false)
    return { task in
        let isFirst = isCalled.withLock { isCalled in
            defer { isCalled = true }
            return !isCalled
        }
        if isFirst { await body(task) }
    }
}
