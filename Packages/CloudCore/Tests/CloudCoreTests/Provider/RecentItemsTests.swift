import Testing

@testable import CloudCore

@Suite("RecentItems")
struct RecentItemsTests {
    private let clock = ManualClock()
    private let items: RecentItems

    init() {
        items = RecentItems(clock: clock)
    }

    @Test("remembers for 30 seconds")
    func lifetime() throws {
        let path = try CloudPath("/a")
        items.put(metadata(path, size: 1))
        clock.advance(by: .seconds(30))
        #expect(items.lookup(path)?.size == 1)
        clock.advance(by: .nanoseconds(1))
        #expect(items.lookup(path) == nil)
        #expect(items.count == 0)
        items.put(metadata(path, size: 2))
        #expect(items.lookup(path)?.size == 2)
    }

    @Test("tells paths apart by bytes")
    func bytes() throws {
        items.put(metadata(try CloudPath("/\u{E9}"), size: 1))
        #expect(items.lookup(try CloudPath("/e\u{301}")) == nil)
    }

    @Test("drops an item and what is below it, and nothing beside it")
    func drop() throws {
        let all = ["/a", "/a!", "/a-b", "/a-b/c", "/a/b", "/a/b/c", "/a/\u{308}", "/a0", "/ab", "/b"]
        for path in all.shuffled() { items.put(metadata(try CloudPath(path), type: .folder)) }
        items.drop(try CloudPath("/a"))
        let left = try all.filter { items.lookup(try CloudPath($0)) != nil }
        #expect(left == ["/a!", "/a-b", "/a-b/c", "/a0", "/ab", "/b"])
        #expect(items.count == 6)
        items.drop(.root)
        #expect(items.count == 0)
    }

    @Test("a folder that became a file or another folder has no children")
    func replacement() throws {
        let (folder, child) = (try CloudPath("/a"), try CloudPath("/a/b"))
        var known = metadata(folder, type: .folder)
        known.identifier = "1"
        items.put(known)
        items.put(metadata(child))
        items.put(known)
        #expect(items.lookup(child) != nil)
        known.identifier = "2"
        items.put(known)
        #expect(items.lookup(child) == nil)
        items.put(metadata(child))
        items.put(metadata(folder, type: .file))
        #expect(items.lookup(child) == nil)
    }

    @Test("stays within its capacity, and keeps the newest")
    func capacity() throws {
        let items = RecentItems(clock: clock, capacity: 64 * 1024)
        for number in 0..<5000 { items.put(metadata(try CloudPath("/folder/file \(number)"))) }
        #expect((32...128).contains(items.count))
        #expect(items.lookup(try CloudPath("/folder/file 4999")) != nil)
        #expect(items.lookup(try CloudPath("/folder/file 0")) == nil)
    }
}
