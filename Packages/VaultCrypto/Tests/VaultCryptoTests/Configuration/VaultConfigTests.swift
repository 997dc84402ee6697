import CloudCore
import Foundation
import TestData
import TestDataTesting
import Testing

@testable import VaultCrypto

@Suite("Vault configurations")
struct VaultConfigTests {
    private struct Vectors: Decodable {
        struct Vector: Decodable {
            var name: String
            var token: String
            var rawKeyHex: String
            var expected: String
        }

        var vectors: [Vector]
    }

    /// “SIV_GCM masterkey file” of vault-config-tokens.json, made for this project.
    static let token =
        "eyJraWQiOiJtYXN0ZXJrZXlmaWxlOm1hc3RlcmtleS5jcnlwdG9tYXRvciIsInR5cCI6IkpXVCIsImFsZyI6IkhTMjU2In0."
        + "eyJqdGkiOiJBQkI5RjY3My1GM0U4LTQxQTctQTQzQi1EMjlGNURBNjUwNjgiLCJmb3JtYXQiOjgsImNpcGhlckNvbWJvIjoiU0lWX0dDTSIs"
        + "InNob3J0ZW5pbmdUaHJlc2hvbGQiOjIyMH0.Jv-c5-3TzW_lvodNIr0g2FNXjdl-VUNvaZQt1D3D0Hg"
    private static let rawKey = Fixture.masterkey.rawKey

    @Test("the vectors verify, or fail, as they say (F-VCRY-02, -05)", .requiresSharedData)
    func vectors() throws {
        let vectors = try SharedData.json(Vectors.self, "vectors/cryptomator/vault-config-tokens.json").vectors
        #expect(vectors.count == 16)
        for vector in vectors {
            let rawKey = SecretBytes(hex(vector.rawKeyHex))
            let result = Result {
                let unverified = try UnverifiedVaultConfig(token: vector.token)
                // The tokens of cloud-access-swift's tests have a key identifier of their own.
                if unverified.keyId != "TEST_KEY" { try unverified.checkSupported() }
                return try unverified.verify(rawKey: rawKey)
            }
            switch (vector.expected.prefix { $0 != ":" && $0 != "(" }, result) {
            case ("valid", .success(let config)),
                ("valid when padding is tolerated; the signature covers the padded text", .success(let config)):
                #expect(config.format == 8 && config.shorteningThreshold == 220, "\(vector.name)")
                let isGCM = !vector.expected.contains("SIV_CTRMAC")
                #expect(config.cipherCombo == (isGCM ? .sivGcm : .sivCtrMac), "\(vector.name)")
            case ("unsupportedAlgorithm", .failure(VaultError.unsupportedAlgorithm)),
                ("signatureVerificationFailed", .failure(VaultError.keyDoesNotBelongToVault)),
                ("malformed", .failure(VaultError.malformedVaultConfig)),
                ("malformed ", .failure(VaultError.malformedVaultConfig)),
                ("unsupported format", .failure(VaultError.unsupportedVaultVersion)),
                ("unsupported cipherCombo", .failure(VaultError.unsupportedCipherCombo("SIV_XCHACHA"))),
                ("unsupported key source", .failure(VaultError.unsupportedKeyLocation("masterkeyfile:foo.bar"))),
                ("hub vault", .failure(VaultError.hubVault("hub.example.com"))):
                break
            default:
                Issue.record("\(vector.name): expected \(vector.expected), got \(result)")
            }
        }
    }

    @Test("what a token says can be read")
    func values() throws {
        let unverified = try UnverifiedVaultConfig(token: Self.token)
        #expect(unverified.keyId == "masterkeyfile:masterkey.cryptomator")
        #expect(unverified.alg == "HS256")
        #expect(unverified.id == "ABB9F673-F3E8-41A7-A43B-D29F5DA65068")
        #expect(unverified.format == 8)
        #expect(unverified.cipherCombo == "SIV_GCM")
        #expect(unverified.shorteningThreshold == 220)
        let config = try VaultConfig.load(token: "\n " + Self.token + "\r\n", rawKey: Self.rawKey)
        #expect(config.id == unverified.id)
        #expect(config.cipherCombo == .sivGcm)
    }

