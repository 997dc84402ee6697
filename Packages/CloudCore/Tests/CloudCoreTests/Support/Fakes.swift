import CloudCore
import Foundation

/// A provider of which a test implements what it needs.
protocol PartialProvider: CloudProvider {}

struct NotNeeded: Error {
    var method: String
    init(_ method: String = #function) { self.method = method }
}

extension PartialProvider {
    @concurrent func fetchItemMetadata(at cloudPath: CloudPath) async throws -> CloudItemMetadata { throw NotNeeded() }
    @concurrent func fetchItemList(
        forFolderAt cloudPath: CloudPath,
        withPageToken pageToken: String?
    ) async throws -> CloudItemList { throw NotNeeded() }
    @concurrent func createFolder(at cloudPath: CloudPath) async throws { throw NotNeeded() }
    @concurrent func deleteFile(at cloudPath: CloudPath) async throws { throw NotNeeded() }
    @concurrent func deleteFolder(at cloudPath: CloudPath) async throws { throw NotNeeded() }
    @concurrent func moveFile(from: CloudPath, to: CloudPath) async throws { throw NotNeeded() }
    @concurrent func moveFolder(from: CloudPath, to: CloudPath) async throws { throw NotNeeded() }
}

/// A partial provider that needs no transfers either.
protocol PartialFileProvider: PartialProvider {}

extension PartialFileProvider {
    @concurrent func downloadFile(
        from cloudPath: CloudPath,
        to localURL: URL,
        progress: Progress?,
        onTaskCreation: (@concurrent @Sendable (any DownloadTask) async -> Void)?
    ) async throws -> CloudItemMetadata { throw NotNeeded() }
    @concurrent func uploadFile(
        from localURL: URL,
        to cloudPath: CloudPath,
        replaceExisting: Bool,
        progress: Progress?,
        onTaskCreation: (@concurrent @Sendable (any UploadTask) async -> Void)?
    ) async throws -> CloudItemMetadata { throw NotNeeded() }
}

/// Streams through two closures.
struct ScriptedStreams: PartialProvider, StreamingCloudProvider {
    var open: @concurrent @Sendable (CloudPath) async throws -> any FileReader = { _ in throw NotNeeded() }
    var write:
        @concurrent @Sendable (any ByteSource, WriteCondition, TransferObserver) async throws -> CloudItemMetadata =
            { _, _, _ in throw NotNeeded() }

    @concurrent func openFile(at cloudPath: CloudPath) async throws -> any FileReader { try await open(cloudPath) }
    @concurrent func writeFile(
        from source: any ByteSource,
        to cloudPath: CloudPath,
        condition: WriteCondition,
        resuming checkpoint: Data?,
        observer: TransferObserver
    ) async throws -> CloudItemMetadata { try await write(source, condition, observer) }
}

/// Reads through a closure.
struct ScriptedReader: FileReader {
    var metadata: CloudItemMetadata
    var body: @concurrent @Sendable (any ByteSink, TransferObserver) async throws -> Void

    @concurrent func read(_ range: Range<Int>, into sink: any ByteSink, observer: TransferObserver) async throws {
        try await body(sink, observer)
    }
}

/// A tree in memory that moves files only, and records its calls.
final class FileCloud: PartialProvider {
    enum Item: Sendable, Equatable {
        case file([UInt8])
        case folder
        case symlink
    }

    let items: Locked<[CloudPath: Item]>
    let calls = Locked<[String]>([])

    init(_ items: [CloudPath: Item] = [:]) {
        self.items = Locked(items.merging([.root: .folder]) { first, _ in first })
    }

    private func record(_ call: String) { calls.withLock { $0.append(call) } }

    private func metadata(_ path: CloudPath, _ item: Item) -> CloudItemMetadata {
        var metadata = CloudItemMetadata(
            name: path.name,
            cloudPath: path,
            itemType: .folder,
            lastModifiedDate: Date(timeIntervalSince1970: 1_700_000_000),
            size: nil
        )
        switch item {
        case .file(let bytes):
            metadata.itemType = .file
            metadata.size = bytes.count
            metadata.revision = "\(bytes.count)"
        case .folder: break
        case .symlink: metadata.itemType = .symlink
        }
        return metadata
    }

