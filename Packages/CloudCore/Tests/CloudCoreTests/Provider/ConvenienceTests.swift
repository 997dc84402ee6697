import CloudCore
import Foundation
import Testing

@Suite("CloudProvider's convenience methods")
struct ConvenienceTests {
    /// Answers with prepared pages by token.
    private struct Pages: PartialFileProvider {
        var pages: [String?: CloudItemList]
        @concurrent func fetchItemList(
            forFolderAt cloudPath: CloudPath,
            withPageToken pageToken: String?
        ) async throws -> CloudItemList {
            guard let page = pages[pageToken] else { throw CloudProviderError.pageTokenInvalid }
            return page
        }
    }

    private func page(_ name: String, next: String?) throws -> CloudItemList {
        CloudItemList(
            items: [metadata(try CloudPath("/" + name))],
            nextPageToken: next,
            skipped: [.init(path: "/\(name)?", reason: "a test")]
        )
    }

    @Test("an exhaustive listing has all items and all that was skipped")
    func exhaustive() async throws {
        let provider = Pages(pages: [
            nil: try page("a", next: "1"), "1": try page("b", next: "2"), "2": try page("c", next: nil),
        ])
        let list = try await provider.fetchItemListExhaustively(forFolderAt: .root)
        #expect(list.items.map(\.name) == ["a", "b", "c"])
        #expect(list.skipped.map(\.path) == ["/a?", "/b?", "/c?"])
        #expect(list.nextPageToken == nil)
    }

    @Test("a token that comes again is an error", arguments: ["1", "2"])
    func repeatingToken(_ repeated: String) async throws {
        let provider = Pages(pages: [
            nil: try page("a", next: "1"), "1": try page("b", next: "2"), "2": try page("c", next: repeated),
        ])
        await #expect(throws: CloudProviderError.pageTokenInvalid) {
            try await provider.fetchItemListExhaustively(forFolderAt: .root)
        }
    }

    @Test("a page that fails is an error, never a short list")
    func failingPage() async throws {
        let provider = Pages(pages: [nil: try page("a", next: "1")])
        await #expect(throws: CloudProviderError.pageTokenInvalid) {
            try await provider.fetchItemListExhaustively(forFolderAt: .root)
        }
    }

    @Test("a folder with intermediates is made from the first missing one down")
    func intermediates() async throws {
        let cloud = FileCloud([try CloudPath("/a"): .folder])
        try await cloud.createFolderWithIntermediates(for: CloudPath("/a/b/c/d"))
        let paths = ["/", "/a", "/a/b", "/a/b/c", "/a/b/c/d"]
        #expect(try Set(cloud.items.withLock { $0.keys }) == Set(paths.map { try CloudPath($0) }))
        try await cloud.createFolderWithIntermediates(for: CloudPath("/a/b/c/d"))
        try await cloud.createFolderWithIntermediates(for: .root)
    }

    @Test("a folder with intermediates never goes through a file")
    func intermediatesThroughFile() async throws {
        let cloud = FileCloud([try CloudPath("/a"): .file([1]), try CloudPath("/l"): .symlink])
        await #expect(throws: CloudProviderError.itemAlreadyExists) {
            try await cloud.createFolderWithIntermediates(for: CloudPath("/a"))
        }
        for path in ["/a/b", "/a/b/c", "/l/b"] {
            await #expect(throws: CloudProviderError.parentFolderDoesNotExist) {
                try await cloud.createFolderWithIntermediates(for: CloudPath(path))
            }
        }
        #expect(cloud.items.withLock { $0.count } == 3)
    }

    @Test("a folder is made if it is missing")
    func ifMissing() async throws {
        let cloud = FileCloud([try CloudPath("/f"): .file([]), try CloudPath("/l"): .symlink])
        try await cloud.createFolderIfMissing(at: CloudPath("/a"))
        try await cloud.createFolderIfMissing(at: CloudPath("/a"))
        for path in ["/f", "/l"] {
            await #expect(throws: CloudProviderError.itemAlreadyExists) {
                try await cloud.createFolderIfMissing(at: CloudPath(path))
            }
        }
        await #expect(throws: CloudProviderError.parentFolderDoesNotExist) {
            try await cloud.createFolderIfMissing(at: CloudPath("/b/c"))
        }
    }

    @Test("what is missing need not be deleted, what is of another kind must not be")
    func ifExisting() async throws {
        let cloud = FileCloud([try CloudPath("/f"): .file([]), try CloudPath("/d"): .folder])
        try await cloud.deleteFileIfExisting(at: CloudPath("/x"))
        try await cloud.deleteFolderIfExisting(at: CloudPath("/x"))
        await #expect(throws: CloudProviderError.itemTypeMismatch) {
            try await cloud.deleteFileIfExisting(at: CloudPath("/d"))
        }
        await #expect(throws: CloudProviderError.itemTypeMismatch) {
            try await cloud.deleteFolderIfExisting(at: CloudPath("/f"))
        }
        try await cloud.deleteFileIfExisting(at: CloudPath("/f"))
        try await cloud.deleteFolderIfExisting(at: CloudPath("/d"))
        #expect(cloud.items.withLock { $0.count } == 1)
    }

    @Test("existence is false only if the provider says so")
    func existence() async throws {
        let cloud = FileCloud()
        #expect(try await cloud.checkForItemExistence(at: .root))
        #expect(try await !cloud.checkForItemExistence(at: CloudPath("/x")))
        await #expect(throws: NotNeeded.self) { try await Pages(pages: [:]).checkForItemExistence(at: .root) }
    }
}
