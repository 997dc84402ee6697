internal import CloudCore
internal import Foundation

/// The place where one case runs: an empty folder of the provider, and one of the local disk.
struct Stage: Sendable {
    let fixture: Fixture
    /// The case's own folder.
    let folder: CloudPath
    /// The case's own local folder.
    let local: URL
    /// Who looks what stands in the folder, where the provider under test shall not learn of it.
    var observer: (any CloudProvider)?

    var provider: any CloudProvider { fixture.provider }

    /// Runs a case in a fresh folder, which it deletes whatever happens; a folder that can't be deleted after a
    /// success is a failure.
    static func run(
        _ name: String,
        on fixture: Fixture,
        _ body: @concurrent @Sendable (Stage) async throws -> Void
    ) async throws {
        let ownName = "\(name)-\(String(UInt32.random(in: .min ... .max), radix: 16))"
        let stage = Stage(
            fixture: fixture,
            folder: try fixture.root.appending(ownName),
            local: fixture.scratch.appendingPathComponent(ownName, isDirectory: true)
        )
        try await BlockingWork.run {
            try FileManager.default.createDirectory(at: stage.local, withIntermediateDirectories: false)
        }
        do {
            try await stage.provider.createFolder(at: stage.folder)
            try await body(stage)
        } catch {
            try? await afterCommitPoint { try await stage.clear() }
            throw error
        }
        try await afterCommitPoint { try await stage.clear() }
    }

    private func clear() async throws {
        await fixture.faults?.reset()
        let local = local
        try await BlockingWork.run { try FileManager.default.removeItem(at: local) }
        do {
            try await provider.deleteFolder(at: folder)
        } catch {
            throw ConformanceFailure(expected: "to delete the case's own folder", got: describe(error))
        }
    }

    // MARK: Paths and local files

    /// A path below the case's folder.
    func path(_ relative: String) throws -> CloudPath {
        try folder.appending(path: relative)
    }

    /// A local URL at which nothing stands.
    func freshURL() -> URL {
        local.appendingPathComponent(UUID().uuidString, isDirectory: false)
    }

    /// A new local file.
    func localFile(_ content: [UInt8], modified date: Date? = nil) async throws -> URL {
        let url = freshURL()
        try await BlockingWork.run {
            try Data(content).write(to: url)
            if let date { try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url.path) }
        }
        return url
    }

    /// The bytes of a local file.
    func bytes(of url: URL) async throws -> [UInt8] {
        try await BlockingWork.run { [UInt8](try Data(contentsOf: url)) }
    }

    /// Checks that nothing stands at a local URL.
    func expectNoFile(at url: URL) throws {
        let type = try? FileManager.default.attributesOfItem(atPath: url.path)[.type]
        try expect(type == nil, "no file at the local URL", got: "\(type ?? "")")
    }

    // MARK: Calls of the provider

    /// Uploads bytes.
    @discardableResult
    func put(
        _ content: [UInt8] = Content.bytes(3),
        at path: CloudPath,
        replacing: Bool = false,
        with provider: (any CloudProvider)? = nil
    ) async throws -> CloudItemMetadata {
        let file = try await localFile(content)
        return try await (provider ?? self.provider).uploadFile(
            from: file,
            to: path,
            replaceExisting: replacing,
            progress: nil,
            onTaskCreation: nil
        )
    }

    /// Uploads bytes below the case's folder.
    @discardableResult
    func put(
        _ content: [UInt8],
        _ relative: String,
        replacing: Bool = false,
        with provider: (any CloudProvider)? = nil
    ) async throws -> CloudItemMetadata {
        try await put(content, at: path(relative), replacing: replacing, with: provider)
    }

    /// Uploads a few bytes below the case's folder.
    @discardableResult
    func put(_ relative: String, with provider: (any CloudProvider)? = nil) async throws -> CloudItemMetadata {
        try await put(at: path(relative), with: provider)
    }

    /// Creates a folder below the case's folder.
    func makeFolder(_ relative: String, with provider: (any CloudProvider)? = nil) async throws {
        try await (provider ?? self.provider).createFolder(at: path(relative))
    }

    /// Downloads a file to a new local URL.
    @discardableResult
    func download(_ path: CloudPath, to url: URL, with provider: (any CloudProvider)? = nil) async throws
        -> CloudItemMetadata
    {
        try await (provider ?? self.provider).downloadFile(from: path, to: url, progress: nil, onTaskCreation: nil)
    }

    /// Downloads a file and gives its bytes.
    func read(_ path: CloudPath, with provider: (any CloudProvider)? = nil) async throws -> [UInt8] {
        let url = freshURL()
        try await download(path, to: url, with: provider)
        let content = try await bytes(of: url)
        try await BlockingWork.run { try FileManager.default.removeItem(at: url) }
        return content
    }

    /// Downloads a file below the case's folder and gives its bytes.
    func read(_ relative: String, with provider: (any CloudProvider)? = nil) async throws -> [UInt8] {
        try await read(path(relative), with: provider)
    }

    /// All pages of a folder.
    func pages(of path: CloudPath, with provider: (any CloudProvider)? = nil) async throws -> [CloudItemList] {
        var pages: [CloudItemList] = []
        var tokens: Set<String> = []
        var token: String?
        repeat {
            let page = try await (provider ?? self.provider).fetchItemList(forFolderAt: path, withPageToken: token)
            pages.append(page)
            token = page.nextPageToken
            if let token {
                try expect(tokens.insert(token).inserted, "every page to have its own token", got: "one twice")
            }
        } while token != nil
        return pages
    }

    /// All items of a folder.
    func items(of path: CloudPath, with provider: (any CloudProvider)? = nil) async throws -> [CloudItemMetadata] {
        try await pages(of: path, with: provider).flatMap(\.items)
    }

    /// The names in a folder, sorted by their bytes; a name that is listed twice stands there twice.
    func names(in path: CloudPath, with provider: (any CloudProvider)? = nil) async throws -> [String] {
        try await items(of: path, with: provider).map(\.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    // MARK: Members of the fixture

    func secondProvider() async throws -> any CloudProvider {
        try await unwrap(fixture.secondProvider, "the fixture's secondProvider")()
    }

    func faults() throws -> any FaultInjector {
        try unwrap(fixture.faults, "the fixture's faults")
    }

    func streaming(_ provider: (any CloudProvider)? = nil) throws -> any StreamingCloudProvider {
        let provider = provider ?? self.provider
        return try unwrap(
            provider.capability((any StreamingCloudProvider).self),
            "a StreamingCloudProvider, or the need streaming among the lacking ones"
        )
    }

    func namePolicy() throws -> NamePolicy {
        try unwrap(fixture.namePolicy, "a NamePolicy, or the need namePolicy among the lacking ones")
    }

    func makeLink(_ relative: String, to target: String) async throws {
        try await unwrap(fixture.makeLink, "the fixture's makeLink")(path(relative), target)
    }
}

extension ConformanceCase {
    /// A case whose check runs on a stage.
    init(
        _ name: String,
        _ sentence: String,
        needs: Set<Need> = [],
        scope: Scope = .anywhere,
        _ body: @escaping @concurrent @Sendable (Stage) async throws -> Void
    ) {
        self.init(name: name, sentence: sentence, needs: needs, scope: scope) { fixture in
            try await Stage.run(name, on: fixture, body)
        }
    }
}
