import CryptoPrimitives
import Testing

@Suite("Digests")
struct DigestTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let algorithm: DigestAlgorithm
        let message: [UInt8]
        let value: HexBytes

        init(_ algorithm: DigestAlgorithm, _ message: String, _ value: HexBytes) {
            self.init(algorithm, Array(message.utf8), value)
        }

        init(_ algorithm: DigestAlgorithm, _ message: [UInt8], _ value: HexBytes) {
            (self.algorithm, self.message, self.value) = (algorithm, message, value)
        }

        var testDescription: String { "\(algorithm) of \(message.count) bytes" }
    }

    private static let short = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    private static let long =
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
        + "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"
    private static let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)

    /// RFC 1321, appendix A.5; the examples of NIST for FIPS 180-4 (one block, two blocks, a million letters).
    static let examples: [Example] = [
        Example(.md5, "", "d41d8cd98f00b204e9800998ecf8427e"),
        Example(.md5, "a", "0cc175b9c0f1b6a831c399e269772661"),
        Example(.md5, "abc", "900150983cd24fb0d6963f7d28e17f72"),
        Example(.md5, "message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        Example(.md5, "abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        Example(
            .md5,
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
            "d174ab98d277d9f5a5611c2c9f419d9f"
        ),
        Example(.md5, String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
        Example(.sha1, "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        Example(.sha1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        Example(.sha1, short, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
        Example(.sha1, million, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
        Example(.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        Example(.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        Example(.sha256, short, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
        Example(.sha256, million, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        Example(
            .sha384,
            "abc",
            "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
        ),
        Example(
            .sha384,
            long,
            "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712fcc7c71a557e2db966c3e9fa91746039"
        ),
        Example(
            .sha384,
            million,
            "9d0e1809716474cb086e834e310a4a1ced149e9c00f248527972cec5704c2a5b07b8b3dc38ecc4ebae97ddd87f3d8985"
        ),
        Example(
            .sha512,
            "abc",
            """
            ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
            2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
            """
        ),
        Example(
            .sha512,
            long,
            """
            8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018\
            501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909
            """
        ),
        Example(
            .sha512,
            million,
            """
            e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb\
            de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b
            """
        ),
    ]

    @Test("at once", arguments: examples)
    func atOnce(_ example: Example) {
        #expect(Digest.hash(example.message, with: example.algorithm) == example.value.bytes)
        // Bytes that don't lie in one piece.
        #expect(Digest.hash(AnyCollection(example.message), with: example.algorithm) == example.value.bytes)
        #expect(example.algorithm.size == example.value.bytes.count)
    }

    @Test("in pieces of any size, and again with the same object", arguments: examples)
    func inPieces(_ example: Example) {
        let digest = IncrementalDigest(example.algorithm)
        for pieceSize in [1 + example.message.count / 3, 65, example.message.count + 1] {
            var rest = example.message[...]
            while !rest.isEmpty {
                digest.update(rest.prefix(pieceSize))
                rest = rest.dropFirst(pieceSize)
            }
            #expect(digest.finish() == example.value.bytes)
        }
    }

    @Test("the short forms name the right function")
    func shortForms() {
        let abc = Array("abc".utf8)
        #expect(Digest.md5(abc) == Digest.hash(abc, with: .md5))
        #expect(Digest.sha1(abc) == Digest.hash(abc, with: .sha1))
        #expect(Digest.sha256(abc) == Digest.hash(abc, with: .sha256))
        #expect(Digest.sha384(abc) == Digest.hash(abc, with: .sha384))
        #expect(Digest.sha512(abc) == Digest.hash(abc, with: .sha512))
    }
}
