import CloudCore
import InMemoryCloud
import TestData
import TestDataTesting
import Testing

@testable import VaultCrypto

/// The check of contents: every header and chunk that doesn't authenticate is named.
@Suite("Checks of contents")
struct ContentCheckTests {
    private static let chunk = 32_768

    private func check(_ vault: TestVault) async throws -> [HealthFinding] {
        let before = vault.cloud.snapshot()
        let checked = try await CheckResult.of(vault.unlocked(), contents: true, repairs: false)
        #expect(vault.cloud.snapshot() == before)
        return checked.problems.filter { $0.result != .missingDirectoryIdBackup }
    }

    @Test("a damaged chunk deep in a file is named, and every other one", arguments: TestVaultKind.allCases)
    func damagedChunks(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let content = (0..<12 * Self.chunk).map { UInt8(truncatingIfNeeded: $0 / 7) }
        var file = try vault.cryptor.encryptedFile(content)
        for chunk in [2, 9, 11] {
            file[vault.cryptor.headerSize + chunk * vault.cryptor.ciphertextChunkSize + 100] ^= 1
        }
        vault.cloud.put(file, at: try vault.body("file"))
        try vault.plantFile("good", content)
        let findings = try await check(vault)
        #expect(findings.map(\.chunk) == [2, 9, 11])
        #expect(findings.allSatisfy { $0.result == .unauthenticChunk && $0.severity == .critical })
        #expect(findings.allSatisfy { $0.path?.string == "/file" && $0.ciphertextPath == (try? vault.body("file")) })
    }

    @Test("a bad header, a bad chunk, a file of 0 bytes and a missing id", arguments: TestVaultKind.withFolders)
    func kinds(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let id = "b38b7ab5-2d7e-4a0d-9b0f-7d2f4cc00001"
        try vault.plantFolder("folder", id: id)
        var header = try vault.cryptor.encryptedFile([1, 2, 3])
        header[20] ^= 1
        vault.cloud.put(header, at: try vault.body("header", in: id))
        var chunk = try vault.cryptor.encryptedFile([1, 2, 3])
        chunk[chunk.count - 1] ^= 1
        vault.cloud.put(chunk, at: try vault.body("chunk", in: id))
        vault.cloud.put([], at: try vault.body("empty", in: id))
        vault.cloud.put(Array(repeating: 7, count: 40), at: try vault.body("short", in: id))
        vault.cloud.makeFolder(at: try vault.entry("no id", .folder))
        vault.cloud.put([1, 2, 3], at: try vault.contents(of: id).appending("foreign.txt"))
        try vault.plantFile("good", [1, 2, 3], in: id)
        let findings = try await check(vault)
        #expect(
            Set(findings.map { "\($0.result.rawValue) \($0.path?.string ?? "?")" }) == [
                "UnauthenticHeader /folder/header", "UnauthenticChunk /folder/chunk",
                "UnauthenticHeader /folder/empty", "UnauthenticHeader /folder/short", "UnknownType /no id",
            ]
        )
        #expect(findings.count == 5)
    }

    @Test("shortened files and the targets of links are decrypted too", arguments: TestVaultKind.withFolders)
    func otherPlaces(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let name = String(repeating: "l", count: 200)
        try vault.plantShortened(name, [1])
        let contents = try vault.shortened(name).entry.appending("contents.c9r")
        let link = try vault.body("link", .symlink)
        try vault.plantLink("link", to: "target")
        #expect(try await check(vault).isEmpty)
        for file in [contents, link] {
            var bytes = try #require(vault.cloud.contents(at: file))
            bytes[0] ^= 1
            vault.cloud.put(bytes, at: file)
        }
        let findings = try await check(vault)
        #expect(Set(findings.map(\.ciphertextPath)) == [contents, link])
        #expect(Set(findings.map(\.path?.string)) == ["/" + name, "/link"])
    }

    @Test("files in orphaned folders have no path", arguments: TestVaultKind.allCases)
    func orphaned(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let id = "b38b7ab5-2d7e-4a0d-9b0f-7d2f4cc00001"
        vault.cloud.put([], at: try vault.body("file", in: id))
        let findings = try await check(vault)
        #expect(Set(findings.map(\.result)) == [.orphanContentFolder, .unauthenticHeader])
        #expect(findings.allSatisfy { $0.path == nil })
    }

    private struct Edges: Decodable, Sendable {
        struct Entry: Decodable, Sendable {
            var path: String
            var cleartextSize: Int?
        }
        var entries: [Entry]
    }

    @Test("the odd ciphertexts: those that can't be read are the ones that are reported")
    func edges() async throws {
        let name = "edge-v8-gcm-odd-ciphertexts"
        let cloud = try await VaultFixture.cloud(with: name)
        let expected = try VaultFixture.expected(Edges.self, of: name)
        let vault = try await Vault.open(at: VaultFixture.path, in: cloud.makeProvider(), passphrase: "edge")
        let checked = try await CheckResult.of(vault, contents: true)
        let results: [HealthResult] = [.unauthenticHeader, .unauthenticChunk]
        let broken = checked.problems.filter { results.contains($0.result) }.compactMap(\.path?.string)
        #expect(
            Set(broken) == Set(expected.entries.filter { $0.cleartextSize == nil }.map(\.path)),
            "\(checked.problems)"
        )
    }

    @Test("one corrupt file of another program's vault", .requiresSharedData)
    func oneCorruptFile() async throws {
        let name = "negative-v8-ctrmac-one-corrupt-file"
        let cloud = try await VaultFixture.cloud(with: name)
        let vault = try await Vault.open(
            at: VaultFixture.path,
            in: cloud.makeProvider(),
            passphrase: VaultFixture.load(name).passphrase
        )
        let checked = try await CheckResult.of(vault, contents: true)
        #expect(checked.problems.filter { $0.severity == .critical }.map(\.path?.string) == ["/.DS_Store"])
    }
}
