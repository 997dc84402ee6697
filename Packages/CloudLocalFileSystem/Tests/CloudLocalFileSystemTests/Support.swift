import CloudCore
import CloudLocalFileSystem
import FileCoordination
import Foundation

/// A folder of the test's own with a provider on it, removed at the end of the test.
final class Root: Sendable {
    /// The provider's root.
    let url: URL
    /// A sibling of the root, outside of it.
    let outside: URL
    let provider: LocalFileSystemProvider
    private let base: URL
    let coordinator: RangeLockCoordinator

    init(
        in parent: URL = FileManager.default.temporaryDirectory,
        pageSize: Int = 1000,
        offloadedItems: (any OffloadedItems)? = ICloudPlaceholders(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        base = parent.appending(path: "local-\(UUID().uuidString)")
        url = base.appending(path: "root")
        outside = base.appending(path: "outside")
        for folder in [url, outside] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        coordinator = RangeLockCoordinator(lockFolder: base.appending(path: "locks"))
        provider = try LocalFileSystemProvider(
            rootURL: url,
            coordinator: coordinator,
            offloadedItems: offloadedItems,
            pageSize: pageSize,
            now: now
        )
    }

    deinit { try? FileManager.default.removeItem(at: base) }

    /// A second provider on the same root, as another process would have.
    func anotherProvider(pageSize: Int = 1000) throws -> LocalFileSystemProvider {
        try LocalFileSystemProvider(rootURL: url, coordinator: coordinator, pageSize: pageSize)
    }

    func disk(_ path: String) -> String { url.path + path }

    func put(_ text: String, at path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: disk(path)))
    }

    func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: disk(path), withIntermediateDirectories: true)
    }

    func link(_ path: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(atPath: disk(path), withDestinationPath: destination)
    }

    func makePipe(_ path: String) throws {
        guard unsafe mkfifo(disk(path), 0o600) == 0 else { throw LocalFileError(errno: errno) }
    }

    func text(at path: String) throws -> String {
        try String(contentsOf: URL(filePath: disk(path)), encoding: .utf8)
    }

    /// What `lstat` finds at a path.
    func exists(_ path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: disk(path))) != nil
    }

    /// All names in a folder, leftovers included.
    func names(in path: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: disk(path)).sorted()
    }
}

extension CloudProvider {
    func names(in folder: String = "/") async throws -> [String] {
        try await allItems(in: folder).map(\.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The items of all pages, in order; stops after more pages than there can be.
    func allItems(in folder: String = "/", maximumPages: Int = 2000) async throws -> [CloudItemMetadata] {
        var (items, token, pages): ([CloudItemMetadata], String?, Int) = ([], nil, 0)
        repeat {
            let page = try await fetchItemList(forFolderAt: CloudPath(folder), withPageToken: token)
            items += page.items
            token = page.nextPageToken
            pages += 1
        } while token != nil && pages < maximumPages
        return items
    }
}

extension StreamingCloudProvider {
    @discardableResult
    func write(
        _ text: String,
        to path: String,
        _ condition: WriteCondition = .absent,
        date: Date? = nil
    ) async throws -> CloudItemMetadata {
        try await writeFile(
            from: DataSource(text.utf8, modificationDate: date),
            to: CloudPath(path),
            condition: condition,
            resuming: nil,
            observer: .none
        )
    }

    func text(at path: String) async throws -> String {
        let sink = DataSink(limit: 1 << 20)
        try await openFile(at: CloudPath(path)).readAll(into: sink)
        return String(decoding: await sink.bytes, as: UTF8.self)
    }
}

/// A source that calls `event` before each piece of 10 bytes.
struct ScriptedSource: ByteSource {
    var length: Int
    var modificationDate: Date?
    var identity: SourceIdentity? { nil }
    var event: @concurrent @Sendable (_ offset: Int) async throws -> Void

    init(length: Int, event: @escaping @concurrent @Sendable (_ offset: Int) async throws -> Void) {
        self.length = length
        self.event = event
    }

    @concurrent func read(at offset: Int, atMost count: Int) async throws -> Bytes {
        try await event(offset)
        return Bytes(repeating: UInt8(ascii: "x"), count: min(10, count, length - offset))
    }
}
