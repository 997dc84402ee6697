import CloudCore
import CryptoPrimitives
import TestDataTesting
import Testing

@Suite("HKDF")
struct HKDFTests {
    struct Vector: Decodable, Sendable {
        let Hash: String
        let IKM, salt, info, OKM: HexBytes
        let L: String
    }

    @Test("RFC 5869, appendix A", arguments: ["rfc5869-hkdf-sha256", "rfc5869-hkdf-sha1"])
    func rfc5869(_ file: String) throws {
        for vector in try Fixture<Vector>.rfc(file) {
            let derived = try HKDF.derive(
                vector.Hash == "SHA-1" ? .sha1 : .sha256,
                key: vector.IKM.secret,
                salt: vector.salt.bytes,
                info: vector.info.bytes,
                count: try #require(Int(vector.L))
            )
            #expect(derived.revealed == vector.OKM.bytes)
        }
    }

    struct Group: Decodable, Sendable {
        struct Vector: Decodable, Sendable {
            let tcId: Int
            let ikm, salt, info, okm: HexBytes
            let size: Int
            let result: WycheproofResult
        }
        let tests: [Vector]
    }

    @Test("Wycheproof", .requiresSharedData, arguments: [DigestAlgorithm.sha1, .sha256])
    func wycheproof(_ algorithm: DigestAlgorithm) throws {
        for vector in try Wycheproof<Group>.groups("hkdf_\(algorithm)").flatMap(\.tests) {
            let derive = { () throws(CryptoError) in
                switch algorithm {
                case .sha1:
                    try HKDF.sha1(
                        key: vector.ikm.secret,
                        salt: vector.salt.bytes,
                        info: vector.info.bytes,
                        count: vector.size
                    )
                default:
                    try HKDF.sha256(
                        key: vector.ikm.secret,
                        salt: vector.salt.bytes,
                        info: vector.info.bytes,
                        count: vector.size
                    )
                }
            }
            if vector.result == .valid {
                #expect(try derive().revealed == vector.okm.bytes, "tcId \(vector.tcId)")
            } else {
                let reason = "a key of \(vector.size) bytes (0 to \(255 * algorithm.size))"
                #expect(throws: CryptoError.invalidParameter(reason), "tcId \(vector.tcId)") { try derive() }
            }
        }
    }

    @Test("a negative length is refused")
    func negative() {
        #expect(throws: CryptoError.invalidParameter("a key of -1 bytes (0 to 8160)")) {
            try HKDF.sha256(key: SecretBytes([1]), count: -1)
        }
    }
}
