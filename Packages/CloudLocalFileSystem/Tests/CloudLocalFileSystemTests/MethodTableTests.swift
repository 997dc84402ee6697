import CloudCore
import CloudLocalFileSystem
import Foundation
import Testing

/// The table "method × situation" of the conformance rules, with the rows that only a file system has.
@Suite("Method and situation")
struct MethodTableTests {
    /// What stands at `/here/item`, and what each method then does, in the order of `methods`.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var path = "/here/item"
        var expected: String
        var prepare: @Sendable (Root) throws -> Void
    }

    private static let methods: [@Sendable (LocalFileSystemProvider, CloudPath) async throws -> Void] = [
        { _ = try await $0.fetchItemMetadata(at: $1) },
        { _ = try await $0.fetchItemList(forFolderAt: $1, withPageToken: nil) },
        { _ = try await $0.openFile(at: $1) },
        { try await $0.write("new", to: $1.string, .absent) },
        { try await $0.write("new", to: $1.string, .none) },
        { try await $0.createFolder(at: $1) },
        { try await $0.deleteFile(at: $1) },
        { try await $0.deleteFolder(at: $1) },
        { try await $0.moveFile(from: $1, to: CloudPath("/here/free")) },
        { try await $0.moveFolder(from: $1, to: CloudPath("/here/free")) },
    ]

    private static func code(_ error: any Error) -> String {
        switch error {
        case CloudProviderError.itemNotFound: "NF"
        case CloudProviderError.itemAlreadyExists: "AE"
        case CloudProviderError.itemTypeMismatch: "TM"
        case CloudProviderError.parentFolderDoesNotExist: "PF"
        case CloudPathError.rootImmovable: "RI"
        case LocalFileSystemError.nameNotAllowed: "NA"
        case LocalFileSystemError.linkLeavesRoot: "LL"
        default: "\(error)"
        }
    }

    @Test(
        "metadata, list, open, upload, replace, create folder, delete file, delete folder, move file, move folder",
        arguments: [
            Row(testDescription: "nothing", expected: "NF NF NF ok ok ok NF NF NF NF") { _ in },
            Row(testDescription: "no parent", path: "/no/x", expected: "NF NF NF PF PF PF NF NF NF NF") { _ in },
            Row(testDescription: "below a file", path: "/here/item/x", expected: "NF NF NF PF PF PF NF NF NF NF") {
                try $0.put("old", at: "/here/item")
            },
            Row(testDescription: "a file", expected: "ok TM ok AE ok AE ok TM ok TM") {
                try $0.put("old", at: "/here/item")
            },
            Row(testDescription: "a folder", expected: "ok ok TM AE AE AE TM ok TM ok") {
                try $0.makeFolder("/here/item/inside")
            },
            Row(testDescription: "a link to a file", expected: "ok TM ok AE AE AE ok TM ok TM") {
                try $0.put("old", at: "/here/other")
                try $0.link("/here/item", to: "other")
            },
            Row(testDescription: "an absolute link to a file inside", expected: "ok TM ok AE AE AE ok TM ok TM") {
                try $0.put("old", at: "/here/other")
                try $0.link("/here/item", to: $0.disk("/here/other"))
            },
            Row(testDescription: "a link to a folder", expected: "ok ok TM AE AE AE ok TM ok TM") {
                try $0.makeFolder("/other")
                try $0.link("/here/item", to: "../other")
            },
            Row(testDescription: "an absolute link to the root", expected: "ok ok TM AE AE AE ok TM ok TM") {
                try $0.link("/here/item", to: $0.url.path)
            },
            Row(testDescription: "a dangling link", expected: "ok TM TM AE AE AE ok TM ok TM") {
                try $0.link("/here/item", to: "nowhere")
            },
            Row(testDescription: "a link to itself", expected: "ok TM TM AE AE AE ok TM ok TM") {
                try $0.link("/here/item", to: "item")
            },
            Row(testDescription: "a relative link that leaves", expected: "ok LL LL AE AE AE ok TM ok TM") {
                try $0.link("/here/item", to: "../../outside")
            },
            Row(testDescription: "an absolute link that leaves", expected: "ok LL LL AE AE AE ok TM ok TM") {
                try $0.link("/here/item", to: $0.outside.path)
            },
            Row(testDescription: "an absolute link to nothing", expected: "ok LL LL AE AE AE ok TM ok TM") {
                try $0.link("/here/item", to: "/nowhere/at/all")
            },
            Row(testDescription: "a link to a sibling of a longer name", expected: "ok LL LL AE AE AE ok TM ok TM") {
                let sibling = $0.url.path + "-sibling"
                try FileManager.default.createDirectory(atPath: sibling, withIntermediateDirectories: false)
                try $0.link("/here/item", to: sibling)
            },
            Row(
                testDescription: "below a link that leaves",
                path: "/here/item/x",
                expected: "LL LL LL LL LL LL LL LL LL LL"
            ) {
                try $0.link("/here/item", to: "../../outside")
                try Data().write(to: $0.outside.appending(path: "x"))
            },
            Row(testDescription: "below a link that stays", path: "/a/x", expected: "ok TM ok AE ok AE ok TM ok TM") {
                try $0.put("old", at: "/here/x")
                try $0.link("/a", to: "here")
            },
            Row(testDescription: "a pipe", expected: "ok TM TM AE AE AE TM TM TM TM") {
                try $0.makePipe("/here/item")
            },
            Row(testDescription: "the root", path: "/", expected: "ok ok TM AE AE AE TM RI RI RI") { _ in },
            Row(
                testDescription: "a name of 256 bytes",
                path: "/here/" + String(repeating: "n", count: 256),
                expected: "NF NF NF NA NA NA NF NF NF NF"
            ) { _ in },
            Row(
                testDescription: "the name of a leftover",
                path: "/here/.cloudaccess-1.part",
                expected: "NF NF NF NA NA NA NF NF NF NF"
            ) { try $0.put("left", at: "/here/.cloudaccess-1.part") },
        ]
    )
    func methods(_ row: Row) async throws {
        var results: [String] = []
        for method in Self.methods {
            let root = try Root()
            try root.makeFolder("/here")
            try row.prepare(root)
            let before = try root.names(in: "/here")
            do {
                try await method(root.provider, CloudPath(row.path))
                results.append("ok")
            } catch {
                results.append(Self.code(error))
                #expect(try root.names(in: "/here") == before, "what throws changes nothing")
            }
        }
        #expect(results.joined(separator: " ") == row.expected)
    }

    struct MoveRow: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var source = "/file"
        var target = "/target"
        var expected: String
        var prepare: @Sendable (Root) throws -> Void = { _ in }
    }

    @Test(
        "target of a move",
        arguments: [
            MoveRow(testDescription: "free", expected: "ok"),
            MoveRow(testDescription: "a file", expected: "AE") { try $0.put("t", at: "/target") },
            MoveRow(testDescription: "a folder", expected: "AE") { try $0.makeFolder("/target") },
            MoveRow(testDescription: "a link", expected: "AE") { try $0.link("/target", to: "nowhere") },
            MoveRow(testDescription: "a folder onto an empty folder", source: "/folder", expected: "AE") {
                try $0.makeFolder("/target")
            },
            MoveRow(testDescription: "a folder onto a file", source: "/folder", expected: "AE") {
                try $0.put("t", at: "/target")
            },
            MoveRow(testDescription: "its parent missing", target: "/no/target", expected: "PF"),
            MoveRow(testDescription: "its parent a file", target: "/other/target", expected: "PF") {
                try $0.put("o", at: "/other")
            },
            MoveRow(
                testDescription: "a name too long",
                target: "/" + String(repeating: "é", count: 128),
                expected: "NA"
            ),
            MoveRow(testDescription: "itself", target: "/file", expected: "AE"),
            MoveRow(testDescription: "itself, missing", source: "/no", target: "/no", expected: "AE"),
            MoveRow(testDescription: "the root", target: "/", expected: "RI"),
            MoveRow(testDescription: "out through a link", target: "/link/target", expected: "LL") {
                try $0.link("/link", to: $0.outside.path)
            },
            MoveRow(testDescription: "itself by way of a link", target: "/link/file", expected: "AE") {
                try $0.link("/link", to: ".")
            },
            MoveRow(testDescription: "another hard link to it", expected: "AE") {
                try FileManager.default.linkItem(atPath: $0.disk("/file"), toPath: $0.disk("/target"))
            },
        ]
    )
    func moves(_ row: MoveRow) async throws {
        let root = try Root()
        try root.put("content", at: "/file")
        try root.makeFolder("/folder/inside")
        try row.prepare(root)
        let before = try root.names()
        let (source, target) = try (CloudPath(row.source), CloudPath(row.target))
        do {
            if row.source == "/folder" {
                try await root.provider.moveFolder(from: source, to: target)
            } else {
                try await root.provider.moveFile(from: source, to: target)
            }
            #expect(row.expected == "ok")
            #expect(try root.text(at: row.target) == "content")
            #expect(!root.exists(row.source))
        } catch {
            #expect(Self.code(error) == row.expected)
            #expect(try root.names() == before)
            #expect(try root.text(at: "/file") == "content")
        }
    }

    @Test(
        "a folder doesn't go below itself, neither by its path nor by way of a link, present or not",
        arguments: ["/a/b", "/a/c", "/l/b/c", "/l/b"]
    )
    func descent(_ target: String) async throws {
        let root = try Root()
        try root.makeFolder("/a/b")
        try root.link("/l", to: "a")
        await #expect(throws: CloudPathError.moveIntoDescendant) {
            try await root.provider.moveFolder(from: CloudPath("/a"), to: CloudPath(target))
        }
        #expect(try root.names(in: "/a") == ["b"])
    }
}
