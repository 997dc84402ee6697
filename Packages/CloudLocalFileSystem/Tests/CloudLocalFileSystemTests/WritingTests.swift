import CloudCore
import CloudLocalFileSystem
import Foundation
import Testing

@Suite("Writing files")
struct WritingTests {
    private let root: Root
    private let date = Date(timeIntervalSince1970: 1_000_000_000.25)

    init() throws {
        root = try Root()
    }

    @Test("sizes around a piece", arguments: [0, 1, 10, 262_143, 262_144, 262_145, 3_000_000])
    func sizes(_ size: Int) async throws {
        let content = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 256) })
        let metadata = try await root.provider.writeFile(
            from: DataSource(content, modificationDate: date),
            to: CloudPath("/file"),
            condition: .absent,
            resuming: nil,
            observer: .none
        )
        #expect(try Data(contentsOf: root.url.appending(path: "file")) == content)
        #expect(metadata.size == size)
        #expect(metadata.lastModifiedDate == date)
        #expect(try await root.provider.fetchItemMetadata(at: CloudPath("/file")) == metadata)
    }

    @Test("a new file has mode 0666 less the umask, a replaced one keeps its own")
    func mode() async throws {
        try await root.provider.write("x", to: "/new")
        try root.put("x", at: "/reference")
        let attributes = try FileManager.default.attributesOfItem(atPath: root.disk("/reference"))
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: root.disk(path))[.posixPermissions] as? Int
        }
        #expect(try mode("/new") == attributes[.posixPermissions] as? Int)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: root.disk("/new"))
        try await root.provider.write("y", to: "/new", .none)
        #expect(try mode("/new") == 0o600)
    }

    @Test("F-PLAT-02: an existing file is replaced in one step")
    func replacing() async throws {
        try await root.provider.write("old", to: "/file")
        let reader = try await root.provider.openFile(at: CloudPath("/file"))
        let metadata = try await root.provider.write("newer", to: "/file", .none, date: date)
        #expect(metadata.size == 5)
        #expect(metadata.lastModifiedDate == date)
        #expect(try root.text(at: "/file") == "newer")
        #expect(try root.names() == ["file"])
        #expect(reader.metadata.revision != metadata.revision)
    }

    @Test("a revision that is no longer the item's is refused, the newer content stays")
    func revisions() async throws {
        let old = try await root.provider.write("old", to: "/file")
        let new = try await root.provider.write("new", to: "/file", .revision(try #require(old.revision)))
        #expect(new.revision != old.revision)
        await #expect(throws: RevisionMismatch.self) {
            try await root.provider.write("x", to: "/file", .revision(try #require(old.revision)))
        }
        #expect(try root.text(at: "/file") == "new")
        await #expect(throws: RevisionMismatch.self) {
            try await root.provider.write("x", to: "/missing", .revision("1"))
        }
        #expect(try root.names() == ["file"])
    }

    @Test("a change of the same size and date has another revision")
    func revisionsOfEqualSize() async throws {
        let old = try await root.provider.write("old", to: "/file", date: date)
        let new = try await root.provider.write("new", to: "/file", .none, date: date)
        #expect(new.revision != old.revision)
        #expect(new.lastModifiedDate == old.lastModifiedDate)
    }

    @Test("a source that fails or ends early leaves the old file and nothing else", arguments: [false, true])
    func failingSource(_ throwing: Bool) async throws {
        try root.put("old", at: "/file")
        let source: any ByteSource =
            throwing
            ? ScriptedSource(length: 100) { offset in if offset == 50 { throw SourceError.changed } }
            : ShortSource()
        for (path, condition) in [("/file", WriteCondition.none), ("/new", .absent)] {
            await #expect(throws: SourceError.changed) {
                try await root.provider.writeFile(
                    from: source,
                    to: CloudPath(path),
                    condition: condition,
                    resuming: nil,
                    observer: .none
                )
            }
        }
        #expect(try root.names() == ["file"])
        #expect(try root.text(at: "/file") == "old")
    }

    private struct ShortSource: ByteSource {
        let length = 100
        let modificationDate: Date? = nil
        let identity: SourceIdentity? = nil
        @concurrent func read(at offset: Int, atMost count: Int) async throws -> Bytes {
            offset < 50 ? Bytes(repeating: 0, count: 50) : []
        }
    }

    @Test("cancelling while bytes move leaves nothing")
    func cancellation() async throws {
        let provider = root.provider
        let (started, goOn) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        let held = ScriptedSource(length: 100) { offset in
            guard offset == 50 else { return }
            started.continuation.finish()
            for await _ in goOn.stream {}
        }
        let task = Task {
            try await provider.writeFile(
                from: held,
                to: CloudPath("/file"),
                condition: .absent,
                resuming: nil,
                observer: .none
            )
        }
        for await _ in started.stream {}
        task.cancel()
        goOn.continuation.finish()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try root.names() == [])
    }

    @Test("nothing is seen before the end, not even when the target appears meanwhile")
    func appearsAtTheEnd() async throws {
        let source = ScriptedSource(length: 100) { [root] offset in
            #expect(try await root.provider.names() == [])
            if offset == 90 { try root.put("first", at: "/file") }
        }
        await #expect(throws: CloudProviderError.itemAlreadyExists) {
            try await root.provider.writeFile(
                from: source,
                to: CloudPath("/file"),
                condition: .absent,
                resuming: nil,
                observer: .none
            )
        }
        #expect(try root.text(at: "/file") == "first")
        #expect(try root.names() == ["file"])
    }

    @Test("a folder that appears meanwhile is not replaced")
    func folderAppears() async throws {
        let source = ScriptedSource(length: 100) { [root] offset in
            if offset == 90 { try root.makeFolder("/file") }
        }
        await #expect(throws: CloudProviderError.itemAlreadyExists) {
            try await root.provider.writeFile(
                from: source,
                to: CloudPath("/file"),
                condition: .none,
                resuming: nil,
                observer: .none
            )
        }
        #expect(try root.names() == ["file"])
    }

    @Test("of parallel uploads to one new name exactly one wins")
    func race() async throws {
        let provider = root.provider
        let another = try root.anotherProvider()
        let winners = await withTaskGroup { group in
            for number in 0..<50 {
                group.addTask { () -> String? in
                    do {
                        let one = number.isMultiple(of: 2) ? provider : another
                        try await one.write("\(number)", to: "/file")
                        return "\(number)"
                    } catch {
                        #expect(error as? CloudProviderError == .itemAlreadyExists)
                        return nil
                    }
                }
            }
            return await group.reduce(into: [String]()) { if let winner = $1 { $0.append(winner) } }
        }
        #expect(winners.count == 1)
        #expect(try root.text(at: "/file") == winners.first)
        #expect(try root.names() == ["file"])
    }

    @Test("of parallel writes under one revision exactly one wins")
    func revisionRace() async throws {
        let provider = root.provider
        let revision = try #require(try await provider.write("old", to: "/file").revision)
        let wins = await withTaskGroup { group in
            for number in 0..<50 {
                group.addTask {
                    do {
                        try await provider.write("\(number)", to: "/file", .revision(revision))
                        return 1
                    } catch {
                        #expect(error is RevisionMismatch)
                        return 0
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wins == 1)
    }

    @Test("the observer sees every piece and the total")
    func observer() async throws {
        let moved = Locked<[[Int]]>([])
        _ = try await root.provider.writeFile(
            from: ScriptedSource(length: 25) { _ in },
            to: CloudPath("/file"),
            condition: .absent,
            resuming: Data("no checkpoint of ours".utf8),
            observer: TransferObserver(moved: { bytes, total in moved.withLock { $0.append([bytes, total]) } })
        )
        #expect(moved.withLock { $0 } == [[10, 25], [20, 25], [25, 25]])
    }

    @Test("the file methods carry content and date both ways")
    func fileMethods() async throws {
        let local = root.outside.appending(path: "local")
        try Data("content".utf8).write(to: local)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: local.path)
        let uploaded = try await root.provider.uploadFile(
            from: local,
            to: CloudPath("/file"),
            replaceExisting: false,
            progress: nil,
            onTaskCreation: nil
        )
        #expect(uploaded.lastModifiedDate == date)
        let back = root.outside.appending(path: "back")
        let progress = Progress(totalUnitCount: 1)
        let downloaded = try await root.provider.downloadFile(
            from: CloudPath("/file"),
            to: back,
            progress: progress,
            onTaskCreation: nil
        )
        #expect(downloaded == uploaded)
        #expect(progress.isFinished)
        #expect(try Data(contentsOf: back) == Data("content".utf8))
        let attributes = try FileManager.default.attributesOfItem(atPath: back.path)
        #expect(attributes[.modificationDate] as? Date == date)
    }
}
