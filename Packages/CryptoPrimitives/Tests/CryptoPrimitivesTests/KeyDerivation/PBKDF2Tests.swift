import CloudCore
import CryptoPrimitives
import Testing

@Suite("PBKDF2")
struct PBKDF2Tests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let algorithm: DigestAlgorithm
        let passphrase: String
        let salt: String
        let iterations: Int
        let key: HexBytes

        var testDescription: String { "\(algorithm), \(iterations) iterations, \(key.bytes.count) bytes" }
    }

    /// RFC 6070, section 2 (without the one of 2^24 iterations), and RFC 7914, section 11.
    static let vectors: [Vector] = [
        Vector(
            algorithm: .sha1,
            passphrase: "password",
            salt: "salt",
            iterations: 1,
            key: "0c60c80f961f0e71f3a9b524af6012062fe037a6"
        ),
        Vector(
            algorithm: .sha1,
            passphrase: "password",
            salt: "salt",
            iterations: 2,
            key: "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"
        ),
        Vector(
            algorithm: .sha1,
            passphrase: "password",
            salt: "salt",
            iterations: 4096,
            key: "4b007901b765489abead49d926f721d065a429c1"
        ),
        Vector(
            algorithm: .sha1,
            passphrase: "passwordPASSWORDpassword",
            salt: "saltSALTsaltSALTsaltSALTsaltSALTsalt",
            iterations: 4096,
            key: "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"
        ),
        Vector(
            algorithm: .sha1,
            passphrase: "pass\0word",
            salt: "sa\0lt",
            iterations: 4096,
            key: "56fa6aa75548099dcc37d7f03425e0c3"
        ),
        Vector(
            algorithm: .sha256,
            passphrase: "passwd",
            salt: "salt",
            iterations: 1,
            key: """
                55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc\
                49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783
                """
        ),
        Vector(
            algorithm: .sha256,
            passphrase: "Password",
            salt: "NaCl",
            iterations: 80000,
            key: """
                4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56\
                a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d
                """
        ),
    ]

    @Test("vectors of the RFCs", arguments: vectors)
    func rfcs(_ vector: Vector) throws {
        let key = try PBKDF2.derive(
            from: SecretBytes(utf8: vector.passphrase),
            salt: Array(vector.salt.utf8),
            iterations: vector.iterations,
            algorithm: vector.algorithm,
            count: vector.key.bytes.count
        )
        #expect(key.revealed == vector.key.bytes)
    }

    @Test("parameters out of range", arguments: [(0, 32), (-1, 32), (1 << 31, 32), (1, 0), (1, -1), (1, 1 << 31)])
    func invalid(iterations: Int, count: Int) {
        let error = #expect(throws: CryptoError.self) {
            try PBKDF2.derive(
                from: SecretBytes([]),
                salt: [],
                iterations: iterations,
                algorithm: .sha256,
                count: count
            )
        }
        guard case .invalidParameter = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
