import Testing

@testable import CloudAccessCommand

@Suite("Filters")
struct PathFilterTests {
    @Test(
        "patterns",
        arguments: [
            ("*.txt", "a.txt", true), ("*.txt", "sub/deep/a.txt", true), ("*.txt", "a.txt.bak", false),
            ("sub/*.txt", "sub/a.txt", true), ("sub/*.txt", "sub/deep/a.txt", false),
            ("sub/*.txt", "x/sub/a.txt", false), ("sub/**", "sub/deep/a.txt", true), ("**/a.txt", "a.txt", true),
            ("**/a.txt", "sub/deep/a.txt", true), ("sub/**/a.txt", "sub/a.txt", true),
            ("sub/**/a.txt", "sub/x/y/a.txt", true), ("sub/**/a.txt", "subx/a.txt", false),
            ("?.txt", "ä.txt", true), ("?.txt", "ab.txt", false), ("[a-c]*", "bild", true), ("[!a-c]*", "bild", false),
            ("[]]", "]", true), (#"\*"#, "*", true), (#"\*"#, "a", false), ("/top.txt", "top.txt", true),
            ("/top.txt", "sub/top.txt", false), ("a*b*c", "aXbYbZc", true), ("***", "x", true),
        ]
    )
    func patterns(pattern: String, path: String, isMatch: Bool) throws {
        #expect(try Glob(pattern).matches(path) == isMatch)
    }

    @Test("a pattern of many stars doesn't take for ever", .timeLimit(.minutes(1)))
    func manyStars() throws {
        let glob = try Glob(String(repeating: "*a", count: 50))
        #expect(!glob.matches(String(repeating: "a", count: 2000) + "b"))
    }

    @Test("patterns that are none", arguments: ["", "[a", #"a\"#, "[z-a]"])
    func malformed(pattern: String) {
        #expect(throws: UsageError.self) { try Glob(pattern) }
    }

    private func filter(_ options: String...) throws -> PathFilter {
        var arguments = Arguments()
        for option in options {
            let name = option.hasPrefix("+") ? "--include" : "--exclude"
            arguments.occurrences.append(.init(name: name, value: String(option.dropFirst())))
        }
        return try PathFilter(arguments)
    }

    @Test("without options everything is taken")
    func none() throws {
        #expect(try filter().takes("a/b"))
    }

    @Test("the last matching option decides")
    func last() throws {
        let filter = try filter("-*.tmp", "+keep.tmp")
        #expect(!filter.takes("a.tmp"))
        #expect(filter.takes("sub/keep.tmp"))
        #expect(filter.takes("a.txt"))
    }

    @Test("if the first option is --include, everything else is out")
    func includeFirst() throws {
        let filter = try filter("+*.txt", "-secret.txt")
        #expect(filter.takes("a.txt"))
        #expect(!filter.takes("a.jpg"))
        #expect(!filter.takes("sub/secret.txt"))
        #expect(filter.enters("sub"))
    }

    @Test("an excluded folder is not entered")
    func excludedFolder() throws {
        #expect(try !filter("-node_modules").enters("x/node_modules"))
    }
}
