import CloudCore
import Testing

@Suite("NamePolicy")
struct NamePolicyTests {
    private let policy = NamePolicy(
        caseSensitivity: .insensitive,
        normalization: .composed,
        forbiddenCharacters: ["\\", "\u{7F}"],
        forbiddenNames: ["CON", ".lock"],
        forbiddenPrefixes: ["~$"],
        forbiddenSuffixes: [" ", "."],
        maximumNameLength: 8
    )

    @Test("takes other names", arguments: ["a", "cons", "a.lock", "a~$", " a", ".a", "12345678", "ü", "a/b"])
    func allowed(_ name: String) {
        #expect(policy.violation(of: name) == nil)
    }

    @Test(
        "says why a name is not taken, without the name",
        arguments: [
            ("qq\\qq", "does not take names with"), ("qq\u{7F}", "does not take names with"),
            // The character and a mark after it are one Character; the character is forbidden all the same.
            ("\\\u{308}", "does not take names with"),
            ("con", "reserves this name"), (".LOCK", "reserves this name"),
            ("~$qq", "begin with"), ("qq ", "end with"), ("qq.", "end with"), ("qqqqqqqqq", "longer than 8 bytes"),
            ("üüüüü", "longer than 8 bytes"),
        ]
    )
    func forbidden(_ name: String, _ reason: String) throws {
        let violation = try #require(policy.violation(of: name))
        #expect(violation.contains(reason))
        #expect(!violation.contains("qq"))
    }

    @Test(
        "a pattern is a beginning and an end that don't overlap",
        arguments: [
            (".a.icloud", true), ("..icloud", true), (".icloud", false), ("a.icloud", false), (".a.iCloud", false),
        ]
    )
    func patterns(_ name: String, _ isForbidden: Bool) {
        var policy = NamePolicy()
        policy.forbiddenPatterns = [.init(prefix: ".", suffix: ".icloud")]
        #expect((policy.violation(of: name) == "the service reserves names like .….icloud") == isForbidden)
    }

    @Test("counts UTF-16 where the service does")
    func utf16() {
        let policy = NamePolicy(maximumNameLength: 2, lengthUnit: .utf16)
        #expect(policy.violation(of: "üü") == nil)
        #expect(policy.violation(of: "😀") == nil)
        #expect(policy.violation(of: "😀a") == "the name is longer than 2 UTF-16 units")
    }

    @Test("the key is equal for what is one item")
    func keys() {
        let (composed, decomposed) = ("\u{DC}ber", "u\u{308}BER")
        #expect(Array(policy.key(of: composed).utf8) == Array(policy.key(of: decomposed).utf8))
        let exact = NamePolicy()
        #expect(Array(exact.key(of: "\u{FC}").utf8) != Array(exact.key(of: "u\u{308}").utf8))
        #expect(exact.key(of: "A") != exact.key(of: "a"))
        #expect(Array(policy.stored("u\u{308}").utf8) == [0xC3, 0xBC])
        #expect(Array(NamePolicy(normalization: .insensitive).stored("u\u{308}").utf8) == [0x75, 0xCC, 0x88])
    }
}
