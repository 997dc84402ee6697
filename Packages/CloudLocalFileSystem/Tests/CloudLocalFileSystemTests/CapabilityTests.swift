import CloudCore
import CloudLocalFileSystem
import Foundation
import Testing

@Suite("Capabilities")
struct CapabilityTests {
    private let root: Root

    init() throws {
        root = try Root()
    }

    @Test("what the provider can do, and what not")
    func offered() {
        let provider: any CloudProvider = root.provider
        #expect(provider.capability((any QuotaReporting).self) != nil)
        #expect(provider.capability((any NamePolicyProviding).self) != nil)
        #expect(provider.capability((any CheapListing).self) != nil)
        #expect(provider.capability((any ServerSideCopying).self) != nil)
        #expect(provider.capability((any ReplacingMoves).self) != nil)
        #expect(provider.capability((any DurableWriting).self) != nil)
        #expect(provider.capability((any ChangeFeed).self) == nil)
    }

    @Test("the quota is that of the file system")
    func quota() async throws {
        let quota = try await root.provider.fetchQuota()
        let values = try FileManager.default.attributesOfFileSystem(forPath: root.url.path)
        #expect(quota.total == values[.systemSize] as? Int)
        #expect(try #require(quota.available) > 0)
        #expect(try #require(quota.used) > 0)
    }

    @Test("a copy has content and date of the source", arguments: [0, 1, 70_000, 5_000_000])
    func copy(_ size: Int) async throws {
        let content = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 251) })
        let date = Date(timeIntervalSince1970: 1_111_111_111.125)
        try content.write(to: root.url.appending(path: "a"))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: root.disk("/a"))
        try root.link("/link", to: "a")
        for source in ["/a", "/link"] {
            let copy = try await root.provider.copyFile(
                from: CloudPath(source),
                to: CloudPath("/b"),
                condition: .none
            )
            #expect(copy.size == size)
            #expect(copy.lastModifiedDate == date)
            #expect(try Data(contentsOf: root.url.appending(path: "b")) == content)
        }
        #expect(try root.names() == ["a", "b", "link"])
    }

    @Test("a copy obeys its condition and its target")
    func copyConditions() async throws {
        try root.put("a", at: "/a")
        try root.put("b", at: "/b")
        try root.makeFolder("/folder")
        func copy(_ source: String, _ target: String, _ condition: WriteCondition) async throws {
            _ = try await root.provider.copyFile(from: CloudPath(source), to: CloudPath(target), condition: condition)
        }
        await #expect(throws: CloudProviderError.itemAlreadyExists) { try await copy("/a", "/b", .absent) }
        await #expect(throws: CloudProviderError.itemAlreadyExists) { try await copy("/a", "/folder", .none) }
        await #expect(throws: CloudProviderError.itemTypeMismatch) { try await copy("/folder", "/c", .none) }
        await #expect(throws: CloudProviderError.itemNotFound) { try await copy("/no", "/c", .none) }
        await #expect(throws: CloudProviderError.parentFolderDoesNotExist) { try await copy("/a", "/no/c", .none) }
        await #expect(throws: RevisionMismatch.self) { try await copy("/a", "/b", .revision("other")) }
        #expect(try root.names() == ["a", "b", "folder"])
        #expect(try root.text(at: "/b") == "b")
    }

    @Test("a replacing move replaces files and links, not folders")
    func replacingMove() async throws {
        try root.put("a", at: "/a")
        try root.put("b", at: "/b")
        try await root.provider.moveFileReplacing(from: CloudPath("/a"), to: CloudPath("/b"))
        #expect(try root.names() == ["b"])
        #expect(try root.text(at: "/b") == "a")
        try root.put("kept", at: "/kept")
        try root.link("/link", to: "kept")
        try await root.provider.moveFileReplacing(from: CloudPath("/b"), to: CloudPath("/link"))
        #expect(try root.names() == ["kept", "link"])
        #expect(try root.text(at: "/link") == "a")
        #expect(try root.text(at: "/kept") == "kept")
        try root.makeFolder("/folder")
        await #expect(throws: CloudProviderError.itemAlreadyExists) {
            try await root.provider.moveFileReplacing(from: CloudPath("/link"), to: CloudPath("/folder"))
        }
        try await root.provider.moveFileReplacing(from: CloudPath("/link"), to: CloudPath("/free"))
        #expect(try root.names() == ["folder", "free", "kept"])
    }

    @Test("a replacing move onto another hard link of the file leaves one name")
    func replacingMoveOfHardLinks() async throws {
        try root.put("x", at: "/a")
        try FileManager.default.linkItem(atPath: root.disk("/a"), toPath: root.disk("/b"))
        try await root.provider.moveFileReplacing(from: CloudPath("/a"), to: CloudPath("/b"))
        #expect(try root.names() == ["b"])
        #expect(try root.text(at: "/b") == "x")
    }

    @Test("a durable write obeys its condition")
    func durable() async throws {
        try await root.provider.writeDurably(Array("one".utf8), to: CloudPath("/key"), condition: .absent)
        await #expect(throws: CloudProviderError.itemAlreadyExists) {
            try await root.provider.writeDurably(Array("two".utf8), to: CloudPath("/key"), condition: .absent)
        }
        #expect(try root.text(at: "/key") == "one")
        try await root.provider.writeDurably(Array("three".utf8), to: CloudPath("/key"), condition: .none)
        #expect(try root.text(at: "/key") == "three")
        #expect(try root.names() == ["key"])
    }

    @Test("a file moves to another file system by way of a copy, a folder doesn't")
    func otherFileSystem() async throws {
        let elsewhere = try Root(in: URL(filePath: "/dev/shm"))
        let date = Date(timeIntervalSince1970: 1_222_222_222)
        try root.put("content", at: "/file")
        try root.makeFolder("/folder")
        try FileManager.default.setAttributes(
            [.modificationDate: date, .posixPermissions: 0o640],
            ofItemAtPath: root.disk("/file")
        )
        let machine = try LocalFileSystemProvider(rootURL: URL(filePath: "/"), coordinator: root.coordinator)
        let (source, target) = try (CloudPath(root.disk("/file")), CloudPath(elsewhere.disk("/moved")))
        try await machine.moveFile(from: source, to: target)
        #expect(try root.names() == ["folder"])
        #expect(try elsewhere.text(at: "/moved") == "content")
        let attributes = try FileManager.default.attributesOfItem(atPath: elsewhere.disk("/moved"))
        #expect(attributes[.modificationDate] as? Date == date)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        await #expect(throws: LocalFileSystemError.otherFileSystem) {
            try await machine.moveFolder(
                from: CloudPath(root.disk("/folder")),
                to: CloudPath(elsewhere.disk("/folder"))
            )
        }
        #expect(try root.names() == ["folder"])
    }
}
