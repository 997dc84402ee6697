import Testing

@testable import VaultCrypto

@Suite("Search for encrypted names")
struct EncryptedNameSearchTests {
    /// Stand-ins for encrypted names; only these "decrypt".
    static let base64 = [
        "AAAABBBBCCCCDDDDEEEEFFFF", "AA-ABB_BCCCCDDDDEEEEFF-F", "AAAABBBBCCCCDDDDEEEEFFF=",
        "AAAABBBBCCCCDDDDEEEEFFFFGG==",
        "A-AA_BBBCCCCDDDDEEEEFFFFGGG-HHHH",
    ]

    static let surroundings: [(prefix: String, suffix: String)] = [
        ("", ""), ("", " (1)"), ("", " (Created by Alice)"), ("", "_conflict-20240131-101112"), ("Conflict of ", ""),
        ("Conflict_of_", ""), ("a b c_", " x"), ("", "_"), ("", "-"), ("copy-", "_2"), ("[Konflikt] ", " ü"),
        ("", " (conflicted copy 2024-01-31)"),
    ]

    @Test("finds the name among what sync clients add", arguments: base64, surroundings)
    func finds(_ name: String, _ around: (prefix: String, suffix: String)) throws {
        let found = try #require(
            EncryptedNameSearch.base64url.find(in: around.prefix + name + around.suffix) { $0 == name ? "clear" : nil }
        )
        #expect(found.cleartext == "clear")
        #expect(found.prefix == around.prefix)
        #expect(found.suffix == around.suffix)
    }

    static let base32 = [
        "NBGDAAAABBBBCCCCDDDDEEEEFFFFGGHA", "NBGDAAAABBBBCCCCDDDDEEEEFFFFGGHANBGDAHA=",
        "NBGDAAAABBBBCCCCDDDDEEEEFFFFGGHANB======",
    ]

    @Test("finds the name of format 6 and its prefix", arguments: base32, ["", "0", "1S", "Conflict of 0"])
    func findsBase32(_ name: String, _ prefix: String) throws {
        for suffix in ["", "_", " (1)", "_2"] {
            let found = try #require(
                EncryptedNameSearch.base32.find(in: prefix + name + suffix) { $0 == name ? "clear" : nil }
            )
            #expect(found.prefix == prefix)
            #expect(found.suffix == suffix)
        }
    }

    @Test("a hostile name costs a bounded number of decryptions")
    func bounded() {
        var attempts = 0
        let hostile = String(repeating: "a-", count: 2000)
        #expect(
            EncryptedNameSearch.base64url.find(in: hostile) { _ in
                attempts += 1; return nil
            } == nil
        )
        #expect(attempts == 256)
    }

    @Test("what is too short for a name costs none", arguments: ["", "dir", "dirid", "AAAABBBBCCCCDDDDEEEE", "ü ü ü"])
    func tooShort(_ name: String) {
        #expect(
            EncryptedNameSearch.base64url.find(in: name) { _ in
                Issue.record("decrypted"); return nil
            } == nil
        )
        #expect(
            EncryptedNameSearch.base32.find(in: name) { _ in
                Issue.record("decrypted"); return nil
            } == nil
        )
    }
}
