import Testing

@testable import VaultCrypto

@Suite("Names of conflict copies")
struct ConflictNamesTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var suffix: String
        var first: String
        var second: String
        var testDescription: String { "\(name.prefix(20)) with \(suffix.prefix(20).debugDescription)" }
    }

    /// Section 9 of the vault format, M = 146.
    static let rows = [
        Row(name: "bar.txt", suffix: " (Created by Alice)", first: "bar (Created by Alice).txt", second: "bar (1).txt"),
        Row(name: "notes", suffix: "_conflict", first: "notes_conflict", second: "notes (1)"),
        Row(name: "archive.tar.gz", suffix: " 2", first: "archive.tar 2.gz", second: "archive.tar (1).gz"),
        Row(name: ".profile", suffix: " (1)", first: ".profile (1)", second: ".profile (1)"),
        Row(name: "prefix.txt", suffix: "", first: "prefix.txt", second: "prefix (1).txt"),
        Row(
            name: String(repeating: "q", count: 142) + ".txt",
            suffix: " (1)",
            first: String(repeating: "q", count: 138) + " (1).txt",
            second: String(repeating: "q", count: 138) + " (1).txt"
        ),
        Row(
            name: String(repeating: "q", count: 142) + ".txt",
            suffix: String(repeating: "s", count: 100),
            first: String(repeating: "q", count: 71) + String(repeating: "s", count: 71) + ".txt",
            second: String(repeating: "q", count: 71) + " (1).txt"
        ),
    ]

    @Test("suffix, then numbers, before the extension, within the limit", arguments: rows)
    func candidates(_ row: Row) {
        let candidates = ConflictNames.candidates(for: row.name, suffix: row.suffix, limit: 146)
        #expect(candidates.count == 10)
        #expect(candidates[0] == row.first)
        #expect(candidates[1] == row.second)
        #expect(candidates.allSatisfy { $0.utf8.count <= 146 })
    }

    @Test("no character is cut in two, and an endless extension is none")
    func hardLimits() {
        let umlauts = String(repeating: "ü", count: 100)
        for name in [umlauts, umlauts + ".txt", "a." + umlauts, "👩‍👩‍👧" + umlauts] {
            for suffix in ["", " (1)", umlauts] {
                for candidate in ConflictNames.candidates(for: name, suffix: suffix, limit: 64) {
                    #expect(candidate.utf8.count <= 64)
                    #expect(!candidate.isEmpty && !candidate.contains("\u{FFFD}"))
                }
            }
        }
    }
}
