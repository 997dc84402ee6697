import CloudCore
import Foundation
import InMemoryCloud

extension StreamingCloudProvider {
    @discardableResult
    func write(
        _ bytes: some Sequence<UInt8>,
        to path: String,
        _ condition: WriteCondition = .absent,
        observer: TransferObserver = .none
    ) async throws -> CloudItemMetadata {
        try await writeFile(
            from: DataSource(bytes),
            to: CloudPath(path),
            condition: condition,
            resuming: nil,
            observer: observer
        )
    }

    func read(_ path: String) async throws -> [UInt8] {
        let sink = DataSink(limit: 1 << 20)
        try await openFile(at: CloudPath(path)).readAll(into: sink)
        return await sink.bytes
    }
}

extension InMemoryCloud {
    convenience init(_ change: (inout Settings) -> Void) {
        var settings = Settings()
        change(&settings)
        self.init(settings)
    }

    func put(_ bytes: some Sequence<UInt8>, at path: String) throws {
        put(bytes, at: try CloudPath(path))
    }

    func contents(at path: String) throws -> [UInt8]? {
        contents(at: try CloudPath(path))
    }
}

/// A source that tests can look into, and that can end elsewhere than it says.
actor ScriptedSource: ByteSource {
    nonisolated let length: Int
    nonisolated let identity: SourceIdentity?
    nonisolated let modificationDate: Date? = nil
    private let bytes: [UInt8]
    private(set) var firstOffset: Int?

    init(_ bytes: [UInt8], length: Int? = nil, identity: String? = nil) {
        self.bytes = bytes
        self.length = length ?? bytes.count
        self.identity = identity.map(SourceIdentity.init)
    }

    func read(at offset: Int, atMost count: Int) -> Bytes {
        firstOffset = firstOffset ?? offset
        return bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)]
    }
}

extension Locked {
    var value: Value { withLock { $0 } }
}
