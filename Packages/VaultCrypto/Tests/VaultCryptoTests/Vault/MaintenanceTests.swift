import CloudCore
import ConformanceKit
import Foundation
import InMemoryCloud
import Testing

@testable import VaultCrypto

/// Creating vaults, changing passphrases, restoring from recovery keys (vault format, sections 10 to 13).
@Suite("Creating and maintaining vaults")
struct MaintenanceTests {
    private let path: CloudPath
    private let cloud = InMemoryCloud()

    init() throws {
        path = try CloudPath("/vault")
    }

    private var provider: InMemoryProvider { cloud.makeProvider() }

    private func file(_ name: String) throws -> CloudPath { try path.appending(name) }

    private func create(_ kind: NewVault = .format8()) async throws -> UnlockedVault {
        try await Vault.create(at: path, in: provider, passphrase: "old", as: kind, scryptCostParam: 2)
    }

    private func changes() -> [String] {
        cloud.faults.requests.filter(\.operation.isChange).map { "\($0.operation.rawValue) \($0.path.string)" }
    }

    private static let kinds = [NewVault.format6, .format7, .format8(), .format8(cipherCombo: .sivCtrMac)]

    @Test("a new vault of format 8 is written in the order of the format")
    func creation() async throws {
        let vault = try await create()
        let root = try vault.makeProvider().tree.root.contents
        #expect(
            changes() == [
                "createFolder /vault", "writeFile /vault/masterkey.cryptomator", "writeFile /vault/vault.cryptomator",
                "createFolder \(root)", "createFolder \(root.parent)", "createFolder /vault/d",
                "createFolder \(root.parent)", "createFolder \(root)", "writeFile \(root)/dirid.c9r",
            ]
        )
        #expect(cloud.contents(at: try root.appending("dirid.c9r"))?.count == 68)
        let masterkey = try #require(cloud.contents(at: file("masterkey.cryptomator")))
        let json = try #require(try JSONSerialization.jsonObject(with: Data(masterkey)) as? [String: Any])
        #expect(json["version"] as? Int == 999)
        #expect(json["scryptBlockSize"] as? Int == 8)
        let token = String(decoding: try #require(cloud.contents(at: file("vault.cryptomator"))), as: UTF8.self)
        let config = try UnverifiedVaultConfig(token: token)
        #expect(config.keyId == "masterkeyfile:masterkey.cryptomator")
        #expect(config.alg == "HS256")
        #expect((config.format, config.cipherCombo, config.shorteningThreshold) == (8, "SIV_GCM", 220))
        #expect(try await vault.makeProvider().names().isEmpty)
    }

    @Test("older formats have what they had", arguments: [(NewVault.format6, 6), (.format7, 7)])
    func olderFormats(_ kind: NewVault, _ version: Int) async throws {
        _ = try await create(kind)
        let names = Set(cloud.paths.filter { $0.parent == path }.map(\.name))
        #expect(names == (version == 6 ? ["masterkey.cryptomator", "d", "m"] : ["masterkey.cryptomator", "d"]))
        #expect(!cloud.paths.contains { $0.name == "dirid.c9r" })
        let masterkey = try #require(cloud.contents(at: file("masterkey.cryptomator")))
        #expect(try MasterkeyFile.withContentFromData(Data(masterkey)).version == version)
    }

