import CloudCore
import Foundation
import Testing

@Suite("FileByteSource")
struct FileByteSourceTests {
    @Test(
        "reads any range, in pieces of at most 256 KiB",
        arguments: [0, 1, 65_536, 262_144, 262_145, 300_000, 1_000_000]
    )
    func reading(_ size: Int) async throws {
        try await withFolder { folder in
            let content = pattern(size)
            try folder("f").write(content)
            let source = try await FileByteSource.open(folder("f"))
            #expect(source.length == size)
            let sink = DataSink(limit: size)
            try await source.copy(0..<size, into: sink)
            #expect(await sink.bytes == content)
            #expect(try await source.read(at: size, atMost: 10).isEmpty)
            if size > 100 {
                #expect(try await Array(source.read(at: 50, atMost: 7)) == Array(content[50..<57]))
                #expect(try await source.read(at: 0, atMost: .max).count <= 262_144)
            }
        }
    }

    @Test("the last piece has at least 64 KiB where pieces are large", arguments: [262_145, 327_679, 327_680, 600_000])
    func lastPiece(_ size: Int) async throws {
        try await withFolder { folder in
            try folder("f").write(pattern(size))
            let source = try await FileByteSource.open(folder("f"))
            var (offset, last) = (0, 0)
            while offset < size {
                last = try await source.read(at: offset, atMost: 262_144).count
                offset += last
            }
            #expect(last >= 65_536)
        }
    }

    @Test("identity is equal for one state of a file, in whatever object")
    func identity() async throws {
        try await withFolder { folder in
            try folder("f").write([1, 2, 3])
            let first = try await FileByteSource.open(folder("f"))
            let second = try await FileByteSource.open(folder("f"))
            #expect(first.identity == second.identity)
            #expect(first.identity != nil)
            try folder("g").write([1, 2, 3])
            #expect(try await FileByteSource.open(folder("g")).identity != first.identity)
        }
    }

    /// Ways to change a file of which 300,000 bytes are read.
    enum Change: String, CaseIterable, CustomTestStringConvertible {
        case rewrittenInPlace, appended, truncated, attributes
        var testDescription: String { rawValue }

        func make(at url: URL) throws {
            let handle = try FileHandle(forUpdating: url)
            switch self {
            case .rewrittenInPlace: try handle.write(contentsOf: [0xFF])
            case .appended:
                try handle.seekToEnd()
                try handle.write(contentsOf: [0xFF])
            case .truncated: try handle.truncate(atOffset: 290_000)
            case .attributes:
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
            }
            try handle.close()
        }
    }

    @Test("a change is found by the next read, whichever range it is of", arguments: Change.allCases)
    func change(_ change: Change) async throws {
        try await withFolder { folder in
            try folder("f").write(pattern(300_000))
            let source = try await FileByteSource.open(folder("f"))
            _ = try await source.read(at: 0, atMost: 262_144)
            try change.make(at: folder("f"))
            await #expect(throws: SourceError.changed) { try await source.read(at: 200_000, atMost: 262_144) }
            await #expect(throws: SourceError.changed) { try await source.read(at: 300_000, atMost: 1) }
        }
    }

    @Test("a change right after opening has another time of change", .timeLimit(.minutes(1)))
    func changeWithinOneTick() async throws {
        try await withFolder { folder in
            for round in 0..<100 {
                try folder("f").write([UInt8(round)])
                let source = try await FileByteSource.open(folder("f"))
                try Change.rewrittenInPlace.make(at: folder("f"))
                await #expect(throws: SourceError.changed) { try await source.read(at: 0, atMost: 1) }
            }
        }
    }

    @Test("a file that takes the place of the open one doesn't matter")
    func replaced() async throws {
        try await withFolder { folder in
            try folder("f").write([1])
            let source = try await FileByteSource.open(folder("f"))
            // A second name for the old file keeps its time of change from being that of an unlinking.
            try folder("g").write([2])
            let read = try await source.read(at: 0, atMost: 1)
            #expect(Array(read) == [1])
            _ = unsafe rename(folder("g").path, folder("f").path)
            // The old file lost its name, which changes its attributes: that counts as a change.
            await #expect(throws: SourceError.changed) { try await source.read(at: 0, atMost: 1) }
        }
    }

    @Test("says what is wrong with what it can't open")
    func errors() async throws {
        try await withFolder { folder in
            try folder("f").write([1])
            try FileManager.default.createDirectory(at: folder("d"), withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(at: folder("dangling"), withDestinationURL: folder("nowhere"))
            try FileManager.default.createSymbolicLink(at: folder("link"), withDestinationURL: folder("f"))
            #expect(unsafe mkfifo(folder("pipe").path, 0o600) == 0)
            for missing in [folder("x"), folder("x")("y"), folder("f")("y"), folder("dangling")] {
                await #expect(throws: CloudProviderError.itemNotFound) { try await FileByteSource.open(missing) }
            }
            for other in [folder("d"), folder("pipe"), URL(fileURLWithPath: "/dev/null")] {
                await #expect(throws: CloudProviderError.itemTypeMismatch) { try await FileByteSource.open(other) }
            }
            #expect(try await FileByteSource.open(folder("link")).length == 1)
            let remote = try #require(URL(string: "https://example.org/f"))
            await #expect(throws: LocalFileError.failed(errno: EINVAL)) { try await FileByteSource.open(remote) }
        }
    }

    @Test("a file that may not be read is notPermitted")
    func notPermitted() async throws {
        try await withFolder { folder in
            try folder("f").write([1])
            let manager = FileManager.default
            try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
            try manager.setAttributes([.posixPermissions: 0o000], ofItemAtPath: folder("f").path)
            await #expect(processExitsWith: .success) { [path = folder("f").path as String] in
                dropPrivileges()
                await #expect(throws: LocalFileError.notPermitted) {
                    try await FileByteSource.open(URL(fileURLWithPath: path))
                }
            }
        }
    }
}
