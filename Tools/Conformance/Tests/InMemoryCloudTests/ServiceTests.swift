import CloudCore
import ConformanceKit
import Foundation
import InMemoryCloud
import Testing

@Suite struct ServiceTests {
    @Test("names that the policy takes for one are one item, kept in their first spelling")
    func foldsNames() async throws {
        let policy = NamePolicy(caseSensitivity: .insensitive, normalization: .insensitive)
        let cloud = InMemoryCloud { $0.namePolicy = policy }
        let provider = cloud.makeProvider()
        try await provider.write([1], to: "/e\u{301}")
        await #expect(throws: CloudProviderError.itemAlreadyExists) { try await provider.write([2], to: "/\u{c9}") }
        let replaced = try await provider.write([2], to: "/\u{c9}", .none)
        #expect(Array(replaced.name.utf8) == Array("e\u{301}".utf8))
        try await provider.moveFile(from: CloudPath("/\u{e9}"), to: CloudPath("/E\u{301}"))
        #expect(cloud.paths == [try CloudPath("/E\u{301}")])
    }

    @Test("names that the policy tells apart are two items")
    func keepsNamesApart() async throws {
        let cloud = InMemoryCloud()
        let provider = cloud.makeProvider()
        let names = ["a", "A", "\u{e9}", "e\u{301}"]
        for (number, name) in names.enumerated() { try await provider.write([UInt8(number)], to: "/\(name)") }
        for (number, name) in names.enumerated() {
            #expect(try await provider.read("/\(name)") == [UInt8(number)])
        }
    }

