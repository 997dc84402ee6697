internal import CloudCore
internal import ConformanceKit
internal import Foundation

/// One upload to a place that is known: in one request, or in parts.
struct Upload: Sendable {
    let cloud: InMemoryCloud
    let source: any ByteSource
    let path: CloudPath
    let place: Place
    let condition: WriteCondition
    let observer: TransferObserver

    // MARK: - One request

    /// Sends everything in one request, which only its task can interrupt.
    func inOneRequest() async throws -> ItemRecord {
        let control = TransferControl(expecting: source.length)
        defer { control.end() }
        try await control.start(
            after: observer.uploadTask.map { offer in { await offer(InMemoryUploadTask(control)) } }
        )
        return try await afterCommitPoint { try await send(control) }
    }

    private func send(_ control: TransferControl) async throws -> ItemRecord {
        let exchange = try await Exchange.open(RecordedRequest(.writeFile, path), with: cloud, control)
        try checkBeforeContent()
        let isVisible = cloud.settings.visibility == .whileWritten
        var content: [UInt8] = []
        var condition = condition
        if isVisible {
            _ = try write(content, condition)
            condition = .none
        }
        try await exchange.move(0..<source.length) { offset, limit in
            let piece = try await piece(at: offset, limit: limit)
            content += piece
            if isVisible { _ = try write(content, condition) }
            observer.moved(content.count, source.length)
            try await control.moved(to: content.count)
            return piece.count
        }
        if source.length == 0 { try await checkEnd() }
        try control.commit()
        let record = try write(content, condition)
        try await exchange.strike(.after)
        return record
    }

    // MARK: - Parts

    /// Sends a part after the other, and looks at the calling task's cancellation between them.
    ///
    /// A session whose checkpoint was handed out outlives a lost connection; any other failure gives it up.
    func inParts(of size: Int, resuming checkpoint: Data?) async throws -> ItemRecord {
        let exchange = try await afterCommitPoint {
            let exchange = try await Exchange.open(RecordedRequest(.writeFile, path), with: cloud)
            try checkBeforeContent()
            return exchange
        }
        let session = resumable(checkpoint) ?? cloud.startSession(for: path, length: source.length)
        do {
            let stored = session.content.count
            observer.moved(stored, source.length)
            try await exchange.move(stored..<source.length) { offset, limit in
                if offset % size == 0 || offset == stored {
                    try Task.checkCancellation()
                    try await handOut(session)
                }
                let piece = try await piece(at: offset, limit: min(limit, size - offset % size))
                cloud.append(piece, to: session.id)
                observer.moved(offset + piece.count, source.length)
                return piece.count
            }
            try Task.checkCancellation()
            return try await afterCommitPoint { try await complete(session, exchange) }
        } catch CloudProviderError.noInternetConnection where observer.checkpoint != nil {
            throw CloudProviderError.noInternetConnection
        } catch {
            cloud.discardSession(session.id)
            throw error
        }
    }

    private func complete(_ session: UploadSession, _ exchange: Exchange) async throws -> ItemRecord {
        let content = cloud.session(session.id)?.content ?? []
        guard content.count == source.length else { throw SourceError.changed }
        let record = try write(content, condition)
        cloud.discardSession(session.id)
        try await exchange.strike(.after)
        return record
    }

    /// The session of an earlier upload of the same bytes to the same path.
    private func resumable(_ checkpoint: Data?) -> UploadSession? {
        guard let checkpoint, let identity = source.identity,
            let decoded = try? JSONDecoder().decode(UploadCheckpoint.self, from: checkpoint),
            decoded.source == identity, let session = cloud.session(decoded.session),
            session.path == path, session.length == source.length
        else { return nil }
        return session
    }

    private func handOut(_ session: UploadSession) async throws {
        guard let checkpoint = observer.checkpoint, let identity = source.identity else { return }
        await checkpoint(try JSONEncoder().encode(UploadCheckpoint(session: session.id, source: identity)))
    }

    // MARK: - Both

    /// Reads a piece; the last one only leaves if the source still ends where it should.
    private func piece(at offset: Int, limit: Int) async throws -> Bytes {
        let piece = try await source.read(at: offset, atMost: min(limit, Bytes.maximumPiece))
        guard !piece.isEmpty else { throw SourceError.changed }
        if offset + piece.count == source.length { try await checkEnd() }
        return piece
    }

    private func checkEnd() async throws {
        guard try await source.read(at: source.length, atMost: 1).isEmpty else { throw SourceError.changed }
    }

    /// What the service says to the request's header.
    private func checkBeforeContent() throws {
        try cloud.state.withLock { state in
            _ = try state.tree.checkWrite(to: place, length: source.length, condition, quota: state.settings.quota)
        }
    }

    private func write(_ content: [UInt8], _ condition: WriteCondition) throws -> ItemRecord {
        try cloud.state.withLock { state in
            let settings = state.settings
            let modified = settings.keepsDates ? source.modificationDate : nil
            return try state.tree.write(
                content,
                to: place,
                modified: modified ?? settings.now(),
                condition,
                quota: settings.quota
            )
        }
    }
}
