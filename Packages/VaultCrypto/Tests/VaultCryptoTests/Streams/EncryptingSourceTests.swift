import CloudCore
import CryptoPrimitives
import Foundation
import Testing

@testable import VaultCrypto

@Suite("Encrypting sources")
struct EncryptingSourceTests {
    static let sizes = [0, 1, 32_767, 32_768, 32_769, 65_536, 229_376, 229_377, 1_000_000, 2_300_000]

    @Test("what is read is a file that decrypts to the content", arguments: CryptorScheme.allCases, sizes)
    func roundTrip(_ scheme: CryptorScheme, _ size: Int) async throws {
        let cryptor = Fixture.cryptor(scheme)
        let content = testContent(size)
        let source = try EncryptingSource(TestSource(content), cryptor: cryptor)
        #expect(source.length == cryptor.ciphertextSize(ofCleartext: size))
        let file = try await source.whole()
        #expect(file.count == source.length)
        #expect(try cryptor.decryptedFile(file) == content)
        #expect(try await source.read(at: source.length, atMost: 1).isEmpty)
    }

    @Test("nonces are derived from the seed as the format says", arguments: CryptorScheme.allCases)
    func nonces(_ scheme: CryptorScheme) async throws {
        let cryptor = Fixture.cryptor(scheme)
        let source = try EncryptingSource(TestSource(testContent(300_000)), cryptor: cryptor)
        let seed = source.attempt.seed
        for (index, chunk) in try cryptor.chunks(of: try await source.whole()).enumerated() {
            let mac = try HMAC.sha256([0, 0, 0, 0, 0, 0, 0, UInt8(index)], key: seed)
            #expect(chunk.nonce == Array(mac.prefix(scheme.nonceSize)))
        }
    }

    @Test("a source that gives little at a time gives the same file")
    func smallInnerReads() async throws {
        let content = testContent(500_000)
        let source = try EncryptingSource(TestSource(content, maximumRead: 10_007), cryptor: Fixture.cryptor(.sivGcm))
        #expect(try Fixture.cryptor(.sivGcm).decryptedFile(try await source.whole()) == content)
    }

    @Test("any range, in any order and by many tasks, is a part of the same file", arguments: CryptorScheme.allCases)
    func randomAccess(_ scheme: CryptorScheme) async throws {
        let source = try EncryptingSource(TestSource(testContent(3_000_000)), cryptor: Fixture.cryptor(scheme))
        let file = try await source.whole()
        var random = SeededGenerator()
        print("random access: VAULTCRYPTO_TEST_SEED=\(random.seed)")
        try await withThrowingTaskGroup { group in
            for _ in 0..<60 {
                let begin = Int.random(in: 0...file.count, using: &random)
                let end = Int.random(in: begin...min(file.count, begin + 500_000), using: &random)
                let step = Int.random(in: 1_000...300_000, using: &random)
                group.addTask {
                    let bytes = try await source.bytes(in: begin..<end, atMost: step)
                    #expect(bytes == Array(file[begin..<end]))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("pieces are at most 256 KiB, and at most what was asked for")
    func pieceSizes() async throws {
        let source = try EncryptingSource(TestSource(testContent(1_000_000)), cryptor: Fixture.cryptor(.sivCtrMac))
        #expect(try await source.read(at: 0, atMost: .max).count <= Bytes.maximumPiece)
        #expect(try await source.read(at: 10, atMost: 5).count == 5)
    }

    @Test("a second attempt of the same content has other bytes and another identity")
    func attempts() async throws {
        let inner = TestSource(testContent(1000))
        let sources = try (0..<2).map { _ in try EncryptingSource(inner, cryptor: Fixture.cryptor(.sivGcm)) }
        #expect(try await sources[0].whole() != sources[1].whole())
        #expect(sources[0].identity != sources[1].identity)
        #expect(sources[0].identity != nil)
        #expect(!sources[0].isResumed)
    }

    @Test("the modification date is that of the content")
    func modificationDate() throws {
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        let source = try EncryptingSource(TestSource([], modificationDate: date), cryptor: Fixture.cryptor(.sivGcm))
        #expect(source.modificationDate == date)
    }

    @Test("no more than a few pieces are encrypted ahead, and none twice when reading in order")
    func readAhead() async throws {
        let inner = TestSource(testContent(20 * 229_376))
        let source = try EncryptingSource(inner, cryptor: Fixture.cryptor(.sivGcm))
        _ = try await source.read(at: 0, atMost: 1)
        _ = try await source.read(at: 1, atMost: 1)
        #expect(inner.reads.count <= 1 + 4)
        _ = try await source.whole(atMost: 100_000)
        let contentReads = inner.reads.filter { !$0.isEmpty }
        #expect(contentReads.count == 20)
        #expect(Set(contentReads).count == 20)
    }

    @Test("the content is read in order and once, though pieces are encrypted ahead")
    func innerOrder() async throws {
        // A source over a network gives its bytes in order; for any other offset it sends another request.
        let inner = TestSource(testContent(12 * 229_376 + 5), maximumRead: 30_000)
        let source = try EncryptingSource(inner, cryptor: Fixture.cryptor(.sivGcm))
        _ = try await source.whole()
        let reads = inner.reads.filter { !$0.isEmpty }
        #expect(reads.first?.lowerBound == 0)
        #expect(reads.last?.upperBound == inner.length)
        for (one, next) in zip(reads, reads.dropFirst()) { #expect(next.lowerBound == one.upperBound) }
    }

    @Test("an error of the content is thrown, and the piece can be read again")
    func innerError() async throws {
        struct Broken: Error {}
        let inner = TestSource(testContent(1000)) { state, number in if number == 0 { throw Broken() } }
        // Reads that throw aren't counted: the first one throws until the test lets it pass.
        let source = try EncryptingSource(inner, cryptor: Fixture.cryptor(.sivGcm))
        await #expect(throws: Broken.self) { try await source.whole() }
        inner.change { $0.beforeRead = { _, _ in } }
        #expect(try Fixture.cryptor(.sivGcm).decryptedFile(try await source.whole()) == testContent(1000))
    }

    /// Gives nothing until the read is cancelled.
    private struct HangingSource: ByteSource {
        let length = 1_000_000
        let modificationDate: Date? = nil
        let identity: SourceIdentity? = nil
        let reached = AsyncStream<Void>.makeStream()
        let never = AsyncStream<Void>.makeStream()

        @concurrent func read(at offset: Int, atMost count: Int) async throws -> Bytes {
            reached.continuation.finish()
            for await _ in never.stream {}
            throw CancellationError()
        }
    }

    @Test("cancelling the only reader cancels a read of the content that hangs")
    func cancelledWhileReading() async throws {
        let inner = HangingSource()
        let source = try EncryptingSource(inner, cryptor: Fixture.cryptor(.sivGcm))
        let task = Task { try await source.read(at: 0, atMost: 10) }
        for await _ in inner.reached.stream {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("a cancelled reader gets nothing, another one goes on")
    func cancelled() async throws {
        let source = try EncryptingSource(TestSource(testContent(1_000_000)), cryptor: Fixture.cryptor(.sivGcm))
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await source.whole()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try Fixture.cryptor(.sivGcm).decryptedFile(try await source.whole()) == testContent(1_000_000))
    }
}
