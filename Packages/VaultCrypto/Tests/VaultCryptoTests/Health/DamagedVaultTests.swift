import CloudCore
import CryptoPrimitives
import InMemoryCloud
import TestData
import TestDataTesting
import Testing

@testable import VaultCrypto

/// What cryptofs 2.6.9 found and repaired in a vault that was damaged by hand.
@Suite("The damaged vault of the Java reference")
struct DamagedVaultTests {
    private struct Expected: Decodable, Sendable {
        struct Result: Decodable, Sendable {
            var severity: String
            var result: String
            var fix: String?
        }

        struct Item: Decodable, Sendable {
            var type: CloudItemType
            var sha256: String?
        }

        var damages: [[String]]
        var healthBefore: [Result]
        var fixes: [Result]
        var healthAfterFixes: [Result]
        var listingAfterFixes: [String: Item]
    }

    private static let name = "damaged-v8-gcm"

    private func open(_ cloud: InMemoryCloud) async throws -> UnlockedVault {
        try await Vault.open(at: VaultFixture.path, in: cloud.makeProvider(), passphrase: "damaged")
    }

    private static let settings: [InMemoryCloud.Settings] = {
        var expensive = InMemoryCloud.Settings()
        expensive.cheapListing = false
        expensive.addressing = .identifiers
        expensive.pageSize = 2
        return [.init(), expensive]
    }()

    @Test("findings without repair", arguments: settings.indices)
    func findings(_ settings: Int) async throws {
        let expected = try VaultFixture.expected(Expected.self, of: Self.name)
        let cloud = try await VaultFixture.cloud(with: Self.name, settings: Self.settings[settings])
        let before = cloud.snapshot()
        let checked = try await CheckResult.of(open(cloud))
        #expect(cloud.snapshot() == before, "a check only reads")
        #expect(
            checked.problems.map { "\($0.severity.rawValue) \($0.result.rawValue)" }.sorted()
                == expected.healthBefore.map { "\($0.severity) \($0.result)" }.sorted()
        )
        for damage in expected.damages where HealthResult(rawValue: damage[0]) != nil {
            let paths = Set(try damage.dropFirst().map { try VaultFixture.path.appending(path: $0) })
            #expect(
                checked.problems.contains { finding in
                    finding.result.rawValue == damage[0] && paths.contains(finding.ciphertextPath)
                        && paths == Set([finding.ciphertextPath] + (finding.otherCiphertextPath.map { [$0] } ?? []))
                },
                "\(damage)"
            )
        }
        let repairable = checked.problems.filter { $0.repair == .available }.map(\.result.rawValue)
        #expect(repairable.sorted() == expected.fixes.filter { $0.fix == "applied" }.map(\.result).sorted())
        #expect(checked.summary.worstRemaining == .critical)
        let paths = Dictionary(
            checked.problems.map { ($0.result, $0.path?.string) },
            uniquingKeysWith: { first, _ in first }
        )
        #expect(paths[.missingContentFolder] == "/content dir missing")
        #expect(paths[.missingDirectoryIdBackup] == "/backup missing")
        #expect(paths[.ambiguousType] == "/ambiguous")
        #expect(paths[.orphanContentFolder] == .some(nil))
    }

    @Test("repairs, and what remains after them", arguments: settings.indices)
    func repairs(_ settings: Int) async throws {
        let expected = try VaultFixture.expected(Expected.self, of: Self.name)
        let cloud = try await VaultFixture.cloud(with: Self.name, settings: Self.settings[settings])
        let vault = try await open(cloud)
        let repaired = try await CheckResult.of(vault, repairs: true)
        #expect(
            repaired.problems.filter { $0.repair == .done }.map(\.result.rawValue).sorted()
                == expected.fixes.filter { $0.fix == "applied" }.map(\.result).sorted()
        )
        #expect(!repaired.problems.contains { if case .failed = $0.repair { true } else { false } })

        let after = try await CheckResult.of(vault)
        #expect(
            after.problems.map { "\($0.severity.rawValue) \($0.result.rawValue)" }.sorted()
                == expected.healthAfterFixes.map { "\($0.severity) \($0.result)" }.sorted()
        )
        let lostAndFound = after.problems.first { $0.result == .missingDirectoryIdBackup }
        #expect(lostAndFound?.path?.string == "/LOST+FOUND")

        let provider = try vault.makeProvider()
        for (path, item) in expected.listingAfterFixes where path != "/ambiguous" {
            var found = path
            if path.hasSuffix("/file1_hgc") {
                // The reference made this name up.
                let parent = try CloudPath(path).parent
                let names = try await provider.names(in: parent.string)
                #expect(names.count == 1)
                let name = try #require(names.first)
                #expect(name.wholeMatch(of: #/file1_-?[0-9a-v]+/#) != nil)
                found = try parent.appending(name).string
            }
            let metadata = try await provider.fetchItemMetadata(at: CloudPath(found))
            #expect(metadata.itemType == item.type, "\(path)")
            guard let hash = item.sha256 else { continue }
            #expect(hexText(Digest.sha256(try await provider.content(of: found))) == hash, "\(path)")
        }
        let inLostAndFound = try await provider.names(in: "/LOST+FOUND")
        #expect(inLostAndFound == ["OR52XC7QCKM4YD6ZBTQDDRVWGGVWZ632", "QEMZLZEO7OHS7BWH3JWSMBGNJYAY6PTU"])
        #expect(!cloud.paths.contains { $0.name == "52XC7QCKM4YD6ZBTQDDRVWGGVWZ632" })

        // The second repair writes the copy of an id that the first one left out; the third has nothing to do.
        let second = try await CheckResult.of(vault, repairs: true)
        #expect(second.problems.filter { $0.repair == .done }.map(\.result) == [.missingDirectoryIdBackup])
        let settled = cloud.snapshot()
        let third = try await CheckResult.of(vault, repairs: true)
        #expect(third.summary.repaired.isEmpty)
        #expect(cloud.snapshot() == settled)
    }

    @Test("healthy vaults have no findings but good ones", arguments: VaultFixture.own)
    func healthy(_ name: String) async throws {
        let fixture = try VaultFixture.load(name)
        let cloud = try await VaultFixture.cloud(with: name)
        let before = cloud.snapshot()
        let vault = try await Vault.open(
            at: VaultFixture.path,
            in: cloud.makeProvider(),
            passphrase: fixture.passphrase
        )
        let checked = try await CheckResult.of(vault, contents: true)
        #expect(cloud.snapshot() == before)
        // A vault that was migrated from format 7 has no copies of ids.
        #expect(checked.problems.allSatisfy { $0.result == .missingDirectoryIdBackup }, "\(checked.problemPlaces)")
        #expect(checked.summary.worstRemaining <= .info)
        let folders = 1 + (fixture.tree ?? []).filter { $0.type == .folder }.count
        let states: [HealthResult] = [.healthyDirectory, .missingDirectoryIdBackup]
        #expect(checked.findings.filter { states.contains($0.result) }.count == folders)
    }
}
