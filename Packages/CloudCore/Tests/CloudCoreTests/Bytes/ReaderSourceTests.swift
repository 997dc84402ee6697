import CloudCore
import Testing

@Suite("ReaderSource")
struct ReaderSourceTests {
    private let content = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

    @Test("serves reads in order from one read", arguments: [1000, 65536, 262_144])
    func sequential(step: Int) async throws {
        let reader = CountingReader(content)
        let source = try await reader.byteSource()
        var collected: [UInt8] = []
        while true {
            let piece = try await source.read(at: collected.count, atMost: step)
            if piece.isEmpty { break }
            collected += piece
        }
        #expect(collected == content)
        #expect(reader.reads.withLock(\.self) == [0..<content.count])
    }

    @Test("starts another read for any other offset")
    func random() async throws {
        let reader = CountingReader(content)
        let source = try await reader.byteSource()
        for offset in [500_000, 10, 999_999, 0] {
            let piece = try await source.read(at: offset, atMost: 100)
            #expect(Array(piece) == Array(content[offset..<min(content.count, offset + 100)]))
        }
        #expect(reader.reads.withLock(\.count) == 4)
    }

    @Test("a file that changed is a source that changed")
    func changed() async throws {
        let source = try await CountingReader(content, failure: FileReaderError.changed).byteSource()
        await #expect(throws: SourceError.changed) {
            var offset = 0
            while offset < content.count { offset += try await source.read(at: offset, atMost: 262_144).count }
        }
    }

    @Test("a file of unknown size can't be a source")
    func unknownLength() async {
        await #expect(throws: UnknownLength()) { try await CountingReader(content, size: nil).byteSource() }
    }

    @Test("what a reader finds at the end of a file fails the source before its last bytes", arguments: [1, 262_144])
    func damageAtTheEnd(count: Int) async throws {
        let source = try await CountingReader(Array(content.prefix(count)), failureAtEnd: Damage()).byteSource()
        await #expect(throws: Damage()) {
            var offset = 0
            while offset < count { offset += try await source.read(at: offset, atMost: count).count }
        }
    }

    @Test("damage of a file that is empty, or of unknown size, is found though nobody reads", arguments: [0, nil])
    func damageWithoutBytes(size: Int?) async {
        await #expect(throws: Damage()) {
            try await CountingReader([], size: size, failureAtEnd: Damage()).byteSource()
        }
    }
}

private struct Damage: Error, Equatable {}

/// Reads from memory, writes down the ranges it was asked for, and fails half-way if it is told to.
private struct CountingReader: FileReader {
    let metadata: CloudItemMetadata
    let content: [UInt8]
    let failure: (any Error)?
    let failureAtEnd: (any Error)?
    let reads = Locked<[Range<Int>]>([])

    init(_ content: [UInt8], failure: (any Error)? = nil, failureAtEnd: (any Error)? = nil) {
        self.init(content, size: content.count, failure: failure, failureAtEnd: failureAtEnd)
    }

    init(_ content: [UInt8], size: Int?, failure: (any Error)? = nil, failureAtEnd: (any Error)? = nil) {
        self.content = content
        self.failure = failure
        self.failureAtEnd = failureAtEnd
        metadata = CloudItemMetadata(
            name: "a",
            cloudPath: .root,
            itemType: .file,
            lastModifiedDate: nil,
            size: size
        )
    }

    @concurrent func read(_ range: Range<Int>, into sink: any ByteSink, observer: TransferObserver) async throws {
        reads.withLock { $0.append(range) }
        try await sink.start(at: 0)
        var offset = range.lowerBound
        let bound = min(range.upperBound, content.count)
        while offset < bound {
            if let failure, offset > content.count / 2 { throw failure }
            let end = min(bound, offset + 100_000)
            try await sink.write(content[offset..<end])
            offset = end
        }
        if let failureAtEnd { throw failureAtEnd }
        try await sink.finish()
    }
}
