import Foundation
import Testing

@testable import CloudCore

@Suite("FileByteSink and StagedFile")
struct FileByteSinkTests {
    static let stagings = [StagedFile.Staging.automatic, .named(label: "test-")]

    @Test("the file appears with its content and date when it is committed", arguments: stagings)
    func commit(_ staging: StagedFile.Staging) async throws {
        try await withFolder { folder in
            let content = pattern(700_001)
            let sink = try await FileByteSink.create(at: folder("f"), staging: staging)
            try await DataSource(content).copy(0..<content.count, into: sink)
            #expect(try !folder.names().contains("f"))
            let date = Date(timeIntervalSince1970: 1_234_567_890.25)
            #expect(try await sink.commit(modificationDate: date) == content.count)
            #expect(try folder.names() == ["f"])
            #expect(try folder("f").bytes() == content)
            #expect(try folder("f").attribute(.modificationDate) as? Date == date)
        }
    }

    @Test(
        "dates before 1970 and out of any range",
        arguments: [(-1.5, -1.5), (-86_400, -86_400), (1e300, nil), (-1e300, nil)]
    )
    func dates(_ interval: Double, _ expected: Double?) async throws {
        try await withFolder { folder in
            let sink = try await FileByteSink.create(at: folder("f"))
            try await sink.commit(modificationDate: Date(timeIntervalSince1970: interval))
            let date = try #require(folder("f").attribute(.modificationDate) as? Date)
            if let expected { #expect(date.timeIntervalSince1970 == expected) }
        }
    }

    @Test("has mode 0666 less the umask", arguments: stagings)
    func mode(_ staging: StagedFile.Staging) async throws {
        try await withFolder { folder in
            await #expect(processExitsWith: .success) {
                [path = folder.path as String, isNamed = (staging != .automatic) as Bool] in
                umask(0o027)
                let url = URL(fileURLWithPath: path)("f")
                let sink = try await FileByteSink.create(at: url, staging: isNamed ? .named(label: "") : .automatic)
                try await sink.commit(modificationDate: nil)
            }
            try #expect(folder("f").permissions() == 0o640)
        }
    }

    @Test("goes back and forth, and keeps nothing of a longer attempt", arguments: stagings)
    func restart(_ staging: StagedFile.Staging) async throws {
        try await withFolder { folder in
            let sink = try await FileByteSink.create(at: folder("f"), staging: staging)
            await sink.start(at: 0)
            try await sink.write([9, 9, 9, 9, 9, 9])
            await sink.start(at: 4)
            try await sink.write([5])
            await sink.start(at: 0)
            try await sink.write([1, 2])
            await sink.start(at: 3)
            try await sink.write([4])
            await sink.start(at: 2)
            try await sink.write([3])
            try await sink.finish()
            try await sink.commit(modificationDate: nil)
            #expect(try folder("f").bytes() == [1, 2, 3])
        }
    }

    @Test("leaves nothing without a commit", arguments: stagings)
    func abandoned(_ staging: StagedFile.Staging) async throws {
        try await withFolder { folder in
            do {
                let sink = try await FileByteSink.create(at: folder("f"), staging: staging)
                try await sink.write([1])
                #expect(try folder.names().count == (staging == .automatic ? 0 : 1))
                #expect(try folder.names().allSatisfy(StagedFile.isTemporaryName))
            }
            #expect(try folder.names().isEmpty)
        }
    }

