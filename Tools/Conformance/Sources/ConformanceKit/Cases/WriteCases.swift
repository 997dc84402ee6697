internal import CloudCore
internal import Foundation

/// `writeFile` and `FileReader.read`: conditions, checkpoints, sources and sinks.
enum WriteCases {
    static let cases = conditions + checkpoints + sources + sinks

    private static let conditions = [
        ConformanceCase("write.absent", "absent is not replacing", needs: [.streaming]) { stage in
            try await write(Content.bytes(10, seed: 1), .absent, on: stage)
            try await stage.expectError(
                .alreadyExists,
                "the second write",
                changingNothing: { try await write(Content.bytes(20, seed: 2), .absent, on: stage) }
            )
        },
        ConformanceCase("write.unconditional", "without a condition a file is made or replaced", needs: [.streaming]) {
            stage in
            for seed in 1...2 {
                let content = Content.bytes(10 * seed, seed: UInt64(seed))
                try await write(content, .none, on: stage)
                try await expectContent(stage.read("file"), content, of: "the file")
            }
        },
        ConformanceCase(
            "write.likeUpload",
            "writeFile answers as an upload without its local side",
            needs: [.streaming]
        ) {
            stage in
            try await stage.makeFolder("folder")
            try await stage.put("file")
            for condition in [WriteCondition.none, .absent] {
                for (path, error) in [
                    ("folder", ExpectedError.alreadyExists), ("missing/file", .parentMissing),
                    ("file/file", .parentMissing),
                ] {
                    try await stage.expectError(
                        error,
                        "writing \(path)",
                        changingNothing: { try await write(Content.bytes(1), condition, at: path, on: stage) }
                    )
                }
            }
        },
        ConformanceCase(
            "write.revision.current",
            "a file that still has the revision is replaced, and gets another revision",
            needs: [.streaming, .conditionalWrites]
        ) { stage in
            let first = try await write(Content.bytes(10, seed: 1), .absent, on: stage)
            let revision = try unwrap(first.revision, "a revision")
            let second = try await write(Content.bytes(20, seed: 2), .revision(revision), on: stage)
            try expect(second.revision != revision, "another revision", got: revision)
            try await expectContent(stage.read("file"), Content.bytes(20, seed: 2), of: "the file")
        },
        ConformanceCase(
            "write.revision.outdated",
            "a file that was changed meanwhile keeps its newer content",
            needs: [.streaming, .conditionalWrites]
        ) { stage in
            let first = try await write(Content.bytes(10, seed: 1), .absent, on: stage)
            let revision = try unwrap(first.revision, "a revision")
            try await stage.put(Content.bytes(20, seed: 2), "file", replacing: true)
            try await stage.expectError(
                .any,
                "the write",
                changingNothing: { try await write(Content.bytes(30, seed: 3), .revision(revision), on: stage) }
            )
        },
        ConformanceCase(
            "write.revision.missing",
            "a write that asks for the revision of a deleted file is an error and makes none",
            needs: [.streaming, .conditionalWrites]
        ) { stage in
            let first = try await write(Content.bytes(10), .absent, on: stage)
            let revision = try unwrap(first.revision, "a revision")
            try await stage.provider.deleteFile(at: stage.path("file"))
            try await stage.expectError(
                .any,
                "the write",
                changingNothing: { try await write(Content.bytes(30), .revision(revision), on: stage) }
            )
        },
    ]

    private static let checkpoints = [
        ConformanceCase(
            "write.checkpoint.foreign",
            "a checkpoint that doesn't fit leads to a clean start",
            needs: [.streaming]
        ) { stage in
            for (number, checkpoint) in [Data(), Data("{}".utf8), Data(Content.bytes(500))].enumerated() {
                let content = Content.bytes(Content.largeSize, seed: UInt64(number + 1))
                try await write(content, .none, resuming: checkpoint, on: stage)
                try await expectContent(stage.read("file"), content, of: "the file")
            }
        },
        ConformanceCase(
            "write.checkpoint.resumed",
            "an upload that broke off goes on from its checkpoint in another process, or begins anew",
            needs: [.streaming, .checkpoints, .secondProvider, .faults],
            scope: .faultInjection
        ) { stage in
            try await expectResumed(on: stage, changingSource: false)
        },
        ConformanceCase(
            "write.checkpoint.otherSource",
            "a checkpoint of a source that has changed is not used",
            needs: [.streaming, .checkpoints, .secondProvider, .faults],
            scope: .faultInjection
        ) { stage in
            try await expectResumed(on: stage, changingSource: true)
        },
    ]