    @Test("the folder must be missing or empty")
    func occupied() async throws {
        cloud.makeFolder(at: path)
        _ = try await create()
        let before = cloud.snapshot()
        await #expect(throws: CloudProviderError.itemAlreadyExists) { try await create() }
        #expect(cloud.snapshot() == before)
        cloud.put([1], at: try CloudPath("/file"))
        for (occupied, error) in [
            ("/file", CloudProviderError.itemAlreadyExists), ("/missing/vault", .parentFolderDoesNotExist),
        ] {
            await #expect(throws: error) {
                try await Vault.create(at: CloudPath(occupied), in: provider, passphrase: "p", scryptCostParam: 2)
            }
        }
    }

    @Test("a creation that fails leaves nothing, and can be repeated", arguments: kinds, [true, false])
    func failedCreation(_ kind: NewVault, _ hasFolder: Bool) async throws {
        if hasFolder { cloud.makeFolder(at: path) }
        let start = cloud.snapshot()
        _ = try await create(kind)
        let count = changes().count
        for number in 1..<count {
            cloud.restore(start)
            cloud.faults.reset()
            let left = Locked(number)
            cloud.faults.arm(
                Fault(
                    .writeFile,
                    .before,
                    .run {
                        if left.withLock({ left in
                            left -= 1; return left == 0
                        }) {
                            throw InjectedFailure()
                        }
                    },
                    times: .max
                )
            )
            do {
                _ = try await create(kind)
            } catch {
                #expect(error is InjectedFailure)
                #expect(cloud.snapshot().paths == start.paths, "\(kind)")
            }
            cloud.faults.reset()
            cloud.restore(start)
            _ = try await create(kind)
        }
    }

    @Test("a changed passphrase: the backup first, then one request; nothing else changes", arguments: kinds)
    func changePassphrase(_ kind: NewVault) async throws {
        try await create(kind).makeProvider().put([1], at: "/file")
        let old = try #require(cloud.contents(at: file("masterkey.cryptomator")))
        let before = cloud.snapshot().files
        cloud.faults.reset()
        try await Vault.changePassphrase(
            at: path,
            in: provider,
            from: SecretBytes(utf8: "old"),
            to: SecretBytes(utf8: "new")
        )
        let backup = try file(BackupName.name(for: "masterkey.cryptomator", contents: old))
        #expect(changes() == ["writeFile \(backup)", "writeFile /vault/masterkey.cryptomator"])
        #expect(cloud.contents(at: backup) == old)
        var after = cloud.snapshot().files
        let masterkey = try file("masterkey.cryptomator")
        let replaced = after.removeValue(forKey: masterkey)
        let new = try #require(replaced)
        after[backup] = nil
        #expect(after == before.filter { $0.key.name != "masterkey.cryptomator" })

        let (oldFile, newFile) = try (
            MasterkeyFile.withContentFromData(Data(old)), MasterkeyFile.withContentFromData(Data(new))
        )
        #expect(newFile.version == oldFile.version)
        #expect(newFile.scrypt.costParam == 32_768)
        #expect(newFile.salt != oldFile.salt)
        let opened = try await Vault.open(at: path, in: provider, passphrase: "new")
        #expect(try await opened.makeProvider().content(of: "/file") == [1])
        await #expect(throws: VaultError.wrongPassphrase) {
            try await Vault.open(at: path, in: provider, passphrase: "old")
        }
        cloud.put(old, at: try file("masterkey.cryptomator"))
        _ = try await Vault.open(at: path, in: provider, passphrase: "old")
    }

    @Test("a wrong passphrase changes nothing")
    func wrongPassphrase() async throws {
        _ = try await create()
        let before = cloud.snapshot()
        await #expect(throws: VaultError.wrongPassphrase) {
            try await Vault.changePassphrase(
                at: path,
                in: provider,
                from: SecretBytes(utf8: "x"),
                to: SecretBytes(utf8: "new")
            )
        }
        #expect(cloud.snapshot() == before)
    }

    @Test("a change that fails leaves the old file, and its answer lost is no failure")
    func failedChange() async throws {
        _ = try await create()
        let masterkey = try file("masterkey.cryptomator")
        let old = try #require(cloud.contents(at: masterkey))
        func change() async throws {
            try await Vault.changePassphrase(
                at: path,
                in: provider,
                from: SecretBytes(utf8: "old"),
                to: SecretBytes(utf8: "new")
            )
        }
        cloud.faults.arm(Fault(.writeFile, at: masterkey, .before, .fail(InjectedFailure())))
        await #expect(throws: InjectedFailure.self) { try await change() }
        #expect(cloud.contents(at: masterkey) == old)
        cloud.faults.arm(Fault(.writeFile, at: masterkey, .after, .fail(InjectedFailure())))
        try await change()
        _ = try await Vault.open(at: path, in: provider, passphrase: "new")
    }

    @Test("where replacing isn't atomic, the error of a failed one names the backup")
    func damagedChange() async throws {
        cloud.configure { $0.visibility = .whileWritten }
        _ = try await create()
        let masterkey = try file("masterkey.cryptomator")
        let old = try #require(cloud.contents(at: masterkey))
        let backup = try file(BackupName.name(for: "masterkey.cryptomator", contents: old))
        cloud.faults.arm(Fault(.writeFile, at: masterkey, .body(100), .fail(InjectedFailure())))
        await #expect(throws: MasterkeyReplacementError(backup: backup)) {
            try await Vault.changePassphrase(
                at: path,
                in: provider,
                from: SecretBytes(utf8: "old"),
                to: SecretBytes(utf8: "new")
            )
        }
        #expect(cloud.contents(at: backup) == old)
    }

    @Test("the recovery key gives a vault a new passphrase", arguments: kinds)
    func restore(_ kind: NewVault) async throws {
        let vault = try await create(kind)
        try await vault.makeProvider().put([1], at: "/file")
        let words = vault.recoveryKey
        let old = try #require(cloud.contents(at: file("masterkey.cryptomator")))
        try await Vault.restore(
            at: path,
            in: provider,
            recoveryKey: words,
            newPassphrase: SecretBytes(utf8: "new"),
            scryptCostParam: 2
        )
        #expect(cloud.contents(at: try file(BackupName.name(for: "masterkey.cryptomator", contents: old))) == old)
        let opened = try await Vault.open(at: path, in: provider, passphrase: "new")
        #expect(opened.info == vault.info)
        #expect(try await opened.makeProvider().content(of: "/file") == [1])
    }

    @Test("a missing or damaged masterkey file of format 8 is made anew", arguments: [nil, [UInt8]("damaged".utf8)])
    func restoreMissing(_ damaged: [UInt8]?) async throws {
        let vault = try await create()
        let masterkey = try file("masterkey.cryptomator")
        cloud.remove(at: masterkey)
        if let damaged { cloud.put(damaged, at: masterkey) }
        try await Vault.restore(
            at: path,
            in: provider,
            recoveryKey: vault.recoveryKey,
            newPassphrase: SecretBytes(utf8: "new"),
            scryptCostParam: 2
        )
        let opened = try await Vault.open(at: path, in: provider, passphrase: "new")
        #expect(opened.masterkey.rawKey.revealed == vault.masterkey.rawKey.revealed)
    }

    @Test("the recovery key of another vault is refused, and nothing is written", arguments: kinds)
    func foreignRecoveryKey(_ kind: NewVault) async throws {
        _ = try await create(kind)
        let foreign = RecoveryKey.encode(try Masterkey.createNew())
        let before = cloud.snapshot()
        await #expect(throws: VaultError.keyDoesNotBelongToVault) {
            try await Vault.restore(
                at: path,
                in: provider,
                recoveryKey: foreign,
                newPassphrase: SecretBytes(utf8: "new"),
                scryptCostParam: 2
            )
        }
        #expect(cloud.snapshot() == before)
        cloud.faults.reset()
        await #expect(throws: RecoveryKey.Failure.self) {
            try await Vault.restore(
                at: path,
                in: provider,
                recoveryKey: "no words",
                newPassphrase: SecretBytes(utf8: "new")
            )
        }
        #expect(cloud.faults.requests.isEmpty)
    }

    @Test("important files are written durably where the delegate can do that")
    func durable() async throws {
        let recorder = DurableRecorder(wrapped: provider)
        let delegate = FilesOnlyProvider(wrapped: provider, durable: recorder)
        _ = try await Vault.create(at: path, in: delegate, passphrase: "old", scryptCostParam: 2)
        try await Vault.changePassphrase(
            at: path,
            in: delegate,
            from: SecretBytes(utf8: "old"),
            to: SecretBytes(utf8: "new")
        )
        let names = recorder.written.withLock { $0 }
        #expect(names.count == 4)
        #expect(names[0] == "masterkey.cryptomator" && names[1] == "vault.cryptomator")
        #expect(BackupName.isBackup(names[2], of: "masterkey.cryptomator") && names[3] == "masterkey.cryptomator")
    }

    @Test("the plugin opens a vault over another remote")
    func plugin() async throws {
        try await create().makeProvider().put([1], at: "/file")
        let base = provider
        let context = ProviderContext(
            secret: { key in
                #expect(key == "passphrase")
                return SecretBytes(utf8: "old")
            },
            provider: { remote in
                #expect(remote == "work")
                return base
            }
        )
        #expect(VaultPlugin.identifier == "vault")
        for over in ["work:/vault", "work:vault"] {
            let configuration = try VaultPlugin.configuration(from: ["over": over])
            let made = try await VaultPlugin.makeProvider(configuration, in: context)
            #expect(try await made.names() == ["file"])
        }
        for over in ["", "work", ":/vault", "work:/a/../b"] {
            #expect(throws: ConfigurationError.self) { try VaultPlugin.configuration(from: ["over": over]) }
        }
        #expect(throws: ConfigurationError.self) { try VaultPlugin.configuration(from: ["over": "a:/", "root": "/"]) }
        #expect(throws: ConfigurationError.self) {
            try VaultPlugin.configuration(from: ["over": "a:/", "passphrase": "p"])
        }
    }
}
