import CloudCore
import ConformanceKit
import Foundation
import InMemoryCloud
import Testing

@testable import VaultCrypto

/// What opens, what doesn't, and why (field cases F-VCRY-02 to -06, F-ERR-07, F-PERF-06).
@Suite("Opening vaults")
struct OpeningTests {
    private let path: CloudPath
    private let cloud = InMemoryCloud()

    init() throws {
        path = try CloudPath("/vault")
    }

    private var provider: InMemoryProvider { cloud.makeProvider() }

    private func create(_ kind: NewVault = .format8(), passphrase: String = "pass") async throws -> UnlockedVault {
        try await Vault.create(at: path, in: provider, passphrase: passphrase, as: kind, scryptCostParam: 2)
    }

    private func file(_ name: String) throws -> CloudPath { try path.appending(name) }

    @Test(
        "every kind opens with its passphrase, and with no other",
        arguments: [
            NewVault.format6, .format7, .format8(), .format8(cipherCombo: .sivCtrMac, shorteningThreshold: 36),
        ]
    )
    func kinds(_ kind: NewVault) async throws {
        let created = try await create(kind)
        try await created.makeProvider().put([1], at: "/file")
        let before = cloud.snapshot()
        let opened = try await Vault.open(at: path, in: provider, passphrase: "pass")
        #expect(opened.info == created.info)
        #expect(try await opened.makeProvider().content(of: "/file") == [1])
        await #expect(throws: VaultError.wrongPassphrase) {
            try await Vault.open(at: path, in: provider, passphrase: "Pass")
        }
        #expect(cloud.snapshot() == before, "opening writes nothing, backups included")
    }

    @Test("composed and decomposed forms of a passphrase are one")
    func normalisation() async throws {
        _ = try await create(passphrase: "\u{21B}")
        _ = try await Vault.open(at: path, in: provider, passphrase: "t\u{326}")
    }

    @Test("no vault: neither file, or no folder d")
    func noVault() async throws {
        cloud.makeFolder(at: path)
        await #expect(throws: VaultError.notAVault) { try await Vault.inspect(at: path, in: provider) }
        await #expect(throws: VaultError.notAVault) { try await Vault.inspect(at: CloudPath("/nothing"), in: provider) }
        _ = try await create()
        cloud.remove(at: try file("d"))
        await #expect(throws: VaultError.notAVault) { try await Vault.inspect(at: path, in: provider) }
    }

    @Test("backups and other files are not taken for the files themselves")
    func exactNames() async throws {
        _ = try await create()
        for name in ["vault.cryptomator", "masterkey.cryptomator"] {
            let content = try #require(cloud.contents(at: file(name)))
            cloud.put(content, at: try file(name + ".ABCD1234.bkup"))
            cloud.put(content, at: try file(name + " (1)"))
            cloud.remove(at: try file(name))
        }
        await #expect(throws: VaultError.notAVault) { try await Vault.inspect(at: path, in: provider) }
    }

    @Test("a missing configuration or masterkey file is named")
    func missingFile() async throws {
        _ = try await create()
        let config = try #require(cloud.contents(at: file("vault.cryptomator")))
        cloud.remove(at: try file("vault.cryptomator"))
        await #expect(throws: VaultError.vaultConfigMissing) { try await Vault.inspect(at: path, in: provider) }
        cloud.put(config, at: try file("vault.cryptomator"))
        cloud.remove(at: try file("masterkey.cryptomator"))
        await #expect(throws: VaultError.masterkeyFileMissing) { try await Vault.inspect(at: path, in: provider) }
    }

    @Test("versions that are not supported", arguments: [5, 8, 9, 1000])
    func versions(_ version: Int) async throws {
        _ = try await create(.format7)
        let masterkey = String(decoding: try #require(cloud.contents(at: file("masterkey.cryptomator"))), as: UTF8.self)
        let changed = masterkey.replacing(try Regex("\"version\" ?: ?7"), with: "\"version\":\(version)")
        #expect(changed != masterkey)
        cloud.put(changed.utf8, at: try file("masterkey.cryptomator"))
        await #expect(throws: VaultError.unsupportedVaultVersion(version)) {
            try await Vault.inspect(at: path, in: provider)
        }
    }

    @Test("a version that was tampered with is found out")
    func downgrade() async throws {
        _ = try await create(.format7)
        let masterkey = String(decoding: try #require(cloud.contents(at: file("masterkey.cryptomator"))), as: UTF8.self)
        cloud.put(
            masterkey.replacing(try Regex("\"version\" ?: ?7"), with: "\"version\":6").utf8,
            at: try file("masterkey.cryptomator")
        )
        await #expect(throws: VaultError.malformedMasterkeyFile("incorrect version or versionMac")) {
            try await Vault.open(at: path, in: provider, passphrase: "pass")
        }
    }

    private func token(header: String, payload: String) -> String {
        [header, payload, "signature"].map {
            Data($0.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
                .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        }.joined(separator: ".")
    }

    @Test("configurations that are refused before a passphrase is asked for")
    func refusedConfigurations() async throws {
        _ = try await create()
        let key = "masterkeyfile:masterkey.cryptomator"
        let payload = #"{"jti":"a","format":8,"cipherCombo":"SIV_GCM","shorteningThreshold":220}"#
        let rows: [(String, String, VaultError)] = [
            (#"{"alg":"none","kid":"\#(key)"}"#, payload, .unsupportedAlgorithm("none")),
            (#"{"alg":"RS256","kid":"\#(key)"}"#, payload, .unsupportedAlgorithm("RS256")),
            (
                #"{"alg":"HS256","kid":"hub+https://hub.example.org/api/vaults/1"}"#, payload,
                .hubVault("hub.example.org")
            ),
            (
                #"{"alg":"HS256","kid":"masterkeyfile:../../etc/passwd"}"#, payload,
                .unsupportedKeyLocation("masterkeyfile:../../etc/passwd")
            ),
            (
                #"{"alg":"HS256","kid":"\#(key)"}"#, payload.replacingOccurrences(of: "8,", with: "9,"),
                .unsupportedVaultVersion(9)
            ),
            (
                #"{"alg":"HS256","kid":"\#(key)"}"#, payload.replacingOccurrences(of: "GCM", with: "XYZ"),
                .unsupportedCipherCombo("SIV_XYZ")
            ),
        ]
        for (header, payload, error) in rows {
            cloud.put(token(header: header, payload: payload).utf8, at: try file("vault.cryptomator"))
            await #expect(throws: error) { try await Vault.inspect(at: path, in: provider) }
        }
        for text in ["", "a.b", "a.b.c.d", "%%%.%%%.%%%", String(repeating: "x", count: 1 << 20)] {
            cloud.put(text.utf8, at: try file("vault.cryptomator"))
            do {
                _ = try await Vault.inspect(at: path, in: provider)
                Issue.record("a configuration that is none was accepted")
            } catch let error as VaultError {
                #expect(error.code == "malformedVaultConfig", "\(error)")
            }
        }
    }

    @Test("the masterkey of another vault: its own error, and nothing is written")
    func otherVaultsKey() async throws {
        _ = try await create()
        let other = try CloudPath("/other")
        _ = try await Vault.create(at: other, in: provider, passphrase: "b", scryptCostParam: 2)
        cloud.put(
            try #require(cloud.contents(at: other.appending("masterkey.cryptomator"))),
            at: try file("masterkey.cryptomator")
        )
        let before = cloud.snapshot()
        await #expect(throws: VaultError.keyDoesNotBelongToVault) {
            try await Vault.open(at: path, in: provider, passphrase: "b")
        }
        await #expect(throws: VaultError.keyDoesNotBelongToVault) {
            try await Vault.changePassphrase(
                at: path,
                in: provider,
                from: SecretBytes(utf8: "b"),
                to: SecretBytes(utf8: "c")
            )
        }
        #expect(cloud.snapshot() == before)
    }

    @Test("hostile scrypt parameters are refused, not tried")
    func hostileParameters() async throws {
        _ = try await create()
        let masterkey = String(decoding: try #require(cloud.contents(at: file("masterkey.cryptomator"))), as: UTF8.self)
        cloud.put(
            masterkey.replacing(try Regex("\"scryptCostParam\" ?: ?2"), with: "\"scryptCostParam\":1073741824").utf8,
            at: try file("masterkey.cryptomator")
        )
        await #expect(throws: VaultError.unsupportedScryptParameters(costParam: 1 << 30, blockSize: 8)) {
            try await Vault.open(at: path, in: provider, passphrase: "pass")
        }
    }

    @Test("an unfinished migration is told, not shown in part", arguments: [".c9r", ".c9s"])
    func unfinishedMigration(_ ending: String) async throws {
        let vault = try await create(.format6)
        let root = try vault.makeProvider().tree.root.contents
        cloud.put([1], at: try root.appending("._" + String(repeating: "A", count: 28) + ending))
        _ = try await Vault.open(at: path, in: provider, passphrase: "pass")
        cloud.put([1], at: try root.appending(String(repeating: "A", count: 28) + ending))
        await #expect(throws: VaultError.migrationUnfinished) {
            try await Vault.open(at: path, in: provider, passphrase: "pass")
        }
    }

    @Test(
        "an expired login shows as such while unlocking",
        arguments: [CloudProviderError.unauthorized, .noInternetConnection]
    )
    func delegateErrors(_ error: CloudProviderError) async throws {
        _ = try await create()
        cloud.faults.arm(Fault(nil, .before, .fail(error), times: .max))
        await #expect(throws: error) { try await Vault.open(at: path, in: provider, passphrase: "pass") }
    }

    @Test("both files are fetched at once")
    func parallel() async throws {
        _ = try await create()
        let (first, second) = (Gate(), Gate())
        cloud.faults.arm(Fault(.openFile, at: try file("masterkey.cryptomator"), .before, .hold(first)))
        cloud.faults.arm(Fault(.openFile, at: try file("vault.cryptomator"), .before, .hold(second)))
        let opening = Task { try await Vault.open(at: path, in: provider, passphrase: "pass") }
        await first.arrival()
        await second.arrival()
        await first.open()
        await second.open()
        _ = try await opening.value
    }

    @Test("the factories make providers from a key that the caller has")
    func factories() async throws {
        let vault = try await create()
        try await vault.makeProvider().put([1], at: "/file")
        let token = String(decoding: try #require(cloud.contents(at: file("vault.cryptomator"))), as: UTF8.self)
        let config = try UnverifiedVaultConfig(token: token)
        let made = try VaultProviderFactory.createVaultProvider(
            from: config,
            masterkey: vault.masterkey,
            vaultPath: path,
            with: provider
        )
        #expect(try await made.content(of: "/file") == [1])
        #expect(throws: VaultError.keyDoesNotBelongToVault) {
            try VaultProviderFactory.createVaultProvider(
                from: config,
                masterkey: Masterkey.createNew(),
                vaultPath: path,
                with: provider
            )
        }
        for (version, error) in [(5, VaultError.unsupportedVaultVersion(5)), (999, .vaultConfigMissing)] {
            #expect(throws: error) {
                try VaultProviderFactory.createLegacyVaultProvider(
                    from: vault.masterkey,
                    vaultVersion: version,
                    vaultPath: path,
                    with: provider
                )
            }
        }
    }
}
