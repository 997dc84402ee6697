import CloudCore
import InMemoryCloud
import Testing

@Suite struct ProviderTests {
    @Test("what one provider writes another one reads")
    func sharesTheAccount() async throws {
        let cloud = InMemoryCloud()
        let (first, second) = (cloud.makeProvider(), cloud.makeProvider())
        let path = try CloudPath("/folder/file")
        try await first.createFolder(at: path.parent)
        _ = try await first.writeFile(
            from: DataSource(1...9),
            to: path,
            condition: .absent,
            resuming: nil,
            observer: .none
        )
        let sink = DataSink(limit: 100)
        try await second.openFile(at: path).readAll(into: sink)
        #expect(await sink.bytes == Array(1...9))
        #expect(cloud.paths == [path.parent, path])
    }
}
