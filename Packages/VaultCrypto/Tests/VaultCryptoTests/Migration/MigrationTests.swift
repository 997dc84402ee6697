import CloudCore
import ConformanceKit
import Foundation
import InMemoryCloud
import Testing

@testable import VaultCrypto

/// Migration from format 6 to 7 and 8 (vault format, section 16), against what the Java reference made of the same
/// vault.
@Suite("Migration of the Java reference's vaults")
struct MigrationTests {
    private static let path = VaultFixture.path

    private func migrate(
        _ cloud: InMemoryCloud,
        over delegate: (any CloudProvider)? = nil,
        _ passphrase: String,
        to target: VaultMigration.Target
    ) async throws -> [VaultMigration.Event] {
        let events = Locked<[VaultMigration.Event]>([])
        try await VaultMigration(
            ofVaultAt: Self.path,
            in: delegate ?? cloud.makeProvider(),
            passphrase: SecretBytes(utf8: passphrase),
            scryptCostParam: 2
        ).run(to: target) { event in events.withLock { $0.append(event) } }
        return events.withLock(\.self)
    }

    /// The ciphertext without what differs from run to run.
    private func data(of cloud: InMemoryCloud) throws -> (paths: Set<CloudPath>, files: [CloudPath: [UInt8]]) {
        let data = try Self.path.appending("d")
        let snapshot = cloud.snapshot()
        return (
            Set(snapshot.paths.filter { $0.isDescendant(of: data) }),
            snapshot.files.filter { $0.key.isDescendant(of: data) }
        )
    }

    private func open(_ cloud: InMemoryCloud, _ passphrase: String) async throws -> UnlockedVault {
        try await Vault.open(at: Self.path, in: cloud.makeProvider(), passphrase: passphrase)
    }

    private static let settings: [InMemoryCloud.Settings] = {
        var expensive = InMemoryCloud.Settings()
        expensive.cheapListing = false
        expensive.addressing = .identifiers
        expensive.pageSize = 2
        return [.init(), expensive]
    }()

