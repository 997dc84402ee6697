import CloudCore
import CryptoPrimitives
import TestDataTesting
import Testing

@Suite("AES key wrap")
struct KeyWrapTests {
    struct Vector: Decodable, Sendable, CustomTestStringConvertible {
        let section: String
        let kek, keyData, wrapped: HexBytes

        var testDescription: String { section }
    }

    static let vectors = Result { try Fixture<Vector>.rfc("rfc3394-aes-key-wrap") }

    @Test("RFC 3394, section 4", arguments: try vectors.get())
    func rfc3394(_ vector: Vector) throws {
        #expect(try KeyWrap.wrap(vector.keyData.secret, with: vector.kek.secret) == vector.wrapped.bytes)
        #expect(try KeyWrap.unwrap(vector.wrapped.bytes, with: vector.kek.secret).revealed == vector.keyData.bytes)
    }

    struct Group: Decodable, Sendable, CustomTestStringConvertible {
        struct Vector: Decodable, Sendable {
            let tcId: Int
            let key, msg, ct: HexBytes
            let result: WycheproofResult
            let flags: [String]
        }
        let keySize: Int
        let tests: [Vector]

        var testDescription: String { "\(keySize)-bit key" }
    }

    /// What is acceptable there wraps a single block of 8 bytes, which RFC 3394, section 2, doesn't allow: refused here.
    @Test("Wycheproof", .requiresSharedData, arguments: try Wycheproof<Group>.groups("aes_wrap"))
    func wycheproof(_ group: Group) throws {
        for vector in group.tests {
            let kek = vector.key.secret
            if vector.result == .valid {
                #expect(try KeyWrap.wrap(vector.msg.secret, with: kek) == vector.ct.bytes, "tcId \(vector.tcId)")
                #expect(
                    try KeyWrap.unwrap(vector.ct.bytes, with: kek).revealed == vector.msg.bytes,
                    "tcId \(vector.tcId)"
                )
            } else {
                #expect(throws: CryptoError.authenticationFailed, "tcId \(vector.tcId)") {
                    try KeyWrap.unwrap(vector.ct.bytes, with: kek)
                }
            }
            if ["WrongDataSize", "EmptyKey", "ShortKey"].contains(where: vector.flags.contains) {
                let reason = "a key of \(vector.msg.bytes.count) bytes to wrap (a multiple of 8, at least 16)"
                #expect(throws: CryptoError.invalidParameter(reason), "tcId \(vector.tcId)") {
                    try KeyWrap.wrap(vector.msg.secret, with: kek)
                }
            }
        }
    }

    @Test("nothing unwraps with a byte changed, left out or added, or with another key", arguments: try vectors.get())
    func changed(_ vector: Vector) {
        for index in vector.wrapped.bytes.indices {
            for bit in [UInt8(0x01), 0x80] {
                var changed = vector.wrapped.bytes
                changed[index] ^= bit
                expectRefusal(changed, vector.kek.secret)
            }
            expectRefusal(Array(vector.wrapped.bytes.prefix(index)), vector.kek.secret)
        }
        expectRefusal(vector.wrapped.bytes + [UInt8](repeating: 0, count: 8), vector.kek.secret)
        for index in vector.kek.bytes.indices {
            var kek = vector.kek.bytes
            kek[index] ^= 0x01
            expectRefusal(vector.wrapped.bytes, SecretBytes(kek))
        }
    }

    private func expectRefusal(_ wrapped: [UInt8], _ kek: SecretBytes) {
        #expect(throws: CryptoError.authenticationFailed) { try KeyWrap.unwrap(wrapped, with: kek) }
    }

    @Test("the wrapping key has 16, 24 or 32 bytes", arguments: [0, 8, 33])
    func kekSizes(_ size: Int) {
        let kek = SecretBytes([UInt8](repeating: 1, count: size))
        #expect(throws: CryptoError.invalidKeySize(size)) { try KeyWrap.wrap(SecretBytes(Array(0..<32)), with: kek) }
        #expect(throws: CryptoError.invalidKeySize(size)) { try KeyWrap.unwrap(Array(0..<40), with: kek) }
    }
}