    /// Breaks an upload off in the midst of its last request and writes again with the last checkpoint.
    private static func expectResumed(on stage: Stage, changingSource: Bool) async throws {
        let size = (stage.fixture.traits.thresholds.max() ?? 0) * 2 + Content.largeSize
        let faults = try stage.faults()
        await faults.reset()
        try await write(Content.bytes(size), .absent, at: "rehearsal", on: stage)
        let requests = await faults.requests.count { $0.operation == .writeFile }
        await faults.reset()

        let file = try await stage.localFile(Content.bytes(size))
        let kept = Locked<Data?>(nil)
        let observer = TransferObserver(checkpoint: { data in kept.withLock { $0 = data } })
        let lost = Fault.Action.fail(CloudProviderError.noInternetConnection)
        await faults.arm(Fault(.writeFile, .body(size / 4 * 3), lost, skipping: max(0, requests - 1), times: .max))
        try await expectError(.cloud(.noInternetConnection), "the upload that breaks off") {
            try await stage.streaming().writeFile(
                from: FileByteSource.open(file),
                to: stage.path("file"),
                condition: .absent,
                resuming: nil,
                observer: observer
            )
        }
        await faults.reset()
        let checkpoint = try unwrap(kept.withLock(\.self), "a checkpoint")
        let content = Content.bytes(size, seed: changingSource ? 2 : 1)
        if changingSource { try await BlockingWork.run { try Data(content).write(to: file) } }
        let second = try await stage.streaming(stage.secondProvider())
        let metadata = try await second.writeFile(
            from: FileByteSource.open(file),
            to: stage.path("file"),
            condition: .absent,
            resuming: checkpoint,
            observer: .none
        )
        try expectEqual(metadata.size, size, "the size")
        try await expectContent(stage.read("file", with: second), content, of: "the resumed file")
        try await expectEqual(stage.names(in: stage.folder, with: second), ["file", "rehearsal"], "the names")
    }

    private static let sources = [
        ("failing", InjectedFailure() as any Error & Sendable), ("changing", SourceError.changed),
    ].flatMap {
        name,
        error in
        [(nil as Int?), 50_000].map { old in
            ConformanceCase(
                "write.source.\(name).\(old == nil ? "new" : "replacing")",
                "a source that is \(name) in its midst leaves what stood there, and its error reaches the caller",
                needs: [.streaming, .atomicReplace]
            ) { stage in
                if let old { try await stage.put(Content.bytes(old), "file") }
                let source = FailingSource(length: Content.largeSize, failingAt: 700_000, error: error)
                let before = try await stage.tree()
                do {
                    _ = try await stage.streaming().writeFile(
                        from: source,
                        to: stage.path("file"),
                        condition: .none,
                        resuming: nil,
                        observer: .none
                    )
                    throw ConformanceFailure(expected: "the source's error", got: "success")
                } catch  where !(error is ConformanceFailure) {
                    try expectEqual("\(type(of: error))", "\(type(of: source.error))", "the type of the error")
                }
                try await stage.expectTree(before)
            }
        }
    }

    private static let sinks = [
        ConformanceCase("open.sinkFails", "an error of the sink reaches the caller", needs: [.streaming]) { stage in
            try await stage.put(Content.bytes(Content.largeSize), "file")
            let reader = try await stage.streaming().openFile(at: stage.path("file"))
            do {
                try await reader.readAll(into: DataSink(limit: 500_000))
                throw ConformanceFailure(expected: "the sink's error", got: "success")
            } catch is DataSink.LimitExceeded {}
        },
        ConformanceCase(
            "open.backPressure",
            "a sink is started at 0, gets pieces of at most 256 KiB one after another, and is finished once",
            needs: [.streaming]
        ) { stage in
            let content = Content.bytes(Content.largeSize)
            try await stage.put(content, "file")
            let reader = try await stage.streaming().openFile(at: stage.path("file"))
            let sink = StrictSink()
            try await reader.readAll(into: sink)
            try await expectContent(sink.bytes, content, of: "what the sink got")
            try await expectEqual(sink.finishes, 1, "how often the sink was finished")
        },
    ]

    @discardableResult
    private static func write(
        _ content: [UInt8],
        _ condition: WriteCondition,
        at path: String = "file",
        resuming checkpoint: Data? = nil,
        on stage: Stage
    ) async throws -> CloudItemMetadata {
        try await stage.streaming().writeFile(
            from: DataSource(content),
            to: stage.path(path),
            condition: condition,
            resuming: checkpoint,
            observer: .none
        )
    }
}

/// A source that can be read up to a place.
private struct FailingSource: ByteSource {
    let length: Int
    let failingAt: Int
    let error: any Error & Sendable
    var modificationDate: Date? { nil }
    var identity: SourceIdentity? { nil }

    @concurrent func read(at offset: Int, atMost count: Int) async throws -> Bytes {
        guard offset < failingAt else { throw error }
        return Content.bytes(min(count, Bytes.maximumPiece, failingAt - offset))[...]
    }
}

/// A sink that checks how it is used.
private actor StrictSink: ByteSink {
    private(set) var bytes: [UInt8] = []
    private(set) var finishes = 0
    private var isBusy = false

    func start(at offset: Int) async throws {
        try expect(offset <= bytes.count, "a start within what was written", got: "\(offset)")
        bytes.removeSubrange(offset...)
    }

    func write(_ piece: Bytes) async throws {
        try expect(!isBusy, "one piece at a time", got: "another one meanwhile")
        try expect(piece.count <= Bytes.maximumPiece, "at most 256 KiB", got: "\(piece.count) bytes")
        isBusy = true
        await Task.yield()
        bytes.append(contentsOf: piece)
        isBusy = false
    }

    func finish() async throws {
        finishes += 1
    }
}
