import CloudCore
import CryptoPrimitives
import Testing

@Suite("scrypt")
struct ScryptTests {
    struct Vector: Decodable, Sendable, CustomTestStringConvertible {
        let password: String
        let salt: String
        let N: Int
        let r: Int
        let p: Int
        let dkLen: Int
        let output: HexBytes

        var testDescription: String { "N = \(N), r = \(r), p = \(p)" }
    }

    /// The last one takes 1 GiB, which is just what the default limit allows.
    @Test("RFC 7914, section 12", arguments: try Fixture<Vector>.rfc("rfc7914-scrypt"))
    func rfc7914(_ vector: Vector) throws {
        let key = try Scrypt.derive(
            from: SecretBytes(utf8: vector.password),
            salt: Array(vector.salt.utf8),
            costParameter: vector.N,
            blockSize: vector.r,
            parallelization: vector.p,
            count: vector.dkLen
        )
        #expect(key.revealed == vector.output.bytes)
    }

    struct Cost: Sendable {
        var n = 16
        var r = 1
        var p = 1
    }

    @Test(
        "parameters outside the RFC's ranges",
        arguments: [
            Cost(n: 0), Cost(n: 1), Cost(n: -16), Cost(n: 15), Cost(n: 3), Cost(n: .min), Cost(n: 1 << 16, r: 1),
            Cost(r: 0), Cost(r: -1), Cost(r: 1 << 30), Cost(r: .max), Cost(p: 0), Cost(p: -1), Cost(p: 1 << 30),
            Cost(r: 1 << 15, p: 1 << 15), Cost(p: .max),
        ]
    )
    func invalid(_ cost: Cost) {
        let error = #expect(throws: CryptoError.self) { try derive(cost) }
        guard case .invalidParameter = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        "what would take more memory or time than allowed is refused before it starts",
        arguments: [
            (Cost(n: 1 << 21, r: 8), 1 << 31), (Cost(n: 1 << 20, r: 9), 9 << 27),
            (Cost(n: 1 << 20, r: 8, p: 2), 1 << 31),
            (Cost(n: 1 << 62, r: 8), Int.max), (Cost(n: 1 << 30, r: 1 << 29), Int.max),
            (Cost(n: 2, r: 1 << 29), 1 << 37),
        ]
    )
    func expensive(_ cost: Cost, needed: Int) {
        #expect(throws: CryptoError.memoryLimitExceeded(needed: needed, limit: 1 << 30)) { try derive(cost) }
    }

    @Test("the limit is the caller's")
    func limit() throws {
        _ = try derive(Cost(n: 16, r: 8), limit: 16 * 1024)
        #expect(throws: CryptoError.memoryLimitExceeded(needed: 16 * 1024, limit: 16 * 1024 - 1)) {
            try derive(Cost(n: 16, r: 8), limit: 16 * 1024 - 1)
        }
    }

    @Test("the key has at least one byte", arguments: [0, -1, .min])
    func count(_ count: Int) {
        #expect(throws: CryptoError.invalidParameter("a key of \(count) bytes (1 to 2^31 - 1)")) {
            try Scrypt.derive(from: SecretBytes([]), salt: [], costParameter: 16, blockSize: 1, count: count)
        }
    }

    private func derive(_ cost: Cost, limit: Int = Scrypt.defaultMaximumMemory) throws(CryptoError) -> SecretBytes {
        try Scrypt.derive(
            from: SecretBytes(utf8: "passphrase"),
            salt: [1, 2, 3],
            costParameter: cost.n,
            blockSize: cost.r,
            parallelization: cost.p,
            count: 32,
            maximumMemory: limit
        )
    }
}