    @Test("a folder doesn't move below itself in another spelling, and nothing is asked for that")
    func foldedDescent() async throws {
        let cloud = InMemoryCloud { $0.namePolicy.caseSensitivity = .insensitive }
        cloud.makeFolder(at: try CloudPath("/folder"))
        await #expect(throws: CloudPathError.moveIntoDescendant) {
            try await cloud.makeProvider().moveFolder(from: CloudPath("/folder"), to: CloudPath("/FOLDER/new"))
        }
        #expect(cloud.faults.requests.isEmpty)
    }

    @Test("a listing that changes between pages shows once what stayed", arguments: 1...3)
    func changingListing(pageSize: Int) async throws {
        let cloud = InMemoryCloud { $0.pageSize = pageSize }
        let provider = cloud.makeProvider()
        for name in "bdfhjl" { try cloud.put([1], at: "/\(name)") }
        var names: [String] = []
        var token: String?
        repeat {
            let page = try await provider.fetchItemList(forFolderAt: .root, withPageToken: token)
            #expect(page.items.count <= pageSize)
            names += page.items.map(\.name)
            token = page.nextPageToken
            if let last = names.last {
                cloud.remove(at: try CloudPath("/\(last)"))
                try cloud.put([1], at: "/a\(names.count)")
            }
        } while token != nil
        #expect(names == ["b", "d", "f", "h", "j", "l"])
    }

    @Test("a page that comes again is an error, not the end")
    func repeatedPage() async throws {
        let cloud = InMemoryCloud { ($0.pageSize, $0.repeatsPages) = (1, true) }
        for name in "abc" { try cloud.put([1], at: "/\(name)") }
        await #expect(throws: InMemoryCloudError.listingRepeats) {
            try await cloud.makeProvider().fetchItemListExhaustively(forFolderAt: .root)
        }
    }

    @Test("what can't be an item is skipped on its page, with path and reason")
    func skips() async throws {
        let cloud = InMemoryCloud { $0.pageSize = 1 }
        cloud.makeUnlistable(at: try CloudPath("/b"), reason: "broken")
        try cloud.put([1], at: "/a")
        let provider = cloud.makeProvider()
        let first = try await provider.fetchItemList(forFolderAt: .root, withPageToken: nil)
        #expect(first.items.map(\.name) == ["a"] && first.skipped.isEmpty)
        let second = try await provider.fetchItemList(forFolderAt: .root, withPageToken: first.nextPageToken)
        #expect(second.items.isEmpty && second.nextPageToken == nil)
        #expect(second.skipped == [CloudItemList.Skipped(path: "/b", reason: "broken")])
        await #expect(throws: CloudProviderError.itemNotFound) {
            try await provider.fetchItemMetadata(at: CloudPath("/b"))
        }
    }

    @Test("a full account takes neither a file nor a folder, but a smaller version of a file")
    func quota() async throws {
        let cloud = InMemoryCloud { $0.quota = 10 }
        let provider = cloud.makeProvider()
        try await provider.write(1...10, to: "/file")
        let before = cloud.snapshot()
        await #expect(throws: CloudProviderError.quotaInsufficient) { try await provider.write([], to: "/empty") }
        await #expect(throws: CloudProviderError.quotaInsufficient) {
            try await provider.createFolder(at: CloudPath("/folder"))
        }
        await #expect(throws: CloudProviderError.quotaInsufficient) {
            try await provider.write(1...11, to: "/file", .none)
        }
        #expect(cloud.snapshot() == before)
        #expect(try await provider.fetchQuota() == Quota(used: 10, available: 0, total: 10))
        try await provider.write(1...9, to: "/file", .none)
        try await provider.createFolder(at: CloudPath("/folder"))
    }

    @Test("of a file and a folder at one path each operation takes its own")
    func bothKinds() async throws {
        let cloud = InMemoryCloud { $0.bothKinds = true }
        let provider = cloud.makeProvider()
        let path = try CloudPath("/both")
        try cloud.put([2], at: "/both/below")
        cloud.put([1], at: path)
        #expect(try await provider.fetchItemMetadata(at: path).itemType == .file)
        #expect(try await provider.fetchItemList(forFolderAt: path, withPageToken: nil).items.map(\.name) == ["below"])
        let types = try await provider.fetchItemList(forFolderAt: .root, withPageToken: nil).items.map(\.itemType)
        #expect(types == [.file, .folder])
        try await provider.moveFolder(from: path, to: CloudPath("/folder"))
        #expect(cloud.paths.map(\.string) == ["/both", "/folder", "/folder/below"])
    }

    @Test("latency is waited on the clock; a change that waits goes on when its caller is cancelled")
    func latency() async throws {
        let clock = ManualClock()
        let cloud = InMemoryCloud { ($0.clock, $0.latency) = (clock, .seconds(5)) }
        let path = try CloudPath("/folder")
        let task = Task { try await cloud.makeProvider().createFolder(at: path) }
        await clock.sleepers(1)
        task.cancel()
        clock.advance(by: .seconds(4))
        #expect(cloud.paths.isEmpty)
        clock.advance(by: .seconds(1))
        try await task.value
        #expect(cloud.paths == [path])
    }

    @Test("files are copied and moved over others in one step")
    func copies() async throws {
        let cloud = InMemoryCloud()
        let provider = cloud.makeProvider()
        try cloud.put([1], at: "/a")
        try cloud.put([2], at: "/b")
        let (a, b) = (try CloudPath("/a"), try CloudPath("/b"))
        await #expect(throws: CloudProviderError.itemAlreadyExists) {
            try await provider.copyFile(from: a, to: b, condition: .absent)
        }
        _ = try await provider.copyFile(from: a, to: CloudPath("/c"), condition: .absent)
        #expect(try cloud.contents(at: "/c") == [1])
        try await provider.moveFileReplacing(from: a, to: b)
        #expect(try cloud.contents(at: "/b") == [1])
        #expect(cloud.paths.map(\.string) == ["/b", "/c"])
        cloud.makeFolder(at: try CloudPath("/folder"))
        await #expect(throws: CloudProviderError.itemAlreadyExists) {
            try await provider.moveFileReplacing(from: b, to: CloudPath("/folder"))
        }
    }

    @Test("a date is the source's, or the service's where that keeps none", arguments: [true, false])
    func dates(keepsDates: Bool) async throws {
        let (sourceDate, serviceDate) = (Date(timeIntervalSince1970: 1_000), Date(timeIntervalSince1970: 2_000))
        let cloud = InMemoryCloud { ($0.keepsDates, $0.now) = (keepsDates, { serviceDate }) }
        let metadata = try await cloud.makeProvider().writeFile(
            from: DataSource([1], modificationDate: sourceDate),
            to: CloudPath("/file"),
            condition: .none,
            resuming: nil,
            observer: .none
        )
        #expect(metadata.lastModifiedDate == (keepsDates ? sourceDate : serviceDate))
    }
}
