internal import CloudCore
internal import ConformanceKit

/// Reads one version of a file: each read is one request, and tells if another version has taken its place.
struct InMemoryFileReader: FileReader {
    let metadata: CloudItemMetadata
    let cloud: InMemoryCloud
    let address: Address
    let revision: Int?

    @concurrent func read(_ range: Range<Int>, into sink: any ByteSink, observer: TransferObserver) async throws {
        try Task.checkCancellation()
        let whole = 0..<(metadata.size ?? 0)
        let range = range.clamped(to: whole)
        let control = TransferControl(expecting: range.count)
        defer { control.end() }
        let offer = range == whole ? observer.downloadTask : nil
        try await control.start(after: offer.map { offer in { await offer(InMemoryDownloadTask(control)) } })
        let exchange = try await Exchange.open(RecordedRequest(.readFile, metadata.cloudPath), with: cloud, control)
        let (content, limit) = try cloud.state.withLock { state in
            (try state.tree.content(of: address, revision: revision)[range], state.settings.cutsBodies)
        }
        let body = content.prefix(limit ?? .max)
        try await sink.start(at: 0)
        try await exchange.move(0..<body.count) { offset, limit in
            try Task.checkCancellation()
            let piece = body[(body.startIndex + offset)...].prefix(min(limit, Bytes.maximumPiece))
            try await sink.write(piece)
            observer.moved(offset + piece.count, content.count)
            try await control.moved(to: offset + piece.count)
            return piece.count
        }
        guard body.count == content.count else { throw InMemoryCloudError.bodyTruncated }
        try control.commit()
        try await exchange.strike(.after)
        try await sink.finish()
    }
}