    private func item(_ path: CloudPath) throws -> Item {
        guard let item = items.withLock({ $0[path] }) else { throw CloudProviderError.itemNotFound }
        return item
    }

    @concurrent func fetchItemMetadata(at cloudPath: CloudPath) async throws -> CloudItemMetadata {
        record("metadata \(cloudPath)")
        return try metadata(cloudPath, item(cloudPath))
    }

    @concurrent func downloadFile(
        from cloudPath: CloudPath,
        to localURL: URL,
        progress: Progress?,
        onTaskCreation: (@concurrent @Sendable (any DownloadTask) async -> Void)?
    ) async throws -> CloudItemMetadata {
        record("download \(cloudPath)")
        let item = try item(cloudPath)
        guard case .file(let bytes) = item else { throw CloudProviderError.itemTypeMismatch }
        await onTaskCreation?(StillTask())
        try Task.checkCancellation()
        try Data(bytes).write(to: localURL)
        return metadata(cloudPath, item)
    }

    @concurrent func uploadFile(
        from localURL: URL,
        to cloudPath: CloudPath,
        replaceExisting: Bool,
        progress: Progress?,
        onTaskCreation: (@concurrent @Sendable (any UploadTask) async -> Void)?
    ) async throws -> CloudItemMetadata {
        record("upload \(cloudPath)")
        let bytes = try Array(Data(contentsOf: localURL))
        await onTaskCreation?(StillTask())
        try Task.checkCancellation()
        try items.withLock { items in
            if items[cloudPath] != nil, !replaceExisting { throw CloudProviderError.itemAlreadyExists }
            items[cloudPath] = .file(bytes)
        }
        return metadata(cloudPath, .file(bytes))
    }

    @concurrent func createFolder(at cloudPath: CloudPath) async throws {
        record("create \(cloudPath)")
        try items.withLock { items in
            guard items[cloudPath] == nil else { throw CloudProviderError.itemAlreadyExists }
            guard items[cloudPath.parent] == .folder else { throw CloudProviderError.parentFolderDoesNotExist }
            items[cloudPath] = .folder
        }
    }

    @concurrent func deleteFile(at cloudPath: CloudPath) async throws {
        guard try item(cloudPath) != .folder else { throw CloudProviderError.itemTypeMismatch }
        items.withLock { $0[cloudPath] = nil }
    }

    @concurrent func deleteFolder(at cloudPath: CloudPath) async throws {
        guard try item(cloudPath) == .folder else { throw CloudProviderError.itemTypeMismatch }
        items.withLock { items in
            items = items.filter { $0.key != cloudPath && !$0.key.isDescendant(of: cloudPath) }
        }
    }
}

/// A task that never moves.
final class StillTask: DownloadTask, UploadTask {
    let identifier = 1
    let state = TransferTaskState.suspended
    let countOfBytesTransferred = 0
    let countOfBytesExpected: Int? = nil
    func suspend() {}
    func resume() {}
    func cancel() {}
}

/// Collects whatever a test hands over from many tasks.
final class Recorder<Element: Sendable>: Sendable {
    private let state = Locked<[Element]>([])
    var elements: [Element] { state.withLock { $0 } }
    func append(_ element: Element) { state.withLock { $0.append(element) } }
}

/// A gate that is closed until it is opened once.
final class Gate: Sendable {
    private struct State: Sendable {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Locked(State())

    func open() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isOpen = true
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// A clock that moves only when it is told to.
final class ManualClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Swift.Duration
        func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
    }

    private let time = Locked(Swift.Duration.zero)
    var now: Instant { Instant(offset: time.withLock { $0 }) }
    let minimumResolution = Swift.Duration.nanoseconds(1)
    func advance(by duration: Swift.Duration) { time.withLock { $0 += duration } }
    /// Time flies: a sleeper moves the clock.
    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        try Task.checkCancellation()
        time.withLock { $0 = max($0, deadline.offset) }
        await Task.yield()
    }
}
