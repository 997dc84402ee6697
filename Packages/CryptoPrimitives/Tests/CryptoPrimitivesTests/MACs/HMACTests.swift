import CloudCore
import CryptoPrimitives
import TestDataTesting
import Testing

@Suite("HMAC")
struct HMACTests {
    struct SHA2Vector: Decodable, Sendable {
        let key, data, sha256, sha384, sha512: HexBytes
        let truncatedToBytes: Int?
    }

    @Test("RFC 4231", arguments: try Fixture<SHA2Vector>.rfc("rfc4231-hmac-sha2"))
    func rfc4231(_ vector: SHA2Vector) throws {
        let (data, key) = (vector.data.bytes, vector.key.secret)
        let size = vector.truncatedToBytes ?? 64
        #expect(Array(try HMAC.sha256(data, key: key).prefix(size)) == vector.sha256.bytes)
        #expect(Array(try HMAC.sha384(data, key: key).prefix(size)) == vector.sha384.bytes)
        #expect(Array(try HMAC.sha512(data, key: key).prefix(size)) == vector.sha512.bytes)
    }

    struct SHA1Vector: Sendable {
        let key: [UInt8]
        let message: [UInt8]
        let code: HexBytes
    }

    /// RFC 2202, section 3.
    static let sha1Vectors: [SHA1Vector] = [
        SHA1Vector(
            key: repeated(0x0B, 20),
            message: Array("Hi There".utf8),
            code: "b617318655057264e28bc0b6fb378c8ef146be00"
        ),
        SHA1Vector(
            key: Array("Jefe".utf8),
            message: Array("what do ya want for nothing?".utf8),
            code: "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"
        ),
        SHA1Vector(
            key: repeated(0xAA, 20),
            message: repeated(0xDD, 50),
            code: "125d7342b9ac11cd91a39af48aa17b4f63f175d3"
        ),
        SHA1Vector(
            key: Array(1...25),
            message: repeated(0xCD, 50),
            code: "4c9007f4026250c6bc8414f9bf50c86c2d7235da"
        ),
        SHA1Vector(
            key: repeated(0x0C, 20),
            message: Array("Test With Truncation".utf8),
            code: "4c1a03424b55e07fe7f27be1d58bb9324a9a5a04"
        ),
        SHA1Vector(
            key: repeated(0xAA, 80),
            message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            code: "aa4ae5e15272d00e95705637ce8a3b55ed402112"
        ),
        SHA1Vector(
            key: repeated(0xAA, 80),
            message: Array("Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data".utf8),
            code: "e8e99d0f45237d786d6bbaa7965c7808bbff1a91"
        ),
    ]

    private static func repeated(_ byte: UInt8, _ count: Int) -> [UInt8] { Array(repeating: byte, count: count) }

    @Test("RFC 2202, section 3", arguments: sha1Vectors)
    func rfc2202(_ vector: SHA1Vector) throws {
        #expect(try HMAC.sha1(vector.message, key: SecretBytes(vector.key)) == vector.code.bytes)
    }

    @Test("empty key and empty message")
    func empty() throws {
        // Values of Wikipedia's article on HMAC, recomputed with Python's hmac.
        let code: HexBytes = "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
        #expect(try HMAC.sha256([], key: SecretBytes([])) == code.bytes)
    }

    struct Group: Decodable, Sendable {
        struct Vector: Decodable, Sendable {
            let tcId: Int
            let key, msg, tag: HexBytes
            let result: WycheproofResult
        }
        let tagSize: Int
        let tests: [Vector]
    }

    @Test("Wycheproof", .requiresSharedData, arguments: [DigestAlgorithm.sha1, .sha256, .sha384, .sha512])
    func wycheproof(_ algorithm: DigestAlgorithm) throws {
        for group in try Wycheproof<Group>.groups("hmac_\(algorithm)") {
            for vector in group.tests {
                let code = try HMAC.code(of: vector.msg.bytes, with: algorithm, key: vector.key.secret)
                let isRight = ConstantTime.equal(code.prefix(group.tagSize / 8), vector.tag.bytes)
                #expect(isRight == (vector.result == .valid), "tcId \(vector.tcId)")
            }
        }
    }

    @Test("one context, many messages in pieces, codes of any length")
    func context() throws {
        let vector = try #require(Self.sha1Vectors.last)
        let context = try HMACContext(.sha1, key: SecretBytes(vector.key))
        for size in [1, 7, 64, 100] {
            var rest = vector.message[...]
            while !rest.isEmpty {
                try context.update(rest.prefix(size))
                rest = rest.dropFirst(size)
            }
            #expect(try context.finish() == vector.code.bytes)
            for length in [0, 12, 20] {
                var code = [UInt8](repeating: 0, count: length)
                unsafe try vector.message.withUnsafeBytes { message in
                    unsafe try code.withUnsafeMutableBytes { unsafe try context.authenticate(message, into: $0) }
                }
                #expect(code == Array(vector.code.bytes.prefix(length)))
            }
        }
    }
}
