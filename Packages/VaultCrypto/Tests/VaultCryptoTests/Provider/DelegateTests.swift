import CloudCore
import InMemoryCloud
import Testing

@testable import VaultCrypto

/// A vault lies over any provider.
@Suite("Delegates of a vault")
struct DelegateTests {
    private func exercise(_ provider: VaultProvider) async throws {
        let long = "/folder/" + String(repeating: "l", count: 200)
        let content = testContent(100_000)
        try await provider.createFolder(at: CloudPath("/folder"))
        for path in ["/file", "/folder/file", long] { try await provider.put(content, at: path) }
        try await provider.moveFile(from: CloudPath(long), to: CloudPath("/short"))
        try await provider.put([1], at: "/file")
        #expect(try await provider.types() == ["file": .file, "folder": .folder, "short": .file])
        #expect(try await provider.content(of: "/short") == content)
        #expect(try await provider.content(of: "/file") == [1])
        let sink = TestSink()
        try await provider.openFile(at: CloudPath("/folder/file")).read(40_000..<50_000, into: sink, observer: .none)
        #expect(await sink.bytes == Array(content[40_000..<50_000]))
        try await provider.deleteFolder(at: CloudPath("/folder"))
        #expect(try await provider.names() == ["file", "short"])
    }

    @Test("one that moves files and doesn't stream", arguments: TestVaultKind.allCases)
    func filesOnly(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        try await exercise(vault.makeProvider(over: FilesOnlyProvider(wrapped: vault.cloud.makeProvider())))
        #expect(try await vault.makeProvider().names() == ["file", "short"])
    }

    @Test("another vault", arguments: TestVaultKind.allCases)
    func vaultInVault(_ kind: TestVaultKind) async throws {
        let outer = try TestVault(kind).makeProvider()
        let inner = try await Vault.create(at: CloudPath("/inner"), in: outer, passphrase: "p", scryptCostParam: 2)
        try await exercise(inner.makeProvider())
        #expect(try await outer.names() == ["inner"])
    }

    @Test("an empty root of a provider can become a vault")
    func root() async throws {
        let cloud = InMemoryCloud()
        let vault = try await Vault.create(at: .root, in: cloud.makeProvider(), passphrase: "p", scryptCostParam: 2)
        try await exercise(vault.makeProvider())
        let again = try await Vault.open(at: .root, in: cloud.makeProvider(), passphrase: "p")
        #expect(try await again.makeProvider().names() == ["file", "short"])
    }
}
