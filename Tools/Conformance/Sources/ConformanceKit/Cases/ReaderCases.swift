internal import CloudCore

/// Random access: `openFile` and ranges.
enum ReaderCases {
    private static let size = 100_000

    static let cases = ranges + versions

    private static let ranges =
        [
            ("whole", 0..<size), ("start", 0..<1000), ("middle", 40_000..<41_000), ("end", size - 1000..<size),
            ("firstByte", 0..<1), ("lastByte", size - 1..<size), ("acrossBorder", 32_700..<32_800),
            ("acrossTwoBorders", 32_767..<65_537), ("onBorder", 32_768..<65_536), ("empty", 500..<500),
            ("acrossEnd", size - 10..<size + 10), ("atEnd", size..<size + 10), ("beyondEnd", size + 5..<size + 10),
            ("farBeyondEnd", 1 << 40..<1 << 41), ("openEnded", 99_000..<Int.max),
        ].map { name, range in
            ConformanceCase(
                "range.\(name)",
                "the bytes \(range.lowerBound) to \(range.upperBound) of \(size) are those that there are",
                needs: [.streaming]
            ) { stage in
                let content = Content.bytes(size)
                try await stage.put(content, "file")
                let reader = try await stage.streaming().openFile(at: stage.path("file"))
                try expectEqual(reader.metadata.size, size, "the size of the open file")
                try await expectContent(read(range, of: reader), slice(content, range), of: "the range")
            }
        } + [
            ConformanceCase("range.ofEmptyFile", "a range of an empty file has no bytes", needs: [.streaming]) {
                stage in
                try await stage.put([], "file")
                let reader = try await stage.streaming().openFile(at: stage.path("file"))
                for range in [0..<0, 0..<10, 5..<10] {
                    try await expectContent(read(range, of: reader), [], of: "the range \(range)")
                }
            },
            ConformanceCase(
                "range.inParallel",
                "one reader serves many tasks at once",
                needs: [.streaming]
            ) { stage in
                let content = Content.bytes(size)
                try await stage.put(content, "file")
                let reader = try await stage.streaming().openFile(at: stage.path("file"))
                try await inParallel(Array(stride(from: 0, to: size, by: 7000)), atOnce: 8) { start in
                    let range = start..<start + 7000
                    try await expectContent(read(range, of: reader), slice(content, range), of: "the range \(range)")
                }
            },
            ConformanceCase(
                "range.readsLittle",
                "a range is read without the bytes before and after it",
                needs: [.streaming, .ranges]
            ) { stage in
                let content = Content.bytes(Content.largeSize)
                try await stage.put(content, "file")
                let reader = try await stage.streaming().openFile(at: stage.path("file"))
                let (sink, moved) = (DataSink(limit: 1000), Locked(0))
                let observer = TransferObserver(moved: { bytes, _ in moved.withLock { $0 = max($0, bytes) } })
                let range = 700_000..<700_100
                try await reader.read(range, into: sink, observer: observer)
                try await expectContent(sink.bytes, slice(content, range), of: "the range")
                let most = moved.withLock(\.self)
                try expect(most <= 100_000, "at most 100,000 bytes moved for 100", got: "\(most)")
            },
        ]

    private static let versions = [
        ConformanceCase(
            "open.likeDownload",
            "openFile answers as a download without its local side",
            needs: [.streaming]
        ) { stage in
            try await stage.makeFolder("folder")
            try await stage.put("file")
            let provider = try stage.streaming()
            for (path, error) in [
                ("missing", ExpectedError.notFound), ("missing/file", .notFound), ("file/file", .notFound),
                ("folder", .typeMismatch),
            ] {
                try await expectError(error, "opening \(path)") { try await provider.openFile(at: stage.path(path)) }
            }
            try await expectError(.typeMismatch, "opening the root") { try await provider.openFile(at: .root) }
        },
        ConformanceCase(
            "open.replacedMeanwhile",
            "all reads of a reader are of one version, else FileReaderError.changed",
            needs: [.streaming]
        ) { stage in
            let (old, new) = (Content.bytes(size, seed: 1), Content.bytes(size, seed: 2))
            try await stage.put(old, "file")
            let reader = try await stage.streaming().openFile(at: stage.path("file"))
            try await expectContent(read(0..<1000, of: reader), slice(old, 0..<1000), of: "the old version")
            try await stage.put(new, "file", replacing: true)
            do {
                let range = 1000..<size
                try await expectContent(read(range, of: reader), slice(old, range), of: "the rest of the old version")
            } catch FileReaderError.changed {}
            let reopened = try await stage.streaming().openFile(at: stage.path("file"))
            try await expectContent(read(0..<size, of: reopened), new, of: "the new version")
        },
        ConformanceCase(
            "open.deletedMeanwhile",
            "a reader of a deleted file gives its bytes or an error, never others",
            needs: [.streaming]
        ) { stage in
            let content = Content.bytes(size)
            try await stage.put(content, "file")
            let reader = try await stage.streaming().openFile(at: stage.path("file"))
            try await stage.provider.deleteFile(at: stage.path("file"))
            do {
                try await expectContent(read(0..<size, of: reader), content, of: "the deleted file")
            } catch FileReaderError.changed {
            } catch CloudProviderError.itemNotFound {}
        },
    ]

    static func read(_ range: Range<Int>, of reader: any FileReader) async throws -> [UInt8] {
        let sink = DataSink(limit: Content.largeSize)
        try await reader.read(range, into: sink, observer: .none)
        return await sink.bytes
    }

    private static func slice(_ content: [UInt8], _ range: Range<Int>) -> [UInt8] {
        Array(content[range.clamped(to: 0..<content.count)])
    }
}
