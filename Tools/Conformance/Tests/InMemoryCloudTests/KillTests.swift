import CloudCore
import ConformanceKit
import InMemoryCloud
import Testing

@Suite struct KillTests {
    @Test("a provider dies before or after a call, and stays dead", arguments: KillMoment.allCases)
    func dies(moment: KillMoment) async throws {
        let cloud = InMemoryCloud()
        let provider = DyingProvider(cloud.makeProvider())
        try await provider.createFolder(at: CloudPath("/a"))
        provider.die(at: 2, moment)
        try await provider.createFolder(at: CloudPath("/b"))
        #expect(!provider.hasDied)
        for name in ["/c", "/d"] {
            await #expect(throws: DyingProvider.Death.self) { try await provider.createFolder(at: CloudPath(name)) }
        }
        #expect(provider.hasDied)
        #expect(cloud.paths.map(\.string) == (moment == .before ? ["/a", "/b"] : ["/a", "/b", "/c"]))
    }

    @Test("reading is a call of its own")
    func reads() async throws {
        let cloud = InMemoryCloud()
        try cloud.put([1], at: "/file")
        let provider = DyingProvider(cloud.makeProvider())
        provider.die(at: 2, .after)
        let reader = try await provider.openFile(at: CloudPath("/file"))
        await #expect(throws: DyingProvider.Death.self) { try await reader.readAll(into: DataSink(limit: 10)) }
    }

    @Test("capabilities that change something don't bypass the death")
    func capabilities() {
        let provider = DyingProvider(InMemoryCloud().makeProvider())
        #expect(provider.capability((any NamePolicyProviding).self) != nil)
        #expect(provider.capability((any StreamingCloudProvider).self) is DyingProvider)
        #expect(provider.capability((any ServerSideCopying).self) == nil)
        #expect(provider.capability((any ReplacingMoves).self) == nil)
    }

    @Test("the killer tells whether the operation lived long enough to die")
    func killer() async throws {
        let cloud = InMemoryCloud()
        let killer = InMemoryKiller(cloud)
        let path = try CloudPath("/folder")
        #expect(try await killer.run(.createFolder(path), dyingAt: 1, .before))
        #expect(cloud.paths.isEmpty)
        #expect(try await killer.run(.createFolder(path), dyingAt: 2, .before) == false)
        #expect(cloud.paths == [path])
        await #expect(throws: CloudProviderError.itemAlreadyExists) {
            try await killer.run(.createFolder(path), dyingAt: 2, .before)
        }
    }
}
