import CryptoPrimitives
import TestData
import TestDataTesting
import Testing

@Suite("Hashes of services", .requiresSharedData)
struct ServiceHashTests {
    struct DropboxVector: Decodable, Sendable {
        let size: Int
        let contentHash: HexBytes
    }

    @Test(
        "Dropbox's content hash",
        arguments: try SharedData.json(Fixture<DropboxVector>.self, "vectors/hashes/dropbox-content-hash.json").vectors
    )
    func dropbox(_ vector: DropboxVector) {
        let message = [UInt8](repeating: UInt8(ascii: "A"), count: vector.size)
        let hash = DropboxContentHash()
        hash.update(message[...])
        #expect(hash.finish() == vector.contentHash.bytes)
        // Again with the same object, in pieces that don't fit the blocks.
        var rest = message[...]
        while !rest.isEmpty {
            hash.update(rest.prefix(1_000_003))
            rest = rest.dropFirst(1_000_003)
        }
        #expect(hash.finish() == vector.contentHash.bytes)
    }

    struct QuickXorVector: Decodable, Sendable {
        let size: Int
        let inputBase64: String
        let quickXorHashBase64: String
    }

    @Test(
        "quickXorHash",
        arguments: try SharedData.json(Fixture<QuickXorVector>.self, "vectors/hashes/quickxorhash.json").vectors
    )
    func quickXor(_ vector: QuickXorVector) throws {
        let message = try #require(Base64.decode(vector.inputBase64))
        #expect(message.count == vector.size)
        for pieceSize in [1, 7, message.count + 1] {
            var hash = QuickXorHash()
            var rest = message[...]
            while !rest.isEmpty {
                hash.update(rest.prefix(pieceSize))
                rest = rest.dropFirst(pieceSize)
            }
            #expect(hash.value == Base64.decode(vector.quickXorHashBase64))
        }
    }
}
