import CloudCore
import TestData
import TestDataTesting
import Testing

@testable import VaultCrypto

@Suite("Recovery keys")
struct RecoveryKeyTests {
    private struct Vectors: Decodable {
        struct Vector: Decodable {
            var words: String
            var rawKeyHex: String?
            var valid: Bool
            var reason: String?
        }

        var vectors: [Vector]
    }

    @Test("the vectors decode and encode as they say", .requiresSharedData)
    func vectors() throws {
        let vectors = try SharedData.json(Vectors.self, "vectors/cryptomator/recovery-key.json").vectors
        #expect(vectors.count == 9)
        for vector in vectors {
            guard let raw = vector.rawKeyHex else {
                let expected = try #require(
                    [
                        "checksum": RecoveryKey.Failure.wrongChecksum,
                        "too short": .wrongNumberOfWords(2),
                        "odd number of words": .wrongNumberOfWords(1),
                        "not in the word list": .unknownWord(position: 1),
                    ][vector.reason ?? ""]
                )
                #expect(throws: expected) { try RecoveryKey.decode(vector.words) }
                continue
            }
            let masterkey = try RecoveryKey.decode(vector.words)
            #expect(masterkey.rawKey.revealed == hex(raw))
            #expect(RecoveryKey.encode(masterkey) == vector.words)
        }
    }

    @Test("the embedded list is that of the apps", .requiresSharedData)
    func list() throws {
        let file = String(decoding: try SharedData.data("vectors/cryptomator/4096words_en.txt"), as: UTF8.self)
        #expect(RecoveryKeyWords.words.map(String.init) == file.split(separator: "\n").map(String.init))
    }

    // Vector of cryptomator-desktop's tests and of recovery-key.json: 64 zero bytes.
    private static let zero = String(repeating: "ad ", count: 42) + "at assume"

    @Test("white space and case don't matter, spelling, order and number do")
    func forms() throws {
        let words = Self.zero.split(separator: " ").map(String.init)
        let zero = [UInt8](repeating: 0, count: 64)
        #expect(try RecoveryKey.decode(Self.zero).rawKey.revealed == zero)
        #expect(try RecoveryKey.decode("\n " + words.joined(separator: " \r\n\t")).rawKey.revealed == zero)
        #expect(try RecoveryKey.decode(Self.zero.uppercased()).rawKey.revealed == zero)
        #expect(throws: RecoveryKey.Failure.wrongChecksum) {
            try RecoveryKey.decode((words.dropLast(2) + ["assume", "at"]).joined(separator: " "))
        }
        #expect(throws: RecoveryKey.Failure.unknownWord(position: 2)) {
            try RecoveryKey.decode((["ad", "adx"] + words.dropFirst(2)).joined(separator: " "))
        }
        #expect(throws: RecoveryKey.Failure.wrongNumberOfWords(43)) {
            try RecoveryKey.decode(words.dropLast().joined(separator: " "))
        }
        #expect(throws: RecoveryKey.Failure.wrongNumberOfWords(45)) { try RecoveryKey.decode(Self.zero + " ad") }
        #expect(throws: RecoveryKey.Failure.wrongNumberOfWords(0)) { try RecoveryKey.decode(" ") }
    }
}
