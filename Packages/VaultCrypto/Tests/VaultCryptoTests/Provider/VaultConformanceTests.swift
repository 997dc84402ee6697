import CloudCore
import ConformanceKit
import ConformanceTesting
import Foundation
import InMemoryCloud
import Testing

@testable import VaultCrypto

/// The vault providers keep every rule of `CloudProvider`, whatever they lie over.
@Suite("Vault provider")
struct VaultConformanceTests {
    @Test("conforms in format 6", arguments: ConformanceCase.all)
    func format6(_ requirement: ConformanceCase) async throws {
        try await requirement.run { try fixture(.format6, .plain, in: $0) }
    }

    @Test("conforms in format 7", arguments: ConformanceCase.all)
    func format7(_ requirement: ConformanceCase) async throws {
        try await requirement.run { try fixture(.format7, .plain, in: $0) }
    }

    @Test("conforms in format 8 with SIV_CTRMAC", arguments: ConformanceCase.all)
    func format8CTRMAC(_ requirement: ConformanceCase) async throws {
        try await requirement.run { try fixture(.format8CTRMAC, .plain, in: $0) }
    }

    @Test("conforms in format 8 with SIV_GCM", arguments: ConformanceCase.all)
    func format8GCM(_ requirement: ConformanceCase) async throws {
        try await requirement.run { try fixture(.format8GCM, .plain, in: $0) }
    }

    @Test("conforms over a cloud that addresses by id and doesn't list cheaply", arguments: ConformanceCase.all)
    func expensive(_ requirement: ConformanceCase) async throws {
        try await requirement.run { try fixture(.format8GCM, .expensive, in: $0) }
    }

    @Test("conforms in format 6 over a cloud that addresses by id", arguments: ConformanceCase.all)
    func format6Expensive(_ requirement: ConformanceCase) async throws {
        try await requirement.run { try fixture(.format6, .expensive, in: $0) }
    }
}

/// What the vault lies over.
private enum Ground: Sendable {
    case plain
    case expensive

    var settings: InMemoryCloud.Settings {
        var settings = InMemoryCloud.Settings()
        if self == .expensive {
            settings.cheapListing = false
            settings.addressing = .identifiers
        }
        return settings
    }
}

private func fixture(_ kind: TestVaultKind, _ ground: Ground, in scratch: URL) throws -> ConformanceKit.Fixture {
    let cloud = InMemoryCloud(ground.settings)
    let vault = try TestVault(kind, in: cloud)
    let base = cloud.fixture(scratch: scratch)
    var fixture = ConformanceKit.Fixture(
        provider: try vault.makeProvider(),
        traits: base.traits,
        faults: cloud.faults,
        scratch: scratch
    )
    let cryptor = vault.cryptor
    fixture.traits.transferSize = { cryptor.ciphertextSize(ofCleartext: $0) }
    fixture.secondProvider = { try vault.makeProvider() }
    fixture.pagedProvider = { try vault.makeProvider(over: cloud.makeProvider(pageSize: $0)) }
    fixture.otherAccount = {
        try TestVault(kind, in: InMemoryCloud(ground.settings), rawKey: TestVault.otherRawKey).makeProvider()
    }
    fixture.limitSpace = base.limitSpace
    fixture.killer = InMemoryKiller(cloud) { try vault.makeProvider(over: $0) }
    fixture.makeLink = { path, target in
        try vault.plantLink(path.name, to: target, in: await folderId(at: path.parent, of: vault))
    }
    fixture.makeUnlistable = { folder in
        let contents = try vault.contents(of: await folderId(at: folder, of: vault))
        let name = kind.isFormat6 ? String(repeating: "A", count: 32) : String(repeating: "A", count: 24) + ".c9r"
        let path = try contents.appending(name)
        cloud.put([1], at: path)
        return path.string
    }
    if ground == .expensive, !kind.isFormat6 {
        fixture.traits.lacking[.kills] = "what a killed createFolder leaves shows as a folder until it is looked into"
    }
    if kind.isFormat6 {
        fixture.traits.lacking[.bothKinds] = nil
        fixture.makeBothKinds = { path, content in
            let id = try await folderId(at: path.parent, of: vault)
            try vault.plantFolder(path.name, id: UUID().uuidString, in: id)
            try vault.plantFile(path.name, content, in: id)
        }
        // Files tell their kind by their names: nothing has to be looked into.
        fixture.traits.lacking[.cheapListing] = nil
    }
    return fixture
}

/// The id of a folder, found by a provider of its own.
private func folderId(at path: CloudPath, of vault: TestVault) async throws -> String {
    try await vault.makeProvider().tree.withFolder(at: path, for: .listing) { String(decoding: $0.id, as: UTF8.self) }
}
