import CloudCore
import Foundation
import Testing

@Suite("DurableFile and FileLock")
struct DurableFileTests {
    @Test("is replaced whole, with the mode asked for whatever the umask", arguments: [0o600, 0o644] as [UInt32])
    func writing(_ mode: UInt32) async throws {
        try await withFolder { folder in
            let file = DurableFile(folder("c.json"))
            #expect(try await file.read() == nil)
            try await file.write(pattern(300_000), mode: mode)
            try await file.write([1, 2], mode: mode)
            #expect(try await file.read() == [1, 2])
            #expect(try folder.names() == ["c.json"])
            #expect(try folder("c.json").permissions() == Int(mode))
        }
    }

    @Test("reads regular files up to a limit")
    func reading() async throws {
        try await withFolder { folder in
            try folder("f").write([1, 2, 3])
            #expect(try await DurableFile(folder("f")).read(limit: 3) == [1, 2, 3])
            await #expect(throws: LocalFileError.failed(errno: EFBIG)) {
                try await DurableFile(folder("f")).read(limit: 2)
            }
            try FileManager.default.createDirectory(at: folder("d"), withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(at: folder("l"), withDestinationURL: folder("f"))
            await #expect(throws: CloudProviderError.itemTypeMismatch) { try await DurableFile(folder("d")).read() }
            await #expect(throws: LocalFileError.failed(errno: ELOOP)) { try await DurableFile(folder("l")).read() }
            await #expect(throws: CloudProviderError.itemAlreadyExists) { try await DurableFile(folder("d")).write([]) }
            await #expect(throws: LocalFileError.parentMissing) { try await DurableFile(folder("x")("f")).write([]) }
        }
    }

    @Test("sweeps what killed writers of this file left, and nothing else")
    func sweeping() async throws {
        try await withFolder { folder in
            let others = ["c.json", ".cloudaccess-d.json-1.part", ".cloudaccess-1.part", "c.json-1.part"]
            for name in others + [".cloudaccess-c.json-1.part"] { try folder(name).write([]) }
            try FileManager.default.createSymbolicLink(
                at: folder(".cloudaccess-c.json-2.part"),
                withDestinationURL: folder("c.json")
            )
            try await DurableFile(folder("c.json")).sweep()
            #expect(try folder.names() == others.sorted())
        }
    }

    @Test("a reader sees the old or the new content, never another")
    func atomicity() async throws {
        try await withFolder { folder in
            let file = DurableFile(folder("f"))
            try await file.write([UInt8](repeating: 0, count: 100_000))
            try await withThrowingTaskGroup { group in
                group.addTask {
                    for value in 1...20 as ClosedRange<UInt8> {
                        try await file.write([UInt8](repeating: value, count: 100_000))
                    }
                }
                group.addTask {
                    for _ in 0..<50 {
                        let bytes = try await file.read() ?? []
                        #expect(bytes.count == 100_000 && Set(bytes).count == 1)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("a full disk keeps the old content", .enabled(if: SmallDisk.isAvailable, "needs to mount a tmpfs"))
    func fullDisk() async throws {
        try await SmallDisk.with(kilobytes: 128) { folder in
            let file = DurableFile(folder("f"))
            try await file.write([1])
            await #expect(throws: LocalFileError.noSpace) { try await file.write(pattern(500_000)) }
            #expect(try await file.read() == [1])
            #expect(try folder.names() == ["f"])
        }
    }

    @Test("a lock lets one task at a time in")
    func locking() async throws {
        try await withFolder { folder in
            let inside = Locked(0)
            try await withThrowingTaskGroup { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await FileLock(at: folder("lock"), clock: ManualClock()).withLock {
                            #expect(
                                inside.withLock { inside in
                                    inside += 1; return inside
                                } == 1
                            )
                            await Task.yield()
                            inside.withLock { $0 -= 1 }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try folder("lock").permissions() == 0o600)
        }
    }

    @Test("waiting for a lock can be cancelled")
    func cancelledWait() async throws {
        try await withFolder { folder in
            try await FileLock(at: folder("lock")).withLock {
                let waiter = Task { try await FileLock(at: folder("lock")).withLock {} }
                waiter.cancel()
                await #expect(throws: CancellationError.self) { try await waiter.value }
            }
            try await FileLock(at: folder("lock")).withLock {}
        }
    }

    @Test("a lock excludes other processes, and is gone when its holder is killed")
    func processes() async throws {
        try await withFolder { folder in
            try await FileLock(at: folder("lock")).withLock {
                _ = await #expect(processExitsWith: .success) { [path = folder("lock").path as String] in
                    let lock = FileLock(at: URL(fileURLWithPath: path), clock: ImpatientClock())
                    await #expect(throws: CancellationError.self) { try await lock.withLock {} }
                }
            }
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder("lock").path as String] in
                try await FileLock(at: URL(fileURLWithPath: path)).withLock { _ = raise(SIGKILL) }
            }
            try await FileLock(at: folder("lock"), clock: ImpatientClock()).withLock {}
        }
    }

    @Test("a lock never follows a link")
    func link() async throws {
        try await withFolder { folder in
            try FileManager.default.createSymbolicLink(at: folder("lock"), withDestinationURL: folder("target"))
            await #expect(throws: LocalFileError.failed(errno: ELOOP)) {
                try await FileLock(at: folder("lock")).withLock {}
            }
            #expect(try folder.names() == ["lock"])
        }
    }
}

/// Nobody waits on this clock.
struct ImpatientClock: Clock {
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Swift.Duration { .nanoseconds(1) }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Swift.Duration?) async throws {
        throw CancellationError()
    }
}
