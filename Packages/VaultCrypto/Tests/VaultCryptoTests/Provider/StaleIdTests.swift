import CloudCore
import ConformanceKit
import InMemoryCloud
import Testing

@testable import VaultCrypto

/// Others change the vault too: ids that were remembered are looked up once more (field case F-CACHE-01).
@Suite("Remembered directory ids")
struct StaleIdTests {
    /// Another machine deletes `/X` and makes it anew, with other contents.
    private func remake(_ vault: TestVault) throws {
        vault.cloud.remove(at: try vault.contents(of: "A"))
        try vault.plantFolder("X", id: "B")
        try vault.plantFile("new", [2], in: "B")
        try vault.plantFolder("sub", id: "SB", in: "B")
    }

    private func vaultWithKnownX(_ kind: TestVaultKind) async throws -> (TestVault, VaultProvider) {
        let vault = try TestVault(kind)
        try vault.plantFolder("X", id: "A")
        try vault.plantFile("old", [1], in: "A")
        try vault.plantFolder("sub", id: "SA", in: "A")
        let provider = try vault.makeProvider()
        #expect(try await provider.names(in: "/X") == ["old", "sub"])
        #expect(try await provider.names(in: "/X/sub").isEmpty)
        return (vault, provider)
    }

    @Test("a folder that was made anew elsewhere is listed as it is now", arguments: TestVaultKind.allCases)
    func listing(_ kind: TestVaultKind) async throws {
        let (vault, provider) = try await vaultWithKnownX(kind)
        try remake(vault)
        #expect(try await provider.names(in: "/X") == ["new", "sub"])
    }

    @Test("below it, items are found, written, deleted and moved", arguments: TestVaultKind.allCases)
    func operations(_ kind: TestVaultKind) async throws {
        let (vault, _) = try await vaultWithKnownX(kind)
        try remake(vault)
        vault.cloud.remove(at: try vault.contents(of: "SA"))
        let start = vault.cloud.snapshot()
        let operations: [@Sendable (VaultProvider) async throws -> Void] = [
            { vault in
                let content = try await vault.content(of: "/X/new")
                #expect(content == [2])
            },
            { vault in
                let metadata = try await vault.fetchItemMetadata(at: CloudPath("/X/new"))
                #expect(metadata.size == 1)
            },
            { try await $0.put([3], at: "/X/more", .absent) },
            { try await $0.put([3], at: "/X/sub/more", .absent) },
            { try await $0.createFolder(at: CloudPath("/X/folder")) },
            { try await $0.deleteFile(at: CloudPath("/X/new")) },
            { try await $0.deleteFolder(at: CloudPath("/X/sub")) },
            { try await $0.moveFile(from: CloudPath("/X/new"), to: CloudPath("/X/sub/moved")) },
            { try await $0.moveFile(from: CloudPath("/X/new"), to: CloudPath("/moved")) },
        ]
        for operation in operations {
            let (fresh, provider) = try await vaultWithKnownX(kind)
            try remake(fresh)
            fresh.cloud.remove(at: try fresh.contents(of: "SA"))
            try await operation(provider)
        }
        #expect(vault.cloud.snapshot() == start)
    }

    @Test("a folder that became a file, or is gone, is so", arguments: TestVaultKind.allCases)
    func otherKind(_ kind: TestVaultKind) async throws {
        let (vault, provider) = try await vaultWithKnownX(kind)
        vault.cloud.remove(at: try vault.contents(of: "A"))
        vault.cloud.remove(at: try vault.entry("X", .folder))
        await #expect(throws: CloudProviderError.itemNotFound) { try await provider.names(in: "/X") }
        await #expect(throws: CloudProviderError.itemNotFound) { try await provider.content(of: "/X/old") }
        await #expect(throws: CloudProviderError.parentFolderDoesNotExist) { try await provider.put([1], at: "/X/new") }
        try vault.plantFile("X", [9])
        await #expect(throws: CloudProviderError.itemTypeMismatch) { try await provider.names(in: "/X") }
        await #expect(throws: CloudProviderError.itemNotFound) { try await provider.content(of: "/X/old") }
        await #expect(throws: CloudProviderError.parentFolderDoesNotExist) {
            try await provider.createFolder(at: CloudPath("/X/new"))
        }
    }

    @Test(
        "deletions and moves never touch a tree that was moved away, however deep below it",
        arguments: TestVaultKind.allCases
    )
    func movedTree(_ kind: TestVaultKind) async throws {
        let operations: [@Sendable (VaultProvider) async throws -> Void] = [
            { try await $0.deleteFile(at: CloudPath("/X/sub/f")) },
            { try await $0.deleteFolder(at: CloudPath("/X/sub")) },
            { try await $0.deleteFolder(at: CloudPath("/X")) },
            { try await $0.moveFile(from: CloudPath("/X/sub/f"), to: CloudPath("/X/sub/g")) },
            { try await $0.moveFolder(from: CloudPath("/X/sub"), to: CloudPath("/sub")) },
        ]
        for operation in operations {
            let (vault, provider) = try await vaultWithKnownX(kind)
            try vault.plantFile("f", [1], in: "SA")
            #expect(try await provider.names(in: "/X/sub") == ["f"])
            let other = try vault.makeProvider()
            try await other.moveFolder(from: CloudPath("/X"), to: CloudPath("/moved"))
            try vault.plantFolder("X", id: "B")
            try vault.plantFolder("sub", id: "SB", in: "B")
            try vault.plantFile("f", [2], in: "SB")
            try await operation(provider)
            let reader = try vault.makeProvider()
            #expect(try await reader.names(in: "/moved") == ["old", "sub"])
            #expect(try await reader.content(of: "/moved/sub/f") == [1])
            await #expect(throws: CloudProviderError.itemNotFound) { try await reader.content(of: "/X/sub/f") }
        }
    }

    @Test("a lookup that was overtaken by a move isn't remembered")
    func overtaken() async throws {
        let vault = try TestVault(.format8GCM)
        try vault.plantFolder("X", id: "A")
        try vault.plantFile("f", [1], in: "A")
        let provider = try vault.makeProvider()
        let gate = Gate()
        vault.cloud.faults.arm(Fault(.readFile, at: try vault.body("X", .folder), .before, .hold(gate)))
        let lookup = Task { try await provider.content(of: "/X/f") }
        await gate.arrival()
        try await provider.moveFolder(from: CloudPath("/X"), to: CloudPath("/Y"))
        await gate.open()
        _ = try? await lookup.value
        await #expect(throws: CloudProviderError.itemNotFound) { try await provider.content(of: "/X/f") }
        #expect(try await provider.content(of: "/Y/f") == [1])
    }

    @Test("the cache holds a limited number of folders, those used last")
    func limit() {
        var cache = BoundedCache<Int, Int>(limit: 100)
        for number in 0..<1000 {
            cache[number] = number
            #expect(cache.count <= 100)
            #expect(cache[0] == 0, "what is used stays")
        }
        #expect(cache[999] == 999)
        #expect(cache[500] == nil)
        cache.removeAll { $0 == 0 }
        #expect(cache[0] == nil)
    }
}
