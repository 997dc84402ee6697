import CloudCore
import CloudLocalFileSystem
import Foundation
import Testing

@Suite("Offloaded files")
struct OffloadedTests {
    /// A placeholder as Python's `plistlib` writes it: name `MyNote.md`, size 1234, a regular file.
    private static let placeholder = """
        YnBsaXN0MDDTAQIDBAUGXE5TVVJMTmFtZUtleV8QEE5TVVJMRmlsZVNpemVLZXlfEBhOU1VSTEZpbGVSZXNvdXJjZVR5cGVLZXlZ\
        TXlOb3RlLm1kEQTSXxAcTlNVUkxGaWxlUmVzb3VyY2VUeXBlUmVndWxhcggPHC9KVFcAAAAAAAABAQAAAAAAAAAHAAAAAAAAAAAA\
        AAAAAAAAdg==
        """
    private let date = Date(timeIntervalSince1970: 1_500_000_000)

    private func makeRoot(offloadedItems: any OffloadedItems = ICloudPlaceholders()) throws -> Root {
        let root = try Root(offloadedItems: offloadedItems)
        let data = try #require(Data(base64Encoded: Self.placeholder))
        try data.write(to: root.url.appending(path: ".MyNote.md.icloud"))
        try FileManager.default.setAttributes(
            [.modificationDate: date],
            ofItemAtPath: root.disk("/.MyNote.md.icloud")
        )
        return root
    }

    /// Fetches by putting a text in place of the placeholder, as the program that keeps the files would.
    private static let fetching = ICloudPlaceholders { url in
        try Data("fetched".utf8).write(to: url)
        let name = "." + url.lastPathComponent + ".icloud"
        try FileManager.default.removeItem(at: url.deletingLastPathComponent().appending(path: name))
    }

    @Test("F-SYNC-06: listed under the real name with size and date, the placeholder is no item")
    func listing() async throws {
        let root = try makeRoot()
        let list = try await root.provider.fetchItemList(forFolderAt: .root, withPageToken: nil)
        #expect(list.items.map(\.name) == ["MyNote.md"])
        #expect(list.items.map(\.itemType) == [.file])
        #expect(list.items.map(\.size) == [1234])
        #expect(list.items.map(\.lastModifiedDate) == [date])
        #expect(list.skipped.isEmpty)
        #expect(try await root.provider.fetchItemMetadata(at: CloudPath("/MyNote.md")) == list.items.first)
        await #expect(throws: CloudProviderError.itemNotFound) {
            try await root.provider.fetchItemMetadata(at: CloudPath("/.MyNote.md.icloud"))
        }
        await #expect(throws: CloudProviderError.itemNotFound) {
            try await root.provider.openFile(at: CloudPath("/.MyNote.md.icloud"))
        }
        #expect(try root.names() == [".MyNote.md.icloud"])
    }

    @Test("F-SYNC-06: nothing is created over an offloaded file")
    func creation() async throws {
        let root = try makeRoot()
        try root.put("x", at: "/other")
        await #expect(throws: CloudProviderError.itemAlreadyExists) {
            try await root.provider.write("new", to: "/MyNote.md")
        }
        await #expect(throws: CloudProviderError.itemAlreadyExists) {
            try await root.provider.createFolder(at: CloudPath("/MyNote.md"))
        }
        await #expect(throws: CloudProviderError.itemAlreadyExists) {
            try await root.provider.moveFile(from: CloudPath("/other"), to: CloudPath("/MyNote.md"))
        }
        #expect(try root.names() == [".MyNote.md.icloud", "other"])
    }

    @Test("replacing needs no contents and removes the placeholder", arguments: ["write", "move"])
    func replacing(_ method: String) async throws {
        let root = try makeRoot()
        if method == "write" {
            try await root.provider.write("new", to: "/MyNote.md", .none)
        } else {
            try root.put("new", at: "/other")
            try await root.provider.moveFileReplacing(from: CloudPath("/other"), to: CloudPath("/MyNote.md"))
        }
        #expect(try root.names() == ["MyNote.md"])
        #expect(try root.text(at: "/MyNote.md") == "new")
    }

    @Test("F-SYNC-07: the contents are fetched when they are asked for")
    func opening() async throws {
        let root = try makeRoot(offloadedItems: Self.fetching)
        #expect(try await root.provider.text(at: "/MyNote.md") == "fetched")
        #expect(try root.names() == ["MyNote.md"])
    }

    @Test("without anybody who fetches, opening and moving say so and change nothing")
    func noFetcher() async throws {
        let root = try makeRoot()
        await #expect(throws: LocalFileSystemError.offloaded) {
            try await root.provider.openFile(at: CloudPath("/MyNote.md"))
        }
        await #expect(throws: LocalFileSystemError.offloaded) {
            try await root.provider.moveFile(from: CloudPath("/MyNote.md"), to: CloudPath("/b.md"))
        }
        #expect(try root.names() == [".MyNote.md.icloud"])
    }

    @Test("a fetcher that brings nothing is no success")
    func lazyFetcher() async throws {
        let root = try makeRoot(offloadedItems: ICloudPlaceholders { _ in })
        await #expect(throws: LocalFileSystemError.offloaded) {
            try await root.provider.openFile(at: CloudPath("/MyNote.md"))
        }
    }

    @Test("a move fetches first")
    func moving() async throws {
        let root = try makeRoot(offloadedItems: Self.fetching)
        try await root.provider.moveFile(from: CloudPath("/MyNote.md"), to: CloudPath("/b.md"))
        #expect(try root.names() == ["b.md"])
        #expect(try root.text(at: "/b.md") == "fetched")
    }

    @Test("deleting deletes the placeholder")
    func deletion() async throws {
        let root = try makeRoot()
        await #expect(throws: CloudProviderError.itemTypeMismatch) {
            try await root.provider.deleteFolder(at: CloudPath("/MyNote.md"))
        }
        try await root.provider.deleteFile(at: CloudPath("/MyNote.md"))
        #expect(try root.names() == [])
    }

    @Test(
        "F-SYNC-07: a placeholder that can't be read stands for the file that its name tells",
        arguments: ["", "junk"]
    )
    func unreadable(_ contents: String) async throws {
        let root = try Root()
        try root.put(contents, at: "/._Eah1siez==.c9r.icloud")
        let item = try #require(try await root.provider.allItems().first)
        #expect(item.name == "_Eah1siez==.c9r")
        #expect(item.size == nil)
        #expect(try await root.provider.fetchItemMetadata(at: CloudPath("/_Eah1siez==.c9r")) == item)
    }

    @Test("a real file wins over a placeholder, which is named as skipped")
    func shadowed() async throws {
        let root = try makeRoot()
        try root.put("real", at: "/MyNote.md")
        let list = try await root.provider.fetchItemList(forFolderAt: .root, withPageToken: nil)
        #expect(list.items.map(\.size) == [4])
        #expect(list.skipped.map(\.path) == ["/.MyNote.md.icloud"])
        #expect(try await root.provider.text(at: "/MyNote.md") == "real")
    }

    @Test("a provider without the seam takes placeholders as files; a folder of such a name is a folder")
    func withoutSeam() async throws {
        let root = try Root(offloadedItems: nil)
        try root.put("x", at: "/.a.icloud")
        #expect(try await root.provider.names() == [".a.icloud"])
        #expect(try await root.provider.text(at: "/.a.icloud") == "x")
        let other = try Root()
        try other.makeFolder("/.b.icloud/c")
        #expect(try await other.provider.names() == [".b.icloud"])
        #expect(try await other.provider.names(in: "/.b.icloud") == ["c"])
    }
}
