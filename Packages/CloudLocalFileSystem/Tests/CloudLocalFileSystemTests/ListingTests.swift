import CloudCore
import CloudLocalFileSystem
import Foundation
import Testing

@Suite("Listing")
struct ListingTests {
    /// A file system with stable offsets, where the machine has one, and one without.
    static let places = [FileManager.default.temporaryDirectory, URL(filePath: "/dev/shm")]

    @Test("types, sizes and dates")
    func types() async throws {
        let root = try Root()
        try root.put("four", at: "/file")
        try root.makeFolder("/folder")
        try root.link("/link", to: "/etc")
        let date = Date(timeIntervalSince1970: 1_234_567_890.5)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: root.disk("/file"))
        let items = try await root.provider.allItems().sorted { $0.name < $1.name }
        #expect(items.map(\.name) == ["file", "folder", "link"])
        #expect(items.map(\.cloudPath.string) == ["/file", "/folder", "/link"])
        #expect(items.map(\.itemType) == [.file, .folder, .symlink])
        #expect(items.map(\.size) == [4, nil, nil])
        #expect(items[0].lastModifiedDate == date)
        #expect(try await root.provider.fetchItemMetadata(at: CloudPath("/file")) == items[0])
        #expect(try await root.provider.fetchItemMetadata(at: CloudPath("/link")) == items[2])
    }

    @Test("the root is a folder called /")
    func rootMetadata() async throws {
        let root = try Root()
        let metadata = try await root.provider.fetchItemMetadata(at: .root)
        #expect(metadata.name == "/")
        #expect(metadata.cloudPath == .root)
        #expect(metadata.itemType == .folder)
    }

    @Test("a root that was deleted is not found")
    func deletedRoot() async throws {
        let root = try Root()
        try FileManager.default.removeItem(at: root.url)
        await #expect(throws: CloudProviderError.itemNotFound) {
            try await root.provider.fetchItemMetadata(at: .root)
        }
    }

    @Test("what is no item is named with the reason", arguments: places)
    func skipped(_ place: URL) async throws {
        let root = try Root(in: place)
        try root.makeFolder("/d")
        try root.makePipe("/d/pipe")
        #expect(makeFile(named: Array("a%".utf8) + [0xC3, 0xA9, 0xFF, 0xC3], in: root.disk("/d")))
        try root.put("", at: "/d/file")
        let list = try await root.provider.fetchItemList(forFolderAt: CloudPath("/d"), withPageToken: nil)
        #expect(list.items.map(\.name) == ["file"])
        #expect(Set(list.skipped.map(\.path)) == ["/d/pipe", "/d/a%é%FF%C3"])
        #expect(list.skipped.allSatisfy { !$0.reason.isEmpty })
    }

    @Test("every entry comes exactly once, whatever the page size", arguments: places, [1, 2, 7, 50, 51, 1000])
    func pages(_ place: URL, _ pageSize: Int) async throws {
        let root = try Root(in: place, pageSize: pageSize)
        let names = Set((0..<50).map { "file \($0)" })
        for name in names { try root.put("", at: "/" + name) }
        let items = try await root.provider.allItems()
        #expect(items.count == 50)
        #expect(Set(items.map(\.name)) == names)
    }

    @Test("no page is longer than the page size, none is empty, only the last has no token", arguments: places)
    func pageLengths(_ place: URL) async throws {
        let root = try Root(in: place, pageSize: 4)
        for number in 0..<8 { try root.put("", at: "/\(number)") }
        let first = try await root.provider.fetchItemList(forFolderAt: .root, withPageToken: nil)
        let second = try await root.provider.fetchItemList(forFolderAt: .root, withPageToken: first.nextPageToken)
        #expect(first.items.count == 4)
        #expect(first.nextPageToken != nil)
        #expect(second.items.count == 4)
        #expect(second.nextPageToken == nil)
    }

    @Test("skipped entries count in a page", arguments: places)
    func skippedInPages(_ place: URL) async throws {
        let root = try Root(in: place, pageSize: 2)
        for number in 0..<5 { try root.makePipe("/pipe\(number)") }
        var (skipped, token): ([String], String?) = ([], nil)
        repeat {
            let page = try await root.provider.fetchItemList(forFolderAt: .root, withPageToken: token)
            #expect(page.skipped.count <= 2)
            skipped += page.skipped.map(\.path)
            token = page.nextPageToken
        } while token != nil
        #expect(skipped.sorted() == (0..<5).map { "/pipe\($0)" })
    }

    @Test("entries that come and go between pages cost no other entry", arguments: places)
    func changes(_ place: URL) async throws {
        let root = try Root(in: place, pageSize: 10)
        for number in 0..<200 { try root.put("", at: "/kept\(number)") }
        for number in 0..<200 { try root.put("", at: "/gone\(number)") }
        var (seen, token, pages): ([String], String?, Int) = ([], nil, 0)
        repeat {
            let page = try await root.provider.fetchItemList(forFolderAt: .root, withPageToken: token)
            seen += page.items.map(\.name)
            token = page.nextPageToken
            for number in 0..<10 {
                try? FileManager.default.removeItem(atPath: root.disk("/gone\(pages * 10 + number)"))
                if pages < 20 { try root.put("", at: "/new\(pages * 10 + number)") }
            }
            pages += 1
        } while token != nil && pages < 200
        #expect(token == nil)
        #expect(Set(seen).count == seen.count)
        #expect(seen.filter { $0.hasPrefix("kept") }.count == 200)
    }

    @Test("a token goes on in another provider", arguments: places)
    func otherProvider(_ place: URL) async throws {
        let root = try Root(in: place, pageSize: 3)
        for number in 0..<7 { try root.put("", at: "/\(number)") }
        let first = try await root.provider.fetchItemList(forFolderAt: .root, withPageToken: nil)
        let rest = try await root.anotherProvider(pageSize: 100)
            .fetchItemList(forFolderAt: .root, withPageToken: first.nextPageToken)
        #expect(Set((first.items + rest.items).map(\.name)) == Set((0..<7).map(String.init)))
        #expect(rest.items.count == 4)
    }

    @Test("tokens that belong elsewhere are invalid", arguments: places)
    func foreignTokens(_ place: URL) async throws {
        let root = try Root(in: place, pageSize: 1)
        let other = try Root(in: place, pageSize: 1)
        for root in [root, other] {
            try root.makeFolder("/a")
            try root.makeFolder("/b")
            for name in ["1", "2"] { try root.put("", at: "/a/" + name) }
        }
        let ownToken = try await root.provider.fetchItemList(forFolderAt: CloudPath("/a"), withPageToken: nil)
            .nextPageToken
        let foreign = try await other.provider.fetchItemList(forFolderAt: CloudPath("/a"), withPageToken: nil)
            .nextPageToken
        for (folder, token) in [("/b", ownToken), ("/a", foreign), ("/a", "junk"), ("/a", "")] {
            await #expect(throws: CloudProviderError.pageTokenInvalid) {
                try await root.provider.fetchItemList(forFolderAt: CloudPath(folder), withPageToken: token)
            }
        }
    }

    @Test("a folder that is deleted between pages is not found; one made anew in its place never lists wrongly")
    func replacedFolder() async throws {
        let root = try Root(pageSize: 1)
        try root.makeFolder("/a")
        for name in ["1", "2"] { try root.put("", at: "/a/" + name) }
        let token = try await root.provider.fetchItemList(forFolderAt: CloudPath("/a"), withPageToken: nil)
            .nextPageToken
        try FileManager.default.moveItem(atPath: root.disk("/a"), toPath: root.disk("/b"))
        await #expect(throws: CloudProviderError.itemNotFound) {
            try await root.provider.fetchItemList(forFolderAt: CloudPath("/a"), withPageToken: token)
        }
        try root.makeFolder("/a")
        await #expect(throws: CloudProviderError.pageTokenInvalid) {
            try await root.provider.fetchItemList(forFolderAt: CloudPath("/a"), withPageToken: token)
        }
    }

    @Test("leftovers are not listed, and go when they are older than a day", arguments: places)
    func leftovers(_ place: URL) async throws {
        let root = try Root(in: place)
        let name = "/.cloudaccess-0f9d2c1e-5a0b-4c39-9d0e-0123456789ab.part"
        try root.put("half", at: name)
        try root.makeFolder(name + "x.part/inside")
        try root.put("x", at: "/file")
        // However old the content is said to be: what counts is when the leftover was last touched.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 0)],
            ofItemAtPath: root.disk(name)
        )
        #expect(try await root.provider.names() == ["file"])
        #expect(try root.names().count == 3)
        let later = try LocalFileSystemProvider(
            rootURL: root.url,
            coordinator: root.coordinator,
            offloadedItems: nil,
            pageSize: 10,
            now: { Date(timeIntervalSinceNow: 86_500) }
        )
        #expect(try await later.names() == ["file"])
        #expect(try root.names() == ["file"])
    }

    @Test("100,000 entries page by page", arguments: places)
    func manyEntries(_ place: URL) async throws {
        let root = try Root(in: place, pageSize: 10_000)
        for number in 0..<100_000 { #expect(makeFile(named: Array("\(number)".utf8), in: root.url.path)) }
        var (count, token): (Int, String?) = (0, nil)
        var names = Set<String>()
        repeat {
            let page = try await root.provider.fetchItemList(forFolderAt: .root, withPageToken: token)
            #expect(page.items.count <= 10_000)
            count += page.items.count
            names.formUnion(page.items.map(\.name))
            token = page.nextPageToken
        } while token != nil
        #expect(count == 100_000)
        #expect(names.count == 100_000)
    }
}