    @Test(
        "a new configuration verifies with its key only (F-VCRY-03)",
        arguments: CryptorScheme.allCases,
        [36, 100, 220]
    )
    func roundTrip(_ scheme: CryptorScheme, _ threshold: Int) throws {
        let config = VaultConfig.createNew(cipherCombo: scheme, shorteningThreshold: threshold)
        let token = try config.toToken(rawKey: Self.rawKey)
        let unverified = try UnverifiedVaultConfig(token: token)
        #expect(unverified.alg == "HS256")
        try unverified.checkSupported()
        #expect(try unverified.verify(rawKey: Self.rawKey) == config)
        #expect(throws: VaultError.keyDoesNotBelongToVault) {
            try unverified.verify(rawKey: Masterkey.createNew().rawKey)
        }
        #expect(VaultConfig.createNew().id != config.id)
        #expect(UUID(uuidString: config.id) != nil)
    }

    @Test(
        "key identifiers",
        arguments: [
            ("hub+https://hub.example.com/api/vaults/1", VaultError.hubVault("hub.example.com")),
            ("hub+http://localhost:8080/api", .hubVault("localhost:8080")),
            ("hub+https:", .hubVault("")),
            (
                "masterkeyfile:masterkey.cryptomator.bak",
                .unsupportedKeyLocation("masterkeyfile:masterkey.cryptomator.bak")
            ),
            (
                "masterkeyfile:../masterkey.cryptomator",
                .unsupportedKeyLocation("masterkeyfile:../masterkey.cryptomator")
            ),
            ("MASTERKEYFILE:masterkey.cryptomator", .unsupportedKeyLocation("MASTERKEYFILE:masterkey.cryptomator")),
            ("file:///etc/passwd", .unsupportedKeyLocation("file:///etc/passwd")),
            ("", .unsupportedKeyLocation("")),
        ]
    )
    func keyIds(_ keyId: String, _ expected: VaultError) throws {
        let token = try VaultConfig.createNew().toToken(keyId: keyId, rawKey: Self.rawKey)
        let unverified = try UnverifiedVaultConfig(token: token)
        #expect(unverified.keyId == keyId)
        #expect(throws: expected) { try unverified.checkSupported() }
    }

    struct Forged: Sendable, CustomTestStringConvertible {
        var header = #"{"kid":"masterkeyfile:masterkey.cryptomator","alg":"HS256"}"#
        var payload = #"{"jti":"x","format":8,"cipherCombo":"SIV_GCM","shorteningThreshold":220}"#
        var expected: VaultError?
        var testDescription: String { header + payload }

        func token() throws -> String {
            let text = [header, payload].map { base64URL(Array($0.utf8)) }.joined(separator: ".")
            let algorithm = header.contains("HS512") ? SignatureAlgorithm.hs512 : .hs256
            return try text + "." + base64URL(algorithm.signature(of: Array(text.utf8), key: Fixture.masterkey.rawKey))
        }

        private func base64URL(_ bytes: [UInt8]) -> String {
            Data(bytes).base64EncodedString()
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
    }

    @Test(
        "tokens that are signed rightly, but say something strange",
        arguments: [
            Forged(),
            Forged(header: #"{"kid":"masterkeyfile:masterkey.cryptomator","alg":"HS512","x":[1]}"#),
            Forged(header: #"{"kid":"k","alg":"hs256"}"#, expected: .unsupportedAlgorithm("hs256")),
            Forged(header: #"{"kid":"k","alg":""}"#, expected: .unsupportedAlgorithm("")),
            Forged(header: #"{"kid":"k","alg":null}"#, expected: .malformedVaultConfig("alg is of another type")),
            Forged(header: #"{"kid":"k"}"#, expected: .malformedVaultConfig("alg is missing")),
            Forged(header: #"{"alg":"HS256"}"#, expected: .malformedVaultConfig("kid is missing")),
            Forged(header: #"[]"#, expected: .malformedVaultConfig("no JSON object")),
            Forged(header: #"{"#, expected: .malformedVaultConfig("no JSON")),
            Forged(
                payload: #"{"jti":"x","format":7,"cipherCombo":"SIV_GCM","shorteningThreshold":220}"#,
                expected: .unsupportedVaultVersion(7)
            ),
            Forged(
                payload: #"{"jti":"x","format":"8","cipherCombo":"SIV_GCM","shorteningThreshold":220}"#,
                expected: .malformedVaultConfig("format is of another type")
            ),
            Forged(
                payload: #"{"jti":"x","format":8,"cipherCombo":"SIV_GCM","maxFilenameLen":220}"#,
                expected: .malformedVaultConfig("shorteningThreshold is missing")
            ),
            Forged(
                payload: #"{"jti":"x","format":8,"cipherCombo":"SIV_GCM","shorteningThreshold":0}"#,
                expected: .malformedVaultConfig("shorteningThreshold is 0")
            ),
            Forged(
                payload: #"{"jti":"x","format":8,"cipherCombo":"NONE","shorteningThreshold":220}"#,
                expected: .unsupportedCipherCombo("NONE")
            ),
            Forged(
                payload: #"{"format":8,"cipherCombo":"SIV_GCM","shorteningThreshold":220}"#,
                expected: .malformedVaultConfig("jti is missing")
            ),
        ]
    )
    func forged(_ forged: Forged) throws {
        let result = Result {
            try UnverifiedVaultConfig(token: forged.token()).verify(rawKey: Fixture.masterkey.rawKey)
        }
        switch (forged.expected, result) {
        case (nil, .success): break
        case (let expected?, .failure(let error)): #expect(error as? VaultError == expected)
        default: Issue.record("\(result)")
        }
    }

    @Test(
        "what isn't three segments of Base64url is malformed",
        arguments: [
            "", ".", "..", "...", "a.b", token + ".", token + ".x", "." + token, token.replacing(".", with: ".."),
            token.replacing(".", with: " ."), token.replacing("_", with: "/"), token.replacing("-", with: "+"),
            "\u{FEFF}" + token, "é" + token, token + "==", String(repeating: "A", count: 70_000),
            String(repeating: ".", count: 60_000),
        ]
    )
    func malformed(_ token: String) {
        let error = #expect(throws: VaultError.self) {
            try UnverifiedVaultConfig(token: token).verify(rawKey: Self.rawKey)
        }
        guard case .malformedVaultConfig = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("a signature that is cut, lengthened or left out proves nothing")
    func signatures() throws {
        let text = Self.token.prefix { $0 != "." } + "." + Self.token.split(separator: ".")[1]
        let signature = String(Self.token.split(separator: ".")[2])
        for changed in ["", "AA", String(signature.dropLast(3)), signature + "AAAA", String(signature.reversed())] {
            #expect(throws: VaultError.self) {
                try UnverifiedVaultConfig(token: text + "." + changed).verify(rawKey: Self.rawKey)
            }
        }
    }

    @Test("texts of unverified values can't steer a terminal")
    func harmlessTexts() {
        let text = VaultError.unsupportedAlgorithm("\u{1B}[31mred\n" + String(repeating: "x", count: 500)).description
        #expect(!text.contains("\u{1B}"))
        #expect(!text.contains("\n"))
        #expect(text.utf8.count < 300)
    }

    @Test("mutated tokens never crash and never verify as something else")
    func mutations() throws {
        var random = SeededGenerator()
        print("vault configuration mutations: VAULTCRYPTO_TEST_SEED=\(random.seed)")
        let config = try VaultConfig.load(token: Self.token, rawKey: Self.rawKey)
        for _ in 0..<2_000 {
            let mutated = String(decoding: random.mutated(Array(Self.token.utf8)), as: UTF8.self)
            guard let verified = try? VaultConfig.load(token: mutated, rawKey: Self.rawKey) else { continue }
            #expect(verified == config)
        }
    }
}
