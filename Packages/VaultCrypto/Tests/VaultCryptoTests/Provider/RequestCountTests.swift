import CloudCore
import ConformanceKit
import InMemoryCloud
import Testing

@testable import VaultCrypto

/// What listings and uploads cost (field cases F-PERF-01, F-PERF-02).
@Suite("Numbers of requests")
struct RequestCountTests {
    /// Requests over a network: opening a file and reading it is one.
    private func requests(of cloud: InMemoryCloud, _ body: () async throws -> Void) async throws -> [RecordedRequest] {
        cloud.faults.reset()
        try await body()
        return cloud.faults.requests.filter { $0.operation != .readFile }
    }

    @Test("a listing asks for no child where that costs requests", arguments: TestVaultKind.allCases)
    func listing(_ kind: TestVaultKind) async throws {
        let vault = try TestVault.overExpensiveCloud(kind)
        try vault.plantFolder("parent", id: "P")
        for number in 0..<100 { try vault.plantFolder("sub \(number)", id: "id \(number)", in: "P") }
        let provider = try vault.makeProvider()
        let first = try await requests(of: vault.cloud) {
            let names = try await provider.names(in: "/parent")
            #expect(names.count == 100)
        }
        #expect(first.count <= 3)
        let second = try await requests(of: vault.cloud) {
            let names = try await provider.names(in: "/parent")
            #expect(names.count == 100)
        }
        #expect(second.count == 2, "the folder's id, to see that it is the same, and its contents")
    }

    @Test("a shortened entry costs its name and one listing, 8 at a time", arguments: TestVaultKind.withFolders)
    func shortened(_ kind: TestVaultKind) async throws {
        let vault = try TestVault.overExpensiveCloud(kind)
        let writer = try vault.makeProvider()
        for number in 0..<40 { try await writer.put([1], at: "/\(number)" + String(repeating: "n", count: 200)) }
        let running = Locked((now: 0, most: 0))
        let count: @Sendable (Int) -> Void = { change in
            running.withLock { running in
                running.now += change
                running.most = max(running.most, running.now)
            }
        }
        let listing = try await requests(of: vault.cloud) {
            for operation in [ProviderOperation.openFile, .fetchItemList] {
                vault.cloud.faults.arm(Fault(operation, .before, .run { count(1) }, times: .max))
                vault.cloud.faults.arm(Fault(operation, .after, .run { count(-1) }, times: .max))
            }
            let names = try await vault.makeProvider().names()
            #expect(names.count == 40)
        }
        #expect(listing.count == 1 + 2 * 40)
        #expect(running.withLock(\.most) <= 8)
    }

    @Test(
        "uploads into a large folder cost a constant number of requests and no listing",
        arguments: TestVaultKind.allCases
    )
    func uploads(_ kind: TestVaultKind) async throws {
        let vault = try TestVault.overExpensiveCloud(kind)
        try vault.plantFolder("large", id: "L")
        for number in 0..<2000 { try vault.plantFile("f\(number)", [], in: "L") }
        let provider = try vault.makeProvider()
        try await provider.put([0], at: "/large/first")
        for number in 0..<10 {
            let upload = try await requests(of: vault.cloud) {
                try await provider.put([1], at: "/large/new\(number)", .absent)
            }
            #expect(upload.count == (kind.isFormat6 ? 4 : 1))
            #expect(!upload.contains { $0.operation == .fetchItemList })
        }
    }

    @Test(
        "a kind that was found is remembered while the node's folder is unchanged",
        arguments: TestVaultKind.withFolders
    )
    func knownKinds(_ kind: TestVaultKind) async throws {
        let vault = try TestVault.overExpensiveCloud(kind)
        try vault.plantLink("link", to: "x")
        let provider = try vault.makeProvider()
        #expect(try await provider.types() == ["link": .folder])
        #expect(try await provider.fetchItemMetadata(at: CloudPath("/link")).itemType == .symlink)
        #expect(try await provider.types() == ["link": .symlink])
        let again = try await requests(of: vault.cloud) {
            let metadata = try await provider.fetchItemMetadata(at: CloudPath("/link"))
            #expect(metadata.itemType == .symlink)
        }
        #expect(again.count == 1)
        await #expect(throws: CloudProviderError.itemTypeMismatch) { try await provider.names(in: "/link") }
        await #expect(throws: CloudProviderError.itemTypeMismatch) { try await provider.content(of: "/link") }
        await #expect(throws: CloudProviderError.itemTypeMismatch) {
            try await provider.deleteFolder(at: CloudPath("/link"))
        }
        try await provider.deleteFile(at: CloudPath("/link"))
        #expect(try await provider.names().isEmpty)
    }

    @Test("moves that make no sense send no request", arguments: TestVaultKind.allCases)
    func impossibleMoves(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let provider = try vault.makeProvider()
        try await provider.put([1], at: "/a.txt")
        let sent = try await requests(of: vault.cloud) {
            let path = try CloudPath("/a.txt")
            await #expect(throws: CloudProviderError.itemAlreadyExists) {
                try await provider.moveFile(from: path, to: path)
            }
            await #expect(throws: CloudPathError.moveIntoDescendant) {
                try await provider.moveFolder(from: CloudPath("/u\u{308}"), to: CloudPath("/\u{FC}/x"))
            }
            await #expect(throws: CloudPathError.rootImmovable) { try await provider.moveFolder(from: .root, to: path) }
            await #expect(throws: CloudPathError.rootImmovable) { try await provider.deleteFolder(at: .root) }
        }
        #expect(sent.isEmpty)
        #expect(try await provider.content(of: "/a.txt") == [1])
    }
}
