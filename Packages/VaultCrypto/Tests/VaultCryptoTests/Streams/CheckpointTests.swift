import CloudCore
import Foundation
import Testing

@testable import VaultCrypto

@Suite("Checkpoints of encrypted uploads")
struct CheckpointTests {
    @Test("a source made from a checkpoint gives the same bytes", arguments: CryptorScheme.allCases)
    func resumed(_ scheme: CryptorScheme) async throws {
        let content = testContent(700_000)
        let source = try EncryptingSource(TestSource(content), cryptor: Fixture.cryptor(scheme))
        let checkpoint = try #require(try source.checkpoint)
        let file = try await source.whole()

        let other = Cryptor(masterkey: .createFromRaw(rawKey: Fixture.masterkey.rawKey), scheme: scheme)
        let resumed = try EncryptingSource(TestSource(content), cryptor: other, resuming: checkpoint)
        #expect(resumed.isResumed)
        #expect(resumed.identity == source.identity)
        #expect(try await resumed.bytes(in: 300_000..<file.count) == Array(file[300_000...]))
        #expect(try await resumed.whole() == file)
        let again = try EncryptingSource(
            TestSource(content),
            cryptor: other,
            resuming: try resumed.checkpoint
        )
        #expect(again.isResumed)
        #expect(try await again.whole() == file)
    }

    @Test("a checkpoint of another content, vault or scheme, or a damaged one, begins anew")
    func misfits() async throws {
        let content = testContent(1000)
        let cryptor = Fixture.cryptor(.sivGcm)
        let source = try EncryptingSource(TestSource(content), cryptor: cryptor)
        let checkpoint = try #require(try source.checkpoint)
        let file = try await source.whole()

        var misfits = [
            try EncryptingSource(TestSource(content, identity: "2"), cryptor: cryptor, resuming: checkpoint),
            try EncryptingSource(TestSource(content, identity: nil), cryptor: cryptor, resuming: checkpoint),
            try EncryptingSource(TestSource(content + [0]), cryptor: cryptor, resuming: checkpoint),
            try EncryptingSource(TestSource(content), cryptor: Fixture.cryptor(.sivCtrMac), resuming: checkpoint),
            try EncryptingSource(
                TestSource(content),
                cryptor: Cryptor(masterkey: .createNew(), scheme: .sivGcm),
                resuming: checkpoint
            ),
            try EncryptingSource(TestSource(content), cryptor: cryptor, resuming: Data()),
            try EncryptingSource(TestSource(content), cryptor: cryptor, resuming: checkpoint.dropLast()),
            try EncryptingSource(TestSource(content), cryptor: cryptor, resuming: checkpoint + [0]),
            try EncryptingSource(TestSource(content), cryptor: cryptor, resuming: Data([1])),
        ]
        for index in checkpoint.indices {
            var damaged = checkpoint
            damaged[index] ^= 4
            misfits.append(try EncryptingSource(TestSource(content), cryptor: cryptor, resuming: damaged))
        }
        for misfit in misfits {
            #expect(!misfit.isResumed)
            #expect(try await misfit.whole() != file)
        }
    }

    @Test("a source without identity has no checkpoint and no identity")
    func noIdentity() throws {
        let source = try EncryptingSource(DataSource(testContent(10)), cryptor: Fixture.cryptor(.sivGcm))
        #expect(source.identity == nil)
        #expect(try source.checkpoint == nil)
    }

    @Test("a checkpoint shows neither the identity nor the header nor the seed")
    func sealed() async throws {
        let source = try EncryptingSource(
            TestSource(testContent(10), identity: "dev 1 inode 4711"),
            cryptor: Fixture.cryptor(.sivGcm)
        )
        let checkpoint = try #require(try source.checkpoint)
        #expect(checkpoint.range(of: Data("4711".utf8)) == nil)
        let header = try await source.bytes(in: 0..<20)
        #expect(checkpoint.range(of: Data(header)) == nil)
        let seed = source.attempt.seed.revealed
        #expect(checkpoint.range(of: Data(seed[..<8])) == nil)
        #expect(try source.checkpoint != checkpoint, "each is sealed with a nonce of its own")
    }
}
