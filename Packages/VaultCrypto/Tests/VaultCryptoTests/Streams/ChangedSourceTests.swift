import CloudCore
import Foundation
import Testing

@testable import VaultCrypto

@Suite("A content that changes while it is encrypted")
struct ChangedSourceTests {
    private let cryptor = Fixture.cryptor(.sivGcm)

    @Test("another identity before the first read ends the attempt")
    func beforeFirstRead() async throws {
        let inner = TestSource(testContent(100))
        let source = try EncryptingSource(inner, cryptor: cryptor)
        inner.change { $0.identity = .init(rawValue: "2") }
        await #expect(throws: SourceError.changed) { try await source.read(at: 0, atMost: 10) }
        #expect(inner.reads.isEmpty)
    }

    @Test("another identity after a read keeps the chunk back, and ends the attempt for good")
    func afterRead() async throws {
        let inner = TestSource(testContent(3_000_000)) { state, number in
            if number == 6 { state.identity = .init(rawValue: "2") }
        }
        let source = try EncryptingSource(inner, cryptor: cryptor)
        await #expect(throws: SourceError.changed) { try await source.whole() }
        inner.change { $0.identity = .init(rawValue: "1") }
        await #expect(throws: SourceError.changed) { try await source.read(at: 0, atMost: 10) }
    }

    @Test(
        "a change after all was read is seen before the last 64 KiB leave",
        arguments: [100, 65_000, 300_000, 229_400]
    )
    func beforeTheEnd(_ size: Int) async throws {
        let inner = TestSource(testContent(size))
        let source = try EncryptingSource(inner, cryptor: cryptor)
        let begin = max(0, source.length - 64 * 1024)
        let sent = try await source.bytes(in: 0..<begin)
        inner.change { $0.identity = .init(rawValue: "2") }
        await #expect(throws: SourceError.changed) { try await source.read(at: sent.count, atMost: 1) }
    }

    @Test("a content that became shorter or longer ends the attempt", arguments: [-1, 1])
    func otherLength(_ difference: Int) async throws {
        // No identity: only the bytes themselves can tell.
        let inner = TestSource(testContent(300_000), identity: nil)
        let source = try EncryptingSource(inner, cryptor: cryptor)
        inner.change { $0.content = testContent(300_000 + difference) }
        await #expect(throws: SourceError.changed) { try await source.whole() }
    }

    /// Reads everything, changes the content without changing the identity, and reads again.
    @Test("no nonce meets two cleartexts, even where the identity doesn't tell", arguments: ["1", nil])
    func quietChange(_ identity: String?) async throws {
        let pieces = 30
        let inner = TestSource(testContent(pieces * 229_376), identity: identity)
        let source = try EncryptingSource(inner, cryptor: cryptor)
        var file = try await source.whole()
        // One byte in the last chunk of piece 3, which is no longer in memory.
        inner.change { $0.content[4 * 229_376 - 1] ^= 1 }
        let piece = 68 + 3 * 7 * 32_796
        await #expect(throws: SourceError.changed) { try await source.read(at: piece, atMost: 10) }
        await #expect(throws: SourceError.changed) { try await source.read(at: 0, atMost: 10) }

        // The next attempt has a header, a key and nonces of its own.
        let next = try EncryptingSource(inner, cryptor: cryptor)
        file += try await next.whole()
        let half = file.count / 2
        let used = try cryptor.chunks(of: Array(file[..<half])) + cryptor.chunks(of: Array(file[half...]))
        #expect(Set(used.map(\.nonce)).count == used.count)
    }

    @Test("chunks read while the content changes all the time never share a nonce with another cleartext")
    func racing() async throws {
        let inner = TestSource(testContent(10 * 229_376)) { state, number in
            if number.isMultiple(of: 7), number > 0 { state.identity = .init(rawValue: "\(number)") }
            state.content[0] &+= 1
        }
        var seen: [[UInt8]: [UInt8]] = [:]
        for _ in 0..<5 {
            let source = try EncryptingSource(inner, cryptor: cryptor)
            for offset in [0, 500_000, 0, 1_000_000, 0] {
                guard let bytes = try? await source.bytes(in: 0..<68 + 32_796) else { break }
                let chunk = try #require(try cryptor.chunks(of: bytes).first)
                #expect(seen[chunk.nonce] == nil || seen[chunk.nonce] == chunk.cleartext)
                seen[chunk.nonce] = chunk.cleartext
                _ = try? await source.read(at: offset, atMost: 10)
            }
        }
        #expect(!seen.isEmpty)
    }
}
