import CloudCore
import Foundation
import Testing

@Suite("CloudPath")
struct CloudPathTests {
    struct Row: CustomTestStringConvertible {
        var text: String
        var components: [String]
        var string: String
        var testDescription: String { text.debugDescription }
    }

    @Test(
        "reads absolute paths",
        arguments: [
            Row(text: "/", components: [], string: "/"),
            Row(text: "//", components: [], string: "/"),
            Row(text: "/a", components: ["a"], string: "/a"),
            Row(text: "/a/", components: ["a"], string: "/a"),
            Row(text: "///a//b///", components: ["a", "b"], string: "/a/b"),
            Row(text: "/...", components: ["..."], string: "/..."),
            Row(text: "/ / ", components: [" ", " "], string: "/ / "),
            Row(text: "/a\n/%2F", components: ["a\n", "%2F"], string: "/a\n/%2F"),
            // A slash followed by a combining mark is one Character, and a separator all the same.
            Row(text: "/a/\u{308}b", components: ["a", "\u{308}b"], string: "/a/\u{308}b"),
            Row(text: "/\u{301}", components: ["\u{301}"], string: "/\u{301}"),
        ]
    )
    func reading(_ row: Row) throws {
        let path = try CloudPath(row.text)
        #expect(path.components.map { Array($0.utf8) } == row.components.map { Array($0.utf8) })
        #expect(Array(path.string.utf8) == Array(row.string.utf8))
        #expect(path.isRoot == row.components.isEmpty)
        #expect(Array(path.name.utf8) == Array((row.components.last ?? "/").utf8))
        let parent = "/" + row.components.dropLast().joined(separator: "/")
        #expect(Array(path.parent.string.utf8) == Array(parent.utf8))
    }

    @Test(
        "refuses what is no absolute path",
        arguments: [
            ("", .notAbsolute), ("a", .notAbsolute), ("a/b", .notAbsolute), ("\u{308}/", .notAbsolute),
            ("/.", .relativeComponent), ("/a/..", .relativeComponent), ("/../a", .relativeComponent),
            ("/a\0", .containsNUL),
        ] as [(String, CloudPathError)]
    )
    func refusing(_ text: String, _ error: CloudPathError) {
        #expect(throws: error) { try CloudPath(text) }
    }

    @Test("has at most 4,096 bytes")
    func length() throws {
        let name = String(repeating: "é", count: 2047)  // 4,094 bytes
        #expect(try CloudPath("/" + name + "a").string.utf8.count == 4096)
        #expect(try CloudPath("/" + name + "a///").string.utf8.count == 4096)
        #expect(throws: CloudPathError.tooLong) { try CloudPath("/" + name + "ab") }
        #expect(throws: CloudPathError.tooLong) { try CloudPath("/" + name).appending("a") }
    }

    @Test("tells NFC and NFD apart everywhere")
    func normalization() throws {
        let (composed, decomposed) = (try CloudPath("/\u{E9}"), try CloudPath("/e\u{301}"))
        #expect(composed.string == decomposed.string, "Swift's own comparison doesn't")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(decomposed < composed)
        #expect(try !CloudPath("/e\u{301}/b").isDescendant(of: composed))
        #expect(try CloudPath("/e\u{301}/b").moved(from: composed, to: CloudPath("/x")) == nil)
        try CloudPath.checkMove(from: composed, to: decomposed)
        #expect(try JSONDecoder().decode([CloudPath].self, from: JSONEncoder().encode([decomposed])) == [decomposed])
    }

    @Test("appends one name, or a relative path")
    func appending() throws {
        let folder = try CloudPath("/a")
        #expect(try folder.appending("b c").string == "/a/b c")
        #expect(try CloudPath.root.appending("b").string == "/b")
        #expect(try folder.appending(path: "/b//c/").string == "/a/b/c")
        #expect(try folder.appending(path: "") == folder)
        #expect(throws: CloudPathError.invalidName) { try folder.appending("") }
        #expect(throws: CloudPathError.invalidName) { try folder.appending("b/c") }
        #expect(throws: CloudPathError.invalidName) { try folder.appending("b/\u{308}") }
        #expect(throws: CloudPathError.relativeComponent) { try folder.appending("..") }
        #expect(throws: CloudPathError.relativeComponent) { try folder.appending(path: "b/../c") }
        #expect(throws: CloudPathError.containsNUL) { try folder.appending("\0") }
    }

    @Test(
        "knows what lies below a folder",
        arguments: [
            ("/a/b", "/a", true), ("/a/b/c", "/a", true), ("/a", "/", true),
            ("/a", "/a", false), ("/ab", "/a", false), ("/", "/", false), ("/a", "/a/b", false),
            ("/a\u{308}/b", "/a", false), ("/a/\u{308}", "/a", true),
        ]
    )
    func descent(_ path: String, _ folder: String, _ isBelow: Bool) throws {
        #expect(try CloudPath(path).isDescendant(of: CloudPath(folder)) == isBelow)
    }

    @Test(
        "follows a move of its folder",
        arguments: [
            ("/a", "/a", "/b", "/b"), ("/a/c/d", "/a", "/x/y", "/x/y/c/d"), ("/c", "/", "/x", "/x/c"),
            ("/ab", "/a", "/b", nil), ("/a/\u{308}c", "/a", "/b", "/b/\u{308}c"),
        ]
    )
    func moved(_ path: String, _ source: String, _ target: String, _ result: String?) throws {
        let moved = try CloudPath(path).moved(from: CloudPath(source), to: CloudPath(target))
        #expect(try moved == result.map { try CloudPath($0) })
    }

    @Test("a move checks the root, then equality, then descent")
    func checkMove() throws {
        let path = try CloudPath("/a")
        #expect(throws: CloudPathError.rootImmovable) { try CloudPath.checkMove(from: .root, to: .root) }
        #expect(throws: CloudPathError.rootImmovable) { try CloudPath.checkMove(from: .root, to: path) }
        #expect(throws: CloudPathError.rootImmovable) { try CloudPath.checkMove(from: path, to: .root) }
        #expect(throws: CloudProviderError.itemAlreadyExists) { try CloudPath.checkMove(from: path, to: path) }
        #expect(throws: CloudPathError.moveIntoDescendant) {
            try CloudPath.checkMove(from: path, to: CloudPath("/a/b"))
        }
        try CloudPath.checkMove(from: path, to: CloudPath("/A"))
        try CloudPath.checkMove(from: CloudPath("/a/b"), to: path)
    }

    @Test("decodes only what it would read")
    func decoding() {
        #expect(throws: CloudPathError.relativeComponent) {
            try JSONDecoder().decode([CloudPath].self, from: Data(#"["/a/.."]"#.utf8))
        }
    }
}
