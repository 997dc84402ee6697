import CloudCore
import Foundation
import Testing

@Suite("The shared file methods")
struct FileMethodsTests {
    private let path: CloudPath
    private let date = Date(timeIntervalSince1970: 1_500_000_000)

    init() throws {
        path = try CloudPath("/f")
    }

    private func download(
        _ size: Int,
        body: @escaping @concurrent @Sendable (any ByteSink, TransferObserver) async throws -> Void
    ) -> ScriptedStreams {
        let item = metadata(path, size: size, date: date)
        return ScriptedStreams(open: { _ in ScriptedReader(metadata: item, body: body) })
    }

    private static func fill(_ sink: any ByteSink, _ pieces: Bytes...) async throws {
        try await sink.start(at: 0)
        for piece in pieces { try await sink.write(piece) }
        try await sink.finish()
    }

    @Test("a download has the size of the local file, and the remote date", arguments: [0, 1, 3])
    func downloading(_ size: Int) async throws {
        try await withFolder { folder in
            let content = pattern(size)
            let provider = download(999) { sink, _ in try await Self.fill(sink, content[...]) }
            let progress = Progress(totalUnitCount: 0)
            let result = try await provider.downloadFile(
                from: path,
                to: folder("f"),
                progress: progress,
                onTaskCreation: nil
            )
            #expect(result.size == size)
            #expect(result.lastModifiedDate == date)
            #expect(result.cloudPath == path)
            #expect(try folder("f").bytes() == content)
            #expect(try folder("f").attribute(.modificationDate) as? Date == date)
            #expect(progress.isFinished)
        }
    }

