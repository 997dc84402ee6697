import CloudCore
import CryptoPrimitives
import TestDataTesting
import Testing

@Suite("AES-SIV")
struct AESSIVTests {
    struct Vector: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let key, plaintext, output: HexBytes
        let associatedData: [HexBytes]

        var testDescription: String { name }
        var components: [[UInt8]] { associatedData.map(\.bytes) }
    }

    static let vectors = Result { try Fixture<Vector>.rfc("rfc5297-aes-siv") }

    @Test("RFC 5297, appendix A", arguments: try vectors.get())
    func rfc5297(_ vector: Vector) throws {
        let siv = try AESSIV(key: vector.key.secret)
        #expect(try siv.seal(vector.plaintext.bytes, authenticating: vector.components) == vector.output.bytes)
        #expect(try siv.open(vector.output.bytes, authenticating: vector.components) == vector.plaintext.bytes)
    }

    struct Group: Decodable, Sendable, CustomTestStringConvertible {
        struct Vector: Decodable, Sendable {
            let tcId: Int
            let key, aad, msg, ct: HexBytes
            let result: WycheproofResult
        }
        let keySize: Int
        let tests: [Vector]

        var testDescription: String { "\(keySize)-bit key" }
    }

    @Test(
        "Wycheproof: one component, perhaps empty",
        .requiresSharedData,
        arguments: try Wycheproof<Group>.groups("aes_siv_cmac")
    )
    func wycheproof(_ group: Group) throws {
        for vector in group.tests {
            let siv = try AESSIV(key: vector.key.secret)
            if vector.result == .valid {
                let sealed = try siv.seal(vector.msg.bytes, authenticating: [vector.aad.bytes])
                #expect(sealed == vector.ct.bytes, "tcId \(vector.tcId)")
                let opened = try siv.open(vector.ct.bytes, authenticating: [vector.aad.bytes])
                #expect(opened == vector.msg.bytes, "tcId \(vector.tcId)")
            } else {
                #expect(throws: CryptoError.authenticationFailed, "tcId \(vector.tcId)") {
                    try siv.open(vector.ct.bytes, authenticating: [vector.aad.bytes])
                }
            }
        }
    }

    static let vaultKeys = AESSIV(
        macKey: SecretBytes([UInt8](repeating: 0x77, count: 32)),
        ctrKey: SecretBytes([UInt8](repeating: 0x55, count: 32))
    )

    /// `cryptomator/names.json`, made with other software: hashes of directory ids, which have no associated data.
    @Test(
        "no component, also for an empty plaintext",
        arguments: [
            ("", "VLWEHT553J5DR7OZLRJAYDIWFCXZABOD"),
            ("recovery", "BMG5T357XGPKDM2ZPV7UA3E26WCFZY2D"),
            ("918acfbd-a467-3f77-93f1-f4a44f9cfe9c", "7C3USOO3VU7IVQRKFMRFV3QE4VEZJECV"),
        ]
    )
    func noComponent(_ id: String, _ hash: String) throws {
        let sealed = try Self.vaultKeys.seal(Array(id.utf8))
        #expect(Base32.encode(Digest.sha1(sealed)) == hash)
        #expect(try Self.vaultKeys.open(sealed) == Array(id.utf8))
    }

    /// `cryptomator/names.json`: names in the root folder, whose id is empty.
    @Test(
        "one empty component is not none",
        arguments: [
            ("a", "b11a7433d7f1731cdf6868ac13ae6f85b3" as HexBytes),
            ("hello.txt", "0707a224f85a5eddb544444e12ae4523c7fbf2df001988ac75"),
        ]
    )
    func emptyComponent(_ name: String, _ sealed: HexBytes) throws {
        #expect(try Self.vaultKeys.seal(Array(name.utf8), authenticating: [[]]) == sealed.bytes)
        #expect(try Self.vaultKeys.open(sealed.bytes, authenticating: [[]]) == Array(name.utf8))
        #expect(throws: CryptoError.authenticationFailed) { try Self.vaultKeys.open(sealed.bytes) }
    }

    @Test(
        "nothing opens with a byte changed, left out or added, or with other components",
        arguments: try vectors.get()
    )
    func changed(_ vector: Vector) throws {
        let siv = try AESSIV(key: vector.key.secret)
        for index in vector.output.bytes.indices {
            var changed = vector.output.bytes
            changed[index] ^= 0x01
            expectRefusal(changed, vector.components, siv)
            changed[index] ^= 0x81
            expectRefusal(changed, vector.components, siv)
            expectRefusal(Array(vector.output.bytes.prefix(index)), vector.components, siv)
        }
        expectRefusal(vector.output.bytes + [0], vector.components, siv)
        for (index, component) in vector.components.enumerated() {
            for position in component.indices {
                var components = vector.components
                components[index][position] ^= 0x01
                expectRefusal(vector.output.bytes, components, siv)
            }
        }
        expectRefusal(vector.output.bytes, [], siv)
        expectRefusal(vector.output.bytes, vector.components + [[]], siv)
        if vector.components.count > 1 {
            expectRefusal(vector.output.bytes, vector.components.reversed(), siv)
            expectRefusal(vector.output.bytes, [Array(vector.components.joined())], siv)
        }
    }

    private func expectRefusal(_ sealed: [UInt8], _ components: [[UInt8]], _ siv: AESSIV) {
        #expect(throws: CryptoError.authenticationFailed) { try siv.open(sealed, authenticating: components) }
    }

    @Test("one instance serves many tasks at once")
    func concurrent() async throws {
        let vector = try #require(try Self.vectors.get().last)
        let siv = try AESSIV(key: vector.key.secret)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try (0..<500).allSatisfy { _ in
                        try siv.seal(vector.plaintext.bytes, authenticating: vector.components) == vector.output.bytes
                    }
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    @Test("keys have 32, 48 or 64 bytes in two equal halves", arguments: [0, 16, 31, 40, 63, 65, 128])
    func keySizes(_ size: Int) {
        #expect(throws: CryptoError.self) { try AESSIV(key: SecretBytes([UInt8](repeating: 1, count: size))) }
    }

    @Test("halves of wrong or different sizes are reported when they are used")
    func halves() {
        let half = SecretBytes([UInt8](repeating: 1, count: 32))
        #expect(throws: CryptoError.invalidKeySize(16)) { try AESSIV(macKey: half, ctrKey: half[0..<16]).seal([]) }
        #expect(throws: CryptoError.invalidKeySize(8)) {
            try AESSIV(macKey: half[0..<8], ctrKey: half[0..<8]).seal([])
        }
    }

    @Test("at most 126 components")
    func tooManyComponents() throws {
        let most = [[UInt8]](repeating: [], count: AESSIV.maximumComponents)
        let sealed = try Self.vaultKeys.seal([1], authenticating: most)
        #expect(try Self.vaultKeys.open(sealed, authenticating: most) == [1])
        #expect(throws: CryptoError.invalidParameter("127 components (0 to 126)")) {
            try Self.vaultKeys.seal([1], authenticating: most + [[]])
        }
    }
}
