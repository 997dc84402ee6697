import CloudCore
import CloudLocalFileSystem
import Foundation
import Testing

@Suite("Names")
struct NameTests {
    static let names: [String] = [
        "plain", "two words", " leading", "trailing ", ".hidden", "trailing.", "...", ". .", "100%", "%2F",
        "test%46.txt",
        "a+b&c", "#1?;'\"", "back\\slash", "a:b*c|d<e>", "tab\there", "new\nline", "\u{1}\u{7F}", "emoji 👩‍👩‍👧‍👦🏳️‍🌈",
        "עברית", "\u{202E}rtl", "\u{FEFF}bom", "e\u{301}", "\u{E9}", "\u{301}combining", "ﬁ ligature", "İı", "CON",
        "nul.txt",
        ".cloudaccess-", "x.icloud", ".icloud", String(repeating: "n", count: 255), String(repeating: "é", count: 127),
        String(repeating: "👍", count: 63), "~", "-rf", "*", "$HOME", "`id`",
    ]

    @Test("every name comes back byte for byte, through every method", arguments: names)
    func roundTrip(_ name: String) async throws {
        let root = try Root()
        let provider = root.provider
        let file = try CloudPath("/").appending(name)
        let metadata = try await provider.write("content", to: file.string)
        #expect(Array(metadata.name.utf8) == Array(name.utf8))
        #expect(try await provider.names().map { Array($0.utf8) } == [Array(name.utf8)])
        #expect(try await provider.text(at: file.string) == "content")
        try await provider.createFolder(at: CloudPath("/folder"))
        let inside = try CloudPath("/folder").appending(name)
        try await provider.moveFile(from: file, to: inside)
        #expect(try await provider.fetchItemMetadata(at: inside).size == 7)
        try await provider.deleteFile(at: inside)
        try await provider.createFolder(at: inside)
        try await provider.moveFolder(from: inside, to: file)
        #expect(try await provider.fetchItemList(forFolderAt: file, withPageToken: nil).items.isEmpty)
        try await provider.deleteFolder(at: file)
        #expect(try root.names() == ["folder"])
        #expect(provider.namePolicy.violation(of: name) == nil)
    }

    @Test(
        "names that can't be are refused before a byte moves",
        arguments: [
            String(repeating: "n", count: 256), String(repeating: "é", count: 128), String(repeating: "👍", count: 64),
            ".cloudaccess-0f9d2c1e-5a0b-4c39-9d0e-0123456789ab.part", ".Name.txt.icloud",
        ]
    )
    func refused(_ name: String) async throws {
        let root = try Root()
        let path = try CloudPath("/").appending(name)
        let source = ScriptedSource(length: 10) { _ in Issue.record("a byte was read") }
        await #expect {
            try await root.provider.writeFile(
                from: source,
                to: path,
                condition: .none,
                resuming: nil,
                observer: .none
            )
        } throws: { ($0 as? any CategorizedError)?.category == .nameNotAllowed }
        await #expect {
            try await root.provider.createFolder(at: path)
        } throws: { ($0 as? any CategorizedError)?.category == .nameNotAllowed }
        #expect(try root.names() == [])
    }

    @Test("a path of 1,000 characters and one of 4,096 bytes")
    func longPaths() async throws {
        let root = try Root()
        for length in [1000, 4096] {
            var path = CloudPath.root
            while path.string.utf8.count + 1 < length - 8 {
                path = try path.appending(String(repeating: "d", count: min(200, length - 8 - path.string.utf8.count)))
                try? await root.provider.createFolder(at: path)
            }
            let missing = length - path.string.utf8.count - 1
            let file = try path.appending(String(repeating: "f", count: missing))
            #expect(file.string.utf8.count == length)
            try await root.provider.write("deep", to: file.string)
            #expect(try await root.provider.text(at: file.string) == "deep")
            // With the folders around the root, the path is too long for the removal at the end of the test.
            for item in try await root.provider.allItems() { try await root.provider.deleteFolder(at: item.cloudPath) }
        }
    }

    @Test("F-NAME-03: NFC and NFD of one name are two items with their own contents")
    func normalizationForms() async throws {
        let root = try Root()
        let (composed, decomposed) = ("/photo-\u{E5}\u{E4}\u{F6}.jpg", "/photo-a\u{30A}a\u{308}o\u{308}.jpg")
        try await root.provider.write("composed", to: composed)
        try await root.provider.write("decomposed", to: decomposed)
        #expect(try await root.provider.names().map(\.utf8.count) == [19, 16])
        #expect(try await root.provider.text(at: composed) == "composed")
        #expect(try await root.provider.text(at: decomposed) == "decomposed")
        #expect(root.provider.namePolicy.normalization == .preserved)
    }

    @Test("F-NAME-01, F-NAME-02: a name is found in the form in which it is stored, and in no other")
    func storedForm() async throws {
        let root = try Root()
        try await root.provider.write("x", to: "/\u{FC}.txt")
        await #expect(throws: CloudProviderError.itemNotFound) { try await root.provider.text(at: "/u\u{308}.txt") }
        let item = try #require(try await root.provider.allItems().first)
        #expect(Array(item.name.utf8) == [0xC3, 0xBC] + Array(".txt".utf8))
        await #expect(throws: CloudProviderError.itemAlreadyExists) {
            try await root.provider.write("y", to: "/" + item.name)
        }
    }

    @Test("F-NAME-12: no name is mapped onto another one")
    func noMapping() async throws {
        let root = try Root()
        try await root.provider.write("colon", to: "/foo:bar")
        try await root.provider.write("underscore", to: "/foo_bar")
        #expect(try await root.provider.text(at: "/foo:bar") == "colon")
        #expect(try await root.provider.text(at: "/foo_bar") == "underscore")
    }

    @Test("names that differ in case are two items")
    func caseSensitivity() async throws {
        let root = try Root()
        try await root.provider.write("small", to: "/name")
        try await root.provider.write("large", to: "/NAME")
        #expect(try await root.provider.text(at: "/name") == "small")
        #expect(root.provider.namePolicy.caseSensitivity == .sensitive)
    }

    @Test("F-MOVE-02: moving a file onto itself leaves it")
    func moveOntoItself() async throws {
        let root = try Root()
        try await root.provider.write("x", to: "/a.txt")
        await #expect(throws: CloudProviderError.itemAlreadyExists) {
            try await root.provider.moveFile(from: CloudPath("/a.txt"), to: CloudPath("/a.txt"))
        }
        await #expect(throws: CloudProviderError.itemAlreadyExists) {
            try await root.provider.moveFileReplacing(from: CloudPath("/a.txt"), to: CloudPath("/a.txt"))
        }
        #expect(try root.text(at: "/a.txt") == "x")
    }
}