    @Test("local errors of a download come before any request")
    func localChecksFirst() async throws {
        try await withFolder { folder in
            let opened = Locked(false)
            let provider = ScriptedStreams(open: { _ in
                opened.withLock { $0 = true }
                throw CloudProviderError.itemNotFound
            })
            try folder("file").write([])
            try FileManager.default.createSymbolicLink(at: folder("dangling"), withDestinationURL: folder("nowhere"))
            for name in ["file", "dangling"] {
                await #expect(throws: CloudProviderError.itemAlreadyExists) {
                    try await provider.downloadFile(from: path, to: folder(name))
                }
            }
            await #expect(throws: LocalFileError.parentMissing) {
                try await provider.downloadFile(from: path, to: folder("missing")("f"))
            }
            #expect(!opened.withLock { $0 })
            await #expect(throws: CloudProviderError.itemNotFound) {
                try await provider.downloadFile(from: path, to: folder("f"))
            }
            #expect(try folder.names() == ["dangling", "file"])
        }
    }

    @Test("a download that fails leaves nothing and an incomplete progress")
    func failedDownload() async throws {
        try await withFolder { folder in
            let late = Locked<TransferObserver?>(nil)
            let provider = download(3) { sink, observer in
                late.withLock { $0 = observer }
                try await Self.fill(sink, [1, 2, 3])
                observer.moved(3, 3)
                throw CloudProviderError.noInternetConnection
            }
            let progress = Progress(totalUnitCount: 0)
            await #expect(throws: CloudProviderError.noInternetConnection) {
                try await provider.downloadFile(from: path, to: folder("f"), progress: progress, onTaskCreation: nil)
            }
            try #expect(folder.names().isEmpty)
            #expect(!progress.isFinished)
            // A transport that reports once more after the method threw can't complete it either.
            late.withLock { $0 }?.moved(1, 1)
            #expect(progress.totalUnitCount == 3)
            #expect(!progress.isFinished)
        }
    }

    @Test("a target that appears during a download stays")
    func racedDownload() async throws {
        try await withFolder { folder in
            let provider = download(3) { sink, _ in
                try await Self.fill(sink, [1, 2, 3])
                try folder("f").write([9])
            }
            await #expect(throws: CloudProviderError.itemAlreadyExists) {
                try await provider.downloadFile(from: path, to: folder("f"))
            }
            try #expect(folder("f").bytes() == [9])
        }
    }

    @Test("progress counts what moved, goes back only at a restart, and completes at the return")
    func progress() async throws {
        try await withFolder { folder in
            let progress = Progress(totalUnitCount: 0)
            let seen = Recorder<String>()
            let provider = download(10) { sink, observer in
                let note = { seen.append("\(progress.completedUnitCount)/\(progress.totalUnitCount)") }
                note()
                try await sink.start(at: 0)
                for (moved, total) in [(4, 12), (12, 12), (0, 12), (5, 12), (20, 12), (3, 8)] {
                    observer.moved(moved, total)
                    note()
                }
                try await sink.write(pattern(10)[...])
                try await sink.finish()
            }
            _ = try await provider.downloadFile(from: path, to: folder("f"), progress: progress, onTaskCreation: nil)
            #expect(seen.elements == ["0/1", "4/12", "11/12", "0/12", "5/12", "11/12", "3/8"])
            #expect(progress.completedUnitCount == 8)
            #expect(progress.isFinished)
        }
    }

    @Test("a task is offered at most once")
    func task() async throws {
        try await withFolder { folder in
            let provider = download(0) { sink, observer in
                await observer.downloadTask?(StillTask())
                await observer.downloadTask?(StillTask())
                try await Self.fill(sink)
            }
            let count = Locked(0)
            _ = try await provider.downloadFile(from: path, to: folder("f"), progress: nil) { _ in
                count.withLock { $0 += 1 }
            }
            #expect(count.withLock { $0 } == 1)
            let withoutClosure = download(0) { sink, observer in
                #expect(observer.downloadTask == nil)
                try await Self.fill(sink)
            }
            try await withoutClosure.downloadFile(from: path, to: folder("g"))
        }
    }

    /// Where the calling task is cancelled.
    enum Moment: String, CaseIterable, CustomTestStringConvertible {
        case beforeTheStart, whileOpening, whileReading, afterReading
        var testDescription: String { rawValue }
    }

    @Test("a download that is cancelled before its commit leaves nothing", arguments: Moment.allCases)
    func cancelledDownload(_ moment: Moment) async throws {
        try await withFolder { folder in
            let (reached, cancelled) = (Gate(), Gate())
            let item = metadata(path, size: 3)
            let pause = { @concurrent @Sendable (here: Moment) async in
                guard here == moment else { return }
                reached.open()
                await cancelled.pass()
            }
            let provider = ScriptedStreams(open: { _ in
                await pause(.whileOpening)
                return ScriptedReader(metadata: item) { sink, _ in
                    try await sink.start(at: 0)
                    await pause(.whileReading)
                    if moment == .afterReading {
                        try await sink.write([1, 2, 3])
                        try await sink.finish()
                        await pause(.afterReading)
                    } else {
                        try await sink.write([1, 2, 3])
                        Issue.record("went on after it was cancelled")
                    }
                }
            })
            let task = Task {
                await pause(.beforeTheStart)
                return try await provider.downloadFile(from: path, to: folder("f"))
            }
            await reached.pass()
            task.cancel()
            cancelled.open()
            await #expect(throws: CancellationError.self) { try await task.value }
            try #expect(folder.names().isEmpty)
        }
    }

    @Test("an upload hands over the file's bytes, date and condition", arguments: [true, false])
    func uploading(_ replaceExisting: Bool) async throws {
        try await withFolder { folder in
            try folder("f").write(pattern(300_000))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder("f").path)
            let result = metadata(path, size: 300_000)
            let offered = Locked(0)
            let provider = ScriptedStreams(write: { [date] source, condition, observer in
                #expect(condition == (replaceExisting ? .none : .absent))
                #expect(source.modificationDate == date)
                #expect(source.identity != nil)
                await observer.uploadTask?(StillTask())
                await observer.uploadTask?(StillTask())
                let sink = DataSink(limit: 300_000)
                try await source.copy(0..<source.length, into: sink, observer: observer)
                #expect(await sink.bytes == pattern(300_000))
                return result
            })
            let progress = Progress(totalUnitCount: 0)
            let returned = try await provider.uploadFile(
                from: folder("f"),
                to: path,
                replaceExisting: replaceExisting,
                progress: progress
            ) { _ in offered.withLock { $0 += 1 } }
            #expect(returned == result)
            #expect(progress.isFinished)
            #expect(progress.totalUnitCount == 300_000)
            #expect(offered.withLock { $0 } == 1)
        }
    }

    @Test("local errors of an upload come before any request")
    func localUploadErrors() async throws {
        try await withFolder { folder in
            let provider = ScriptedStreams()
            try FileManager.default.createDirectory(at: folder("d"), withIntermediateDirectories: false)
            await #expect(throws: CloudProviderError.itemNotFound) {
                try await provider.uploadFile(from: folder("f"), to: path, replaceExisting: true)
            }
            await #expect(throws: CloudProviderError.itemTypeMismatch) {
                try await provider.uploadFile(from: folder("d"), to: path, replaceExisting: true)
            }
        }
    }

    @Test("a source that changes during an upload is an error")
    func changingSource() async throws {
        try await withFolder { folder in
            try folder("f").write(pattern(300_000))
            let provider = ScriptedStreams(write: { [path] source, _, observer in
                _ = try await source.read(at: 0, atMost: 1000)
                try folder("f").write(pattern(300_000))
                try await source.copy(0..<source.length, into: DataSink(limit: 300_000), observer: observer)
                return metadata(path)
            })
            let progress = Progress(totalUnitCount: 0)
            await #expect(throws: SourceError.changed) {
                try await provider.uploadFile(
                    from: folder("f"),
                    to: path,
                    replaceExisting: true,
                    progress: progress,
                    onTaskCreation: nil
                )
            }
            #expect(!progress.isFinished)
        }
    }
}

