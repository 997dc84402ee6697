import CloudCore
import InMemoryCloud
import Testing

@testable import VaultCrypto

@Suite("Capabilities of a vault")
struct CapabilityTests {
    @Test("quota and cheap listing are those of the delegate", arguments: [true, false])
    func forwarded(_ has: Bool) async throws {
        var settings = InMemoryCloud.Settings()
        settings.quota = has ? 1_000_000 : nil
        settings.cheapListing = has
        settings.copiesFiles = has
        let provider = try TestVault(.format8GCM, in: InMemoryCloud(settings)).makeProvider()
        #expect((provider.capability((any QuotaReporting).self) != nil) == has)
        #expect((provider.capability((any CheapListing).self) != nil) == has)
        #expect((provider.capability((any ServerSideCopying).self) != nil) == has)
        #expect(provider.capability((any StreamingCloudProvider).self) != nil)
        #expect(provider.capability((any NamePolicyProviding).self) != nil)
        #expect(provider.capability((any ReplacingMoves).self) == nil)
        if has { #expect(try await provider.capability((any QuotaReporting).self)?.fetchQuota().total == 1_000_000) }
    }

    @Test("a copy by the service is readable under its new name, long or short", arguments: TestVaultKind.allCases)
    func copies(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let provider = try vault.makeProvider()
        let copier = try #require(provider.capability((any ServerSideCopying).self))
        let long = "/" + String(repeating: "l", count: 200)
        try await provider.put([1, 2, 3], at: "/a")
        try await provider.createFolder(at: CloudPath("/folder"))
        for (source, target) in [("/a", "/folder/b"), ("/a", long), (long, "/folder" + long), (long, "/c")] {
            let copy = try await copier.copyFile(from: CloudPath(source), to: CloudPath(target), condition: .absent)
            #expect(copy.size == 3)
            #expect(try await provider.content(of: target) == [1, 2, 3])
        }
        let a = try CloudPath("/a")
        await #expect(throws: CloudProviderError.itemAlreadyExists) {
            try await copier.copyFile(from: a, to: CloudPath("/c"), condition: .absent)
        }
        await #expect(throws: CloudProviderError.itemAlreadyExists) {
            try await copier.copyFile(from: a, to: CloudPath("/folder"), condition: .none)
        }
        await #expect(throws: CloudProviderError.itemTypeMismatch) {
            try await copier.copyFile(from: CloudPath("/folder"), to: CloudPath("/d"), condition: .none)
        }
        await #expect(throws: CloudProviderError.itemNotFound) {
            try await copier.copyFile(from: CloudPath("/missing"), to: CloudPath("/d"), condition: .none)
        }
        await #expect(throws: CloudProviderError.parentFolderDoesNotExist) {
            try await copier.copyFile(from: a, to: CloudPath("/missing/d"), condition: .none)
        }
    }

    @Test("names are composed and told apart by case, and as long as the ciphertext can be stored")
    func namePolicy() throws {
        let free = try TestVault(.format8GCM).makeProvider().namePolicy
        #expect(free.caseSensitivity == .sensitive)
        #expect(free.normalization == .composed)
        #expect(free.violation(of: String(repeating: "a", count: 1000)) == nil)
        #expect(free.violation(of: "a:*?\"<>|\\\n") == nil)

        // eCryptfs takes names of 143 bytes: 34 groups of 4 characters and the ending, so 34 · 3 − 16 = 86 bytes.
        var settings = InMemoryCloud.Settings()
        settings.namePolicy.maximumNameLength = 143
        let narrow = try TestVault(.format8GCM, in: InMemoryCloud(settings)).makeProvider().namePolicy
        #expect(narrow.violation(of: String(repeating: "a", count: 86)) == nil)
        #expect(narrow.violation(of: String(repeating: "a", count: 87)) != nil)
    }

    @Test("what the delegate can't hold is refused before any request")
    func refused() async throws {
        var settings = InMemoryCloud.Settings()
        settings.namePolicy.maximumNameLength = 143
        let vault = try TestVault(.format8GCM, in: InMemoryCloud(settings))
        let provider = try vault.makeProvider()
        let name = String(repeating: "a", count: 86)
        try await provider.put([1], at: "/" + name)
        #expect(try await provider.names() == [name])
        vault.cloud.faults.reset()
        await #expect(throws: VaultNodeError.self) { try await provider.put([1], at: "/a" + name) }
        await #expect(throws: VaultNodeError.self) { try await provider.createFolder(at: CloudPath("/a" + name)) }
        await #expect(throws: VaultNodeError.self) {
            try await provider.moveFile(from: CloudPath("/" + name), to: CloudPath("/a" + name))
        }
        #expect(vault.cloud.faults.requests.isEmpty)
    }
}
