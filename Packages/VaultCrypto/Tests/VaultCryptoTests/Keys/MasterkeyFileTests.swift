import CloudCore
import Foundation
import TestData
import TestDataTesting
import Testing

@testable import VaultCrypto

@Suite("Masterkey files")
struct MasterkeyFileTests {
    /// “format 6” of masterkey-files.json, made for this project; N is 16 to be fast.
    static let format6 = """
        {"version": 6, "scryptSalt": "TmFDbE5hQ2w=", "scryptCostParam": 16, "scryptBlockSize": 8,
         "primaryMasterKey": "279zX/oGSynpfpLPOBN/dnBJi2etpni0hfZuzCO5BhMJLZp1Ncztng==",
         "hmacMasterKey": "xUpDnuI5ok85WTyLRut/nyDOlv/WvAWAq0gxn2QTt+zDcamLAyb+3A==",
         "versionMac": "62IDYZwlZHirVtOdNHULHQ0MIPl+mQQF/l6q+YbvXzY="}
        """
    private static let rawKey = [UInt8](repeating: 0x55, count: 32) + [UInt8](repeating: 0x77, count: 32)

    private static func file(_ json: String) throws -> MasterkeyFile {
        try MasterkeyFile.withContentFromData(Data(json.utf8))
    }

    @Test("the vectors unlock, or fail, as they say", .requiresSharedData)
    func vectors() async throws {
        let json = try JSONSerialization.jsonObject(with: SharedData.data("vectors/cryptomator/masterkey-files.json"))
        let vectors = try #require((json as? [String: Any])?["vectors"] as? [[String: Any]])
        #expect(vectors.count == 12)
        for vector in vectors {
            let name = try #require(vector["name"] as? String)
            let data = try JSONSerialization.data(withJSONObject: try #require(vector["masterkeyFile"]))
            let passphrase = try #require(vector["passphrase"] as? String)
            switch vector["expected"] as? String {
            case nil:
                let masterkey = try await MasterkeyFile.withContentFromData(data).unlock(passphrase: passphrase)
                #expect(masterkey.aesMasterKey.revealed == hex(try #require(vector["encKeyHex"] as? String)), "\(name)")
                #expect(masterkey.macMasterKey.revealed == hex(try #require(vector["macKeyHex"] as? String)), "\(name)")
            case "invalidPassphrase":
                await #expect(throws: VaultError.wrongPassphrase, "\(name)") {
                    try await MasterkeyFile.withContentFromData(data).unlock(passphrase: passphrase)
                }
            default:
                let error = await #expect(throws: VaultError.self, "\(name)") {
                    try await MasterkeyFile.withContentFromData(data).unlock(passphrase: passphrase)
                }
                guard case .malformedMasterkeyFile = error else {
                    Issue.record("\(name): \(String(describing: error))")
                    continue
                }
            }
        }
    }

    @Test("a passphrase opens the vault composed and decomposed (F-VCRY-06)")
    func normalisation() async throws {
        let (composed, decomposed) = ("p\u{21B}", "pt\u{326}")
        for locked in [composed, decomposed] {
            let file = try MasterkeyFile.withContentFromData(
                try await MasterkeyFile.lock(
                    masterkey: Fixture.masterkey,
                    vaultVersion: 999,
                    passphrase: locked,
                    scryptCostParam: 16
                )
            )
            for typed in [composed, decomposed] {
                #expect(try await file.unlock(passphrase: typed).rawKey.revealed == Self.rawKey)
                let bytes = SecretBytes(utf8: typed)
                #expect(try await file.unlock(passphrase: bytes).rawKey.revealed == Self.rawKey)
            }
        }
    }

    @Test("a vault locked without normalisation opens when typed in the same form (F-VCRY-06)")
    func notNormalised() async throws {
        // Python: hashlib.scrypt("pt\\u0326".encode(), salt=b"NaClNaCl", n=16, r=8, p=1, dklen=32), aes_key_wrap of
        // 32 x 55 and 32 x 77 with it.
        let file = try Self.file(
            Self.format6
                .replacing("279zX/oGSynpfpLPOBN/dnBJi2etpni0hfZuzCO5BhMJLZp1Ncztng==", with: Self.nfdPrimaryKey)
                .replacing("xUpDnuI5ok85WTyLRut/nyDOlv/WvAWAq0gxn2QTt+zDcamLAyb+3A==", with: Self.nfdHMACKey)
        )
        #expect(try await file.unlock(passphrase: "pt\u{326}").rawKey.revealed == Self.rawKey)
        await #expect(throws: VaultError.wrongPassphrase) { try await file.unlock(passphrase: "p\u{21B}") }
    }

    private static let nfdPrimaryKey = "18gkMNYfUe6Jgoewzxw/HAkhv+wLn5rL6oSkwpFKV38cM2IzLmvk5A=="
    private static let nfdHMACKey = "uCP7lNTdreQ4E7mt6NBbuqsVP92XJNU/Vpa+RRHPxfz1luWV+OTpiw=="

    @Test("a passphrase of bytes that are no UTF-8 is taken as it is")
    func notUTF8() async throws {
        let passphrase = SecretBytes([0xFF, 0x00, 0xC3])
        let data = try await MasterkeyFile.lock(
            masterkey: Fixture.masterkey,
            vaultVersion: 7,
            passphrase: passphrase,
            scryptCostParam: 16
        )
        let file = try MasterkeyFile.withContentFromData(data)
        #expect(try await file.unlock(passphrase: passphrase).rawKey.revealed == Self.rawKey)
    }

    @Test("padding may be missing, members may be unknown and in any order")
    func lenient() async throws {
        let json = Self.format6.replacing("=", with: "").replacing(
            "{\"version\": 6",
            with: "{\"x\": [{}], \"version\": 6"
        )
        let file = try Self.file(json)
        #expect(file.version == 6)
        #expect(try await file.unlock(passphrase: "asd").rawKey.revealed == Self.rawKey)
    }

    @Test("the pepper belongs to the salt")
    func pepper() async throws {
        let data = try await MasterkeyFile.lock(
            masterkey: Fixture.masterkey,
            vaultVersion: 999,
            passphrase: "asd",
            pepper: [1, 2, 3],
            scryptCostParam: 16
        )
        let file = try MasterkeyFile.withContentFromData(data)
        #expect(try await file.unlock(passphrase: "asd", pepper: [1, 2, 3]).rawKey.revealed == Self.rawKey)
        await #expect(throws: VaultError.wrongPassphrase) { try await file.unlock(passphrase: "asd") }
    }

    @Test("a changed version doesn't unlock (negative-masterkey-999-bad-versionmac)")
    func changedVersion() async throws {
        let file = try Self.file(Self.format6.replacing("\"version\": 6", with: "\"version\": 999"))
        await #expect(throws: VaultError.malformedMasterkeyFile("incorrect version or versionMac")) {
            try await file.unlock(passphrase: "asd")
        }
    }

    @Test("the vault with a wrong versionMac is refused", .requiresSharedData)
    func badVersionMAC() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vault-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let vault = try await SharedData.unpackVault("negative-masterkey-999-bad-versionmac", into: folder)
        let file = try MasterkeyFile.withContentFromURL(vault.appendingPathComponent("masterkey.cryptomator"))
        #expect(file.version == 999)
        await #expect(throws: VaultError.malformedMasterkeyFile("incorrect version or versionMac")) {
            try await file.unlock(passphrase: "12345678")
        }
    }

    struct BadFile: Sendable, CustomTestStringConvertible {
        var change: String
        var to: String
        var testDescription: String { "\(change) → \(to.prefix(40))" }
    }

    @Test(
        "a member that is missing, of another type, or of another size is named",
        arguments: [
            BadFile(change: "\"version\": 6,", to: ""),
            BadFile(change: "\"version\": 6", to: "\"version\": \"6\""),
            BadFile(change: "\"version\": 6", to: "\"version\": 0"),
            BadFile(change: "\"version\": 6", to: "\"version\": -6"),
            BadFile(change: "\"version\": 6", to: "\"version\": 4294967302"),
            BadFile(change: "\"version\": 6", to: "\"version\": 6.5"),
            BadFile(change: "\"version\": 6", to: "\"version\": 1e400"),
            BadFile(change: "\"version\": 6", to: "\"version\": null"),
            BadFile(change: "\"TmFDbE5hQ2w=\"", to: "12"),
            BadFile(change: "\"TmFDbE5hQ2w=\"", to: "[\"TmFDbE5hQ2w=\"]"),
            BadFile(change: "TmFDbE5hQ2w=", to: "TmFDbE5hQ2w=="),
            BadFile(change: "TmFDbE5hQ2w=", to: "Tm FDbE5hQ2"),
            BadFile(change: "TmFDbE5hQ2w=", to: "Tm_-bE5hQ2w="),
            BadFile(change: "\"scryptCostParam\": 16", to: "\"scryptCostParam\": \"16\""),
            BadFile(change: "\"scryptCostParam\": 16", to: "\"scryptCostParam\": 99999999999999999999"),
            BadFile(change: "279zX/oG", to: ""),
            BadFile(change: "279zX/oG", to: "279zX/oGAAAA"),
            BadFile(change: "xUpDnuI5", to: "!!!!!!!!"),
            BadFile(change: "62IDYZwl", to: ""),
            BadFile(change: "{", to: "["),
            BadFile(change: "{", to: ""),
            BadFile(change: "}", to: ""),
        ]
    )
    func malformed(_ bad: BadFile) {
        let error = #expect(throws: VaultError.self) {
            try Self.file(Self.format6.replacing(bad.change, with: bad.to))
        }
        guard case .malformedMasterkeyFile = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("files that are no masterkey files are refused", arguments: ["", "null", "12", "\"x\"", "[]", "{}", "\u{0}"])
    func foreign(_ text: String) {
        #expect(throws: VaultError.self) { try Self.file(text) }
    }

    @Test("deep nesting and great size are refused early")
    func hostileShapes() throws {
        #expect(throws: VaultError.self) { try Self.file(String(repeating: "[", count: 60_000)) }
        #expect(throws: VaultError.self) { try Self.file(String(repeating: "{\"a\":", count: 10_000)) }
        let huge = Data(Self.format6.utf8) + Data(repeating: 0x20, count: MasterkeyFile.maximumSize)
        #expect(throws: VaultError.malformedMasterkeyFile("larger than 65536 bytes")) {
            try MasterkeyFile.withContentFromData(huge)
        }
        // A sparse file of 100 MB, of which no more than the limit is read.
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("masterkey-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(Self.format6.utf8).write(to: url)
        let handle = try FileHandle(forWritingTo: url)
        try handle.truncate(atOffset: 100_000_000)
        try handle.close()
        #expect(throws: VaultError.malformedMasterkeyFile("larger than 65536 bytes")) {
            try MasterkeyFile.withContentFromURL(url)
        }
    }

    @Test("a new passphrase locks the same key, of the same version, not cheaper than before")
    func changePassphrase() async throws {
        let changed = try MasterkeyFile.withContentFromData(
            try await Self.file(Self.format6).changePassphrase(from: "asd", to: "new")
        )
        #expect(changed.version == 6)
        #expect(changed.scrypt == (try ScryptParameters(costParam: 32_768, blockSize: 8)))
        #expect(changed.salt.count == 8)
        #expect(changed.salt != Array("NaClNaCl".utf8))
        #expect(try await changed.unlock(passphrase: "new").rawKey.revealed == Self.rawKey)
        await #expect(throws: VaultError.wrongPassphrase) { try await changed.unlock(passphrase: "asd") }
        await #expect(throws: VaultError.wrongPassphrase) {
            try await Self.file(Self.format6).changePassphrase(from: "x", to: "new")
        }
        let bytes = try await Self.file(Self.format6).changePassphrase(from: .init(utf8: "asd"), to: .init(utf8: "ä"))
        let again = try MasterkeyFile.withContentFromData(bytes)
        #expect(try await again.unlock(passphrase: "a\u{308}").rawKey.revealed == Self.rawKey)
    }

    @Test("a new file has the members that all apps read")
    func written() async throws {
        let data = try await MasterkeyFile.lock(masterkey: Fixture.masterkey, vaultVersion: 999, passphrase: "x")
        let members = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(members.count == 7)
        #expect(members["version"] as? Int == 999)
        #expect(members["scryptCostParam"] as? Int == 32_768)
        #expect(members["scryptBlockSize"] as? Int == 8)
        // HMAC-SHA-256 of 000003e7 with 32 x 77, as in masterkey-files.json.
        #expect(members["versionMac"] as? String == "oS/FDwTu5DzjcYDx//1yeZlOtk6snMFbAp1FobJfGh4=")
        let salt = try #require((members["scryptSalt"] as? String).flatMap { Data(base64Encoded: $0) })
        #expect(salt.count == 8)
    }

    @Test("a cancelled caller gets no key")
    func cancelled() async throws {
        let file = try Self.file(Self.format6)
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await file.unlock(passphrase: "asd")
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("mutated files never crash and never give another key")
    func mutations() async throws {
        var random = SeededGenerator()
        print("masterkey file mutations: VAULTCRYPTO_TEST_SEED=\(random.seed)")
        for _ in 0..<400 {
            let mutated = Data(random.mutated(Array(Self.format6.utf8)))
            guard let file = try? MasterkeyFile.withContentFromData(mutated), file.scrypt.memory <= 1 << 20,
                let masterkey = try? await file.unlock(passphrase: "asd")
            else { continue }
            #expect(masterkey.rawKey.revealed == Self.rawKey)
        }
    }
}