@Suite("SourceFileReader")
struct SourceFileReaderTests {
    private let content = pattern(600_000)

    @Test(
        "gives the bytes there are",
        arguments: [
            0..<0, 0..<1, 5..<300_000, 262_143..<262_146, 599_999..<600_000, 0..<(.max), 599_990..<700_000,
            600_000..<600_001, 700_000..<800_000,
        ]
    )
    func ranges(_ range: Range<Int>) async throws {
        let reader = SourceFileReader(DataSource(content), metadata: metadata(try CloudPath("/f"), size: content.count))
        let sink = DataSink(limit: content.count)
        let moved = Recorder<Int>()
        try await reader.read(range, into: sink, observer: TransferObserver(moved: { bytes, _ in moved.append(bytes) }))
        let expected = Array(content[range.clamped(to: 0..<content.count)])
        #expect(await sink.bytes == expected)
        #expect(moved.elements.last ?? 0 == expected.count)
        #expect(moved.elements == moved.elements.sorted())
    }

    @Test("a source that changed is a file that changed")
    func changed() async throws {
        try await withFolder { folder in
            try folder("f").write(content)
            let source = try await FileByteSource.open(folder("f"))
            try folder("f").write([1])
            let reader = SourceFileReader(source, metadata: metadata(try CloudPath("/f")))
            await #expect(throws: FileReaderError.changed) { try await reader.readAll(into: DataSink(limit: 600_000)) }
        }
    }
}

@Suite("DataSink")
struct DataSinkTests {
    @Test("takes up to its limit, and goes back")
    func limit() async throws {
        let sink = DataSink(limit: 3)
        try await sink.write([1, 2, 3])
        await #expect(throws: DataSink.LimitExceeded.self) { try await sink.write([4]) }
        await sink.start(at: 1)
        try await sink.write([9])
        #expect(await sink.bytes == [1, 9])
    }
}