    @Test(
        "the ciphertext becomes that of the reference, byte for byte",
        arguments: [(6, 7), (6, 8), (7, 8)],
        settings.indices
    )
    func reference(_ step: (from: Int, to: Int), _ settings: Int) async throws {
        let cloud = try await VaultFixture.cloud(
            with: "migration-s-step-\(step.from)",
            settings: Self.settings[settings]
        )
        let reference = try await VaultFixture.cloud(with: "migration-s-step-\(step.to)")
        let fixture = try VaultFixture.load("migration-s-step-\(step.to)")
        let file = try Self.path.appending("masterkey.cryptomator")
        let oldMasterkey = try #require(cloud.contents(at: file))
        let target = try #require(VaultMigration.Target(rawValue: step.to))
        let events = try await migrate(cloud, fixture.passphrase, to: target)
        #expect(events == (step.from + 1...step.to).map { .reached(format: $0) })

        let (migrated, expected) = (try data(of: cloud), try data(of: reference))
        #expect(migrated.paths == expected.paths)
        #expect(migrated.files == expected.files)
        let names = Set(cloud.paths.filter { $0.parent == Self.path }.map(\.name))
        #expect(!names.contains("m"))
        #expect(names.contains("vault.cryptomator") == (step.to == 8))
        let backup = BackupName.name(for: "masterkey.cryptomator", contents: oldMasterkey)
        #expect(cloud.contents(at: try Self.path.appending(backup)) == oldMasterkey)
        let masterkey = try MasterkeyFile.withContentFromData(Data(try #require(cloud.contents(at: file))))
        #expect(masterkey.version == (step.to == 8 ? 999 : 7))

        let (vault, other) = (try await open(cloud, fixture.passphrase), try await open(reference, fixture.passphrase))
        #expect(vault.info.format == step.to)
        #expect(vault.info.cipherCombo == .sivCtrMac)
        #expect(vault.info.shorteningThreshold == 220)
        #expect(vault.masterkey.rawKey.revealed == other.masterkey.rawKey.revealed)
        if step.to == 8 { #expect(vault.info.id != nil && vault.info.id != other.info.id) }
        #expect(try await vault.makeProvider().tree() == other.makeProvider().tree())

        let settled = cloud.snapshot()
        #expect(try await migrate(cloud, fixture.passphrase, to: target).isEmpty)
        #expect(cloud.snapshot() == settled, "a migrated vault stays as it is")
    }

    @Test("a larger vault shows what the same tree written in format 7 shows", arguments: [7, 8])
    func largerVault(_ target: Int) async throws {
        let passphrase = try VaultFixture.load("v6-java-a").passphrase
        let cloud = try await VaultFixture.cloud(with: "v6-java-a")
        let before = try await open(cloud, passphrase).makeProvider().tree()
        #expect(try await migrate(cloud, passphrase, to: #require(.init(rawValue: target))).count == target - 6)
        let vault = try await open(cloud, passphrase)
        let after = try await vault.makeProvider().tree()
        #expect(after == before)
        let reference = try await open(VaultFixture.cloud(with: "v7-java-a"), passphrase).makeProvider().tree()
        #expect(after == reference)
        let checked = try await CheckResult.of(vault, contents: true)
        #expect(checked.problems.allSatisfy { $0.result == .missingDirectoryIdBackup })
    }

    @Test("the wrong passphrase, and the way back, change nothing")
    func refusals() async throws {
        let cloud = try await VaultFixture.cloud(with: "migration-s-step-6")
        let before = cloud.snapshot()
        await #expect(throws: VaultError.wrongPassphrase) { try await migrate(cloud, "wrong", to: .format8) }
        #expect(cloud.snapshot() == before)
        let new = try await VaultFixture.cloud(with: "migration-s-step-8")
        let newBefore = new.snapshot()
        await #expect(throws: MigrationError.newerFormat(8)) { try await migrate(new, "Grüße", to: .format7) }
        #expect(new.snapshot() == newBefore)
    }

    // MARK: Kills

    @Test("killed from 6 to 7: it opens as the old one or not, and is finished by repeating it")
    func killedToSeven() async throws {
        let cloud = try await VaultFixture.cloud(with: "migration-s-step-6")
        let reference = try data(of: await VaultFixture.cloud(with: "migration-s-step-7"))
        let tree = try await open(cloud, "Grüße").makeProvider().tree()
        let start = cloud.snapshot()
        let old = try data(of: cloud)
        var outcomes: Set<String> = []
        try await killing(cloud, to: .format7, from: start) { what in
            do {
                let vault = try await open(cloud, "Grüße")
                #expect(try await vault.makeProvider().tree() == tree, "\(what)")
                if vault.info.format == 6 { #expect(try data(of: cloud).files == old.files, "\(what)") }
                outcomes.insert("opens as \(vault.info.format)")
            } catch VaultError.migrationUnfinished {
                outcomes.insert("unfinished")
            }
            _ = try await migrate(cloud, "Grüße", to: .format7)
            #expect(try data(of: cloud).files == reference.files, "\(what)")
            #expect(try data(of: cloud).paths == reference.paths, "\(what)")
            let vault = try await open(cloud, "Grüße")
            #expect(vault.info.format == 7, "\(what)")
            #expect(try await vault.makeProvider().tree() == tree, "\(what)")
        }
        #expect(outcomes == ["opens as 6", "unfinished", "opens as 7"])
    }

    @Test("killed from 7 to 8: it always opens, and is finished by repeating it")
    func killedToEight() async throws {
        let cloud = try await VaultFixture.cloud(with: "migration-s-step-7")
        let tree = try await open(cloud, "Grüße").makeProvider().tree()
        var formats: Set<Int> = []
        try await killing(cloud, to: .format8, from: cloud.snapshot()) { what in
            let vault = try await open(cloud, "Grüße")
            formats.insert(vault.info.format)
            #expect(try await vault.makeProvider().tree() == tree, "\(what)")
            _ = try await migrate(cloud, "Grüße", to: .format8)
            let migrated = try await open(cloud, "Grüße")
            #expect(migrated.info.format == 8, "\(what)")
            #expect(try await migrated.makeProvider().tree() == tree, "\(what)")
            let file = try #require(cloud.contents(at: Self.path.appending("masterkey.cryptomator")))
            #expect(try MasterkeyFile.withContentFromData(Data(file)).version == 999, "\(what)")
        }
        #expect(formats == [7, 8])
    }

    /// Kills a migration at each call, before and after it, and runs `body` each time.
    private func killing(
        _ cloud: InMemoryCloud,
        to target: VaultMigration.Target,
        from start: InMemoryCloud.Snapshot,
        _ body: (String) async throws -> Void
    ) async throws {
        // Cheap to open again: the fixture's own key derivation takes most of the time.
        let unlocked = try await open(cloud, "Grüße")
        let locked = try await MasterkeyFile.lock(
            masterkey: unlocked.masterkey,
            vaultVersion: unlocked.info.format,
            passphrase: "Grüße",
            scryptCostParam: 2
        )
        cloud.restore(start)
        cloud.put(locked, at: try Self.path.appending("masterkey.cryptomator"))
        let start = cloud.snapshot()
        var call = 0
        var hasDied = true
        while hasDied {
            call += 1
            for moment in KillMoment.allCases {
                cloud.restore(start)
                let dying = DyingProvider(cloud.makeProvider())
                dying.die(at: call, moment)
                do {
                    _ = try await migrate(cloud, over: dying, "Grüße", to: target)
                } catch {
                    // The death of a replacement looks as if the file were damaged.
                    #expect(dying.hasDied, "call \(call): \(error)")
                }
                hasDied = dying.hasDied
                try await body("call \(call), \(moment.rawValue)")
            }
        }
        #expect(call > 8)
    }
}
