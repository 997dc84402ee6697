import CloudCore
import CloudLocalFileSystem
import Foundation
import Testing

@Suite("Throughput")
struct ThroughputTests {
    @Test("prints what a large file and a small call take")
    func timing() async throws {
        let root = try Root()
        let clock = ContinuousClock()
        let size = 64 << 20
        let source = ZeroSource(length: size)
        let provider = root.provider
        let writing = try await clock.measure {
            _ = try await provider.writeFile(
                from: source,
                to: CloudPath("/file"),
                condition: .absent,
                resuming: nil,
                observer: .none
            )
        }
        let sink = CountingSink()
        let reading = try await clock.measure {
            try await provider.openFile(at: CloudPath("/file")).readAll(into: sink)
        }
        #expect(await sink.count == size)
        let metadata = try await clock.measure {
            for _ in 0..<1000 { _ = try await provider.fetchItemMetadata(at: CloudPath("/file")) }
        }
        print("64 MiB: written in \(writing), read in \(reading); metadata \(metadata / 1000)")
    }

    private struct ZeroSource: ByteSource {
        var length: Int
        let modificationDate: Date? = nil
        let identity: SourceIdentity? = nil
        private let zeroes = Bytes(repeating: 0, count: Bytes.maximumPiece)

        init(length: Int) {
            self.length = length
        }

        @concurrent func read(at offset: Int, atMost count: Int) async throws -> Bytes {
            zeroes.prefix(min(count, length - offset))
        }
    }

    private actor CountingSink: ByteSink {
        private(set) var count = 0
        func start(at offset: Int) { count = offset }
        func write(_ bytes: Bytes) { count += bytes.count }
        func finish() {}
    }
}