    @Test("a killed process leaves nothing, or one name that is known", arguments: stagings)
    func killed(_ staging: StagedFile.Staging) async throws {
        try await withFolder { folder in
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = folder.path as String, isNamed = (staging != .automatic) as Bool] in
                let url = URL(fileURLWithPath: path)("f")
                let sink = try await FileByteSink.create(at: url, staging: isNamed ? .named(label: "") : .automatic)
                try await sink.write([1])
                raise(SIGKILL)
            }
            let names = try folder.names()
            #expect(names.count == (staging == .automatic ? 0 : 1))
            #expect(names.allSatisfy(StagedFile.isTemporaryName))
        }
    }

    @Test("what stands at the URL stays, a dangling link too", arguments: stagings)
    func existing(_ staging: StagedFile.Staging) async throws {
        try await withFolder { folder in
            try folder("file").write([7])
            try FileManager.default.createDirectory(at: folder("folder"), withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(at: folder("dangling"), withDestinationURL: folder("nowhere"))
            for name in ["file", "folder", "dangling"] {
                await #expect(throws: CloudProviderError.itemAlreadyExists) {
                    try await FileByteSink.create(at: folder(name), staging: staging)
                }
            }
            #expect(try folder.names() == ["dangling", "file", "folder"])
            #expect(try folder("file").bytes() == [7])
        }
    }

    @Test("what appears meanwhile stays too", arguments: stagings)
    func race(_ staging: StagedFile.Staging) async throws {
        try await withFolder { folder in
            for name in ["file", "dangling"] {
                let sink = try await FileByteSink.create(at: folder(name), staging: staging)
                if name == "file" {
                    try folder(name).write([7])
                } else {
                    try FileManager.default.createSymbolicLink(at: folder(name), withDestinationURL: folder("nowhere"))
                }
                await #expect(throws: CloudProviderError.itemAlreadyExists) {
                    try await sink.commit(modificationDate: nil)
                }
            }
            #expect(try folder("file").bytes() == [7])
            #expect(try !folder.names().contains("nowhere"))
        }
    }

    @Test("50 commits to one name: exactly one wins", arguments: stagings)
    func manyCommits(_ staging: StagedFile.Staging) async throws {
        try await withFolder { folder in
            let winners = Locked(0)
            try await withThrowingTaskGroup { group in
                var sinks: [FileByteSink] = []
                for _ in 0..<50 { sinks.append(try await .create(at: folder("f"), staging: staging)) }
                for (number, sink) in sinks.enumerated() {
                    group.addTask {
                        try await sink.write([UInt8(number)])
                        do {
                            try await sink.commit(modificationDate: nil)
                            winners.withLock { $0 += 1 }
                        } catch CloudProviderError.itemAlreadyExists {}
                    }
                }
                try await group.waitForAll()
            }
            #expect(winners.withLock { $0 } == 1)
            #expect(try folder.names() == ["f"])
        }
    }

    @Test("the parent must be a folder")
    func parent() async throws {
        try await withFolder { folder in
            try folder("file").write([])
            for url in [folder("missing")("f"), folder("file")("f")] {
                await #expect(throws: LocalFileError.parentMissing) { try await FileByteSink.create(at: url) }
            }
            for path in ["/", folder.path + "/.."] {
                await #expect(throws: (any Error).self) {
                    try await FileByteSink.create(at: URL(fileURLWithPath: path))
                }
            }
        }
    }

    @Test("a parent that goes away before the commit is missing", arguments: stagings)
    func vanishingParent(_ staging: StagedFile.Staging) async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(at: folder("d"), withIntermediateDirectories: false)
            let sink = try await FileByteSink.create(at: folder("d")("f"), staging: staging)
            try FileManager.default.removeItem(at: folder("d"))
            await #expect(throws: LocalFileError.parentMissing) { try await sink.commit(modificationDate: nil) }
        }
    }

    @Test("a folder that may not be written is notPermitted; one that may not be read is fine")
    func permissions() async throws {
        try await withFolder { folder in
            let manager = FileManager.default
            for (name, mode) in [("closed", 0o555), ("blind", 0o333), ("dark", 0o000)] {
                try manager.createDirectory(at: folder(name), withIntermediateDirectories: false)
                if geteuid() == 0 { #expect(unsafe chown(folder(name).path, 65534, 65534) == 0) }
                try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: folder(name).path)
            }
            try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
            await #expect(processExitsWith: .success) { [path = folder.path as String] in
                dropPrivileges()
                let folder = URL(fileURLWithPath: path)
                for name in ["closed", "dark"] {
                    await #expect(throws: LocalFileError.notPermitted) {
                        try await FileByteSink.create(at: folder(name)("f"))
                    }
                }
                try await FileByteSink.create(at: folder("blind")("f")).commit(modificationDate: nil)
            }
            for name in ["closed", "blind", "dark"] {
                try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder(name).path)
            }
            #expect(try folder("blind").names() == ["f"])
        }
    }

    @Test("a full disk is noSpace, and nothing is left", .enabled(if: SmallDisk.isAvailable, "needs to mount a tmpfs"))
    func fullDisk() async throws {
        try await SmallDisk.with(kilobytes: 256) { folder in
            let sink = try await FileByteSink.create(at: folder("f"))
            await #expect(throws: LocalFileError.noSpace) {
                try await DataSource(pattern(1_000_000)).copy(0..<1_000_000, into: sink)
            }
            #expect(try folder.names().isEmpty)
        }
    }

    @Test("replacing puts the new file over an old one or a link, never over a folder", arguments: stagings)
    func replacing(_ staging: StagedFile.Staging) async throws {
        try await withFolder { folder in
            try folder("target").write([7])
            try folder("file").write([1])
            try FileManager.default.createDirectory(at: folder("folder"), withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(at: folder("link"), withDestinationURL: folder("target"))
            for name in ["new", "file", "link"] {
                let staged = try StagedFile(in: .folder(folder.path), staging: staging)
                try staged.write([2, 3], at: 0)
                try staged.commit(replacing: name)
                #expect(try folder(name).bytes() == [2, 3])
            }
            #expect(try folder("target").bytes() == [7])
            #expect(throws: CloudProviderError.itemAlreadyExists) {
                try StagedFile(in: .folder(folder.path), staging: staging).commit(replacing: "folder")
            }
            #expect(try folder.names() == ["file", "folder", "link", "new", "target"])
        }
    }

    @Test("knows the names that it leaves behind")
    func temporaryNames() {
        #expect(StagedFile.isTemporaryName(".cloudaccess-0b0e4c4a-2c7e-4d53-a3a5-0d0d4f6f3a55.part"))
        #expect(!StagedFile.isTemporaryName("cloudaccess-1.part"))
        #expect(!StagedFile.isTemporaryName(".cloudaccess-1.part2"))
        #expect(StagedFile.isTemporaryName(".cloudaccess-a.json-1.part", label: "a.json-"))
        #expect(!StagedFile.isTemporaryName(".cloudaccess-b.json-1.part", label: "a.json-"))
    }
}

/// A file system in memory that is soon full.
enum SmallDisk {
    static let isAvailable: Bool = {
        guard geteuid() == 0, let folder = try? makeFolder() else { return false }
        defer { try? FileManager.default.removeItem(at: folder) }
        guard (try? run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder.path)) == 0 else { return false }
        return (try? run("umount", folder.path)) == 0
    }()

    static func with(kilobytes: Int, _ body: (URL) async throws -> Void) async throws {
        try await withFolder { folder in
            try #require(try run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", folder.path) == 0)
            let result: Result<Void, any Error>
            do { result = .success(try await body(folder)) } catch { result = .failure(error) }
            // Lazily: a descriptor may be closed a moment later.
            #expect(try run("umount", "-l", folder.path) == 0)
            try result.get()
        }
    }

    private static func makeFolder() throws -> URL {
        let url = FileManager.default.temporaryDirectory("cloudaccess-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        return url
    }

    private static func run(_ command: String...) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
