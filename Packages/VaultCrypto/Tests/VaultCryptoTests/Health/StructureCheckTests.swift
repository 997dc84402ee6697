import CloudCore
import InMemoryCloud
import Testing

@testable import VaultCrypto

/// Every finding on the structure of a vault, planted one by one, with its repair (vault format, section 15).
@Suite("Checks of the structure")
struct StructureCheckTests {
    private static let id = "b38b7ab5-2d7e-4a0d-9b0f-7d2f4cc00001"
    private static let otherId = "b38b7ab5-2d7e-4a0d-9b0f-7d2f4cc00002"

    /// A vault with a healthy folder in it.
    private func vault(_ kind: TestVaultKind) throws -> TestVault {
        let vault = try TestVault(kind)
        try vault.plantFolder("folder", id: Self.id)
        try vault.plantFile("inner", [1, 2, 3], in: Self.id)
        if kind.version == 8 {
            try vault.plantBackup(of: "")
            try vault.plantBackup(of: Self.id)
        }
        return vault
    }

    private func expect(
        _ places: [String],
        in vault: TestVault,
        repaired: Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let before = vault.cloud.snapshot()
        let checked = try await CheckResult.of(vault.unlocked())
        #expect(checked.problemPlaces == places.sorted(), sourceLocation: sourceLocation)
        #expect(vault.cloud.snapshot() == before, "a check only reads", sourceLocation: sourceLocation)
        let repairing = try await CheckResult.of(vault.unlocked(), repairs: true)
        #expect(repairing.problemPlaces == places.sorted(), sourceLocation: sourceLocation)
        for finding in repairing.problems {
            #expect(finding.repair == (repaired ? .done : .none), "\(finding)", sourceLocation: sourceLocation)
        }
        if repaired {
            let after = try await CheckResult.of(vault.unlocked())
            #expect(after.problemPlaces == [], sourceLocation: sourceLocation)
        } else {
            #expect(vault.cloud.snapshot() == before, sourceLocation: sourceLocation)
        }
    }

    @Test("a healthy vault", arguments: TestVaultKind.allCases)
    func healthy(_ kind: TestVaultKind) async throws {
        let vault = try vault(kind)
        try await expect([], in: vault, repaired: true)
        let findings = try await CheckResult.of(vault.unlocked()).findings
        let healthy = Set(findings.filter { $0.result == .healthyDirectory }.map { $0.path?.string })
        #expect(healthy == ["/", "/folder"])
        let types = findings.filter { $0.result == .knownType }.map { $0.path?.string }
        #expect(types == (kind.isFormat6 ? [] : ["/folder"]))
    }

    // MARK: Folders

    @Test("MissingDirIdBackup", arguments: [TestVaultKind.format8GCM, .format8CTRMAC])
    func missingBackup(_ kind: TestVaultKind) async throws {
        let vault = try vault(kind)
        let contents = try vault.contents(of: Self.id)
        vault.cloud.remove(at: try contents.appending("dirid.c9r"))
        try await expect(["MissingDirIdBackup \(contents)"], in: vault, repaired: true)
        let backup = try #require(vault.cloud.contents(at: contents.appending("dirid.c9r")))
        #expect(try vault.cryptor.decryptedFile(backup) == Array(Self.id.utf8))
    }

    @Test("MissingContentDir", arguments: TestVaultKind.allCases)
    func missingContents(_ kind: TestVaultKind) async throws {
        let vault = try vault(kind)
        try vault.plantFolder("empty", id: Self.otherId)
        let contents = try vault.contents(of: Self.otherId)
        vault.cloud.remove(at: contents.parent)
        try await expect(["MissingContentDir \(try vault.body("empty", .folder))"], in: vault, repaired: true)
        #expect(try await vault.makeProvider().names(in: "/empty").isEmpty)
        #expect((vault.cloud.contents(at: try contents.appending("dirid.c9r")) != nil) == (kind.version == 8))
    }

    @Test("a missing content folder of the root", arguments: TestVaultKind.allCases)
    func missingRoot(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let contents = try vault.contents(of: "")
        vault.cloud.remove(at: contents)
        try await expect(["MissingContentDir \(contents)"], in: vault, repaired: true)
        #expect(try await vault.makeProvider().names().isEmpty)
    }

    @Test("DirIdCollision", arguments: TestVaultKind.allCases)
    func collision(_ kind: TestVaultKind) async throws {
        let vault = try vault(kind)
        vault.cloud.put(Self.id.utf8, at: try vault.body("twin", .folder))
        let files = Set([try vault.body("twin", .folder), try vault.body("folder", .folder)])
        let before = vault.cloud.snapshot()
        let checked = try await CheckResult.of(vault.unlocked(), repairs: true)
        let finding = try #require(checked.problems.first)
        #expect(checked.problems.count == 1)
        #expect((finding.result, finding.severity, finding.repair) == (.directoryIdCollision, .critical, .none))
        #expect(Set([finding.ciphertextPath, try #require(finding.otherCiphertextPath)]) == files)
        #expect(vault.cloud.snapshot() == before)
    }

    @Test("a folder below itself collides, and the check ends", arguments: TestVaultKind.allCases)
    func cycle(_ kind: TestVaultKind) async throws {
        let vault = try vault(kind)
        vault.cloud.put(Self.id.utf8, at: try vault.body("again", .folder, in: Self.id))
        try await expect(
            ["DirIdCollision \(try vault.body("again", .folder, in: Self.id))"],
            in: vault,
            repaired: false
        )
    }

    private static let badIds: [(HealthResult, [UInt8])] = [
        (.emptyDirectoryFile, []), (.obeseDirectoryFile, Array(repeating: 0x61, count: 37)),
        (.obeseDirectoryFile, Array(repeating: 0x61, count: 5000)), (.invalidDirectoryFile, Array("ü".utf8)),
    ]

    @Test("EmptyDirFile, ObeseDirFile, InvalidDirFile", arguments: TestVaultKind.allCases, badIds.indices)
    func badId(_ kind: TestVaultKind, _ index: Int) async throws {
        let (result, id) = Self.badIds[index]
        let vault = try vault(kind)
        let file = try vault.body("bad", .folder)
        vault.cloud.put(id, at: file)
        try await expect(["\(result.rawValue) \(file)"], in: vault, repaired: false)
        #expect(try await CheckResult.of(vault.unlocked()).problems.first?.path?.string == "/bad")
    }

    @Test("LooseDirFile", arguments: TestVaultKind.withFolders)
    func loose(_ kind: TestVaultKind) async throws {
        let vault = try vault(kind)
        let contents = try vault.contents(of: Self.id)
        let files = try [
            contents, contents.parent, contents.parent.parent, contents.appending("not of the vault"),
        ].map { try $0.appending("dir.c9r") }
        for file in files { vault.cloud.put(Self.otherId.utf8, at: file) }
        try await expect(files.map { "LooseDirFile \($0)" }, in: vault, repaired: true)
        #expect(files.allSatisfy { vault.cloud.contents(at: $0) == nil })
    }

    // MARK: Kinds

    @Test("UnknownType: an empty folder goes, another one stays", arguments: TestVaultKind.withFolders)
    func unknownType(_ kind: TestVaultKind) async throws {
        let vault = try vault(kind)
        let empty = try vault.entry("empty")
        vault.cloud.makeFolder(at: empty)
        try await expect(["UnknownType \(empty)"], in: vault, repaired: true)
        #expect(!vault.cloud.paths.contains(empty))

        vault.cloud.put([1], at: try empty.appending("something"))
        try await expect(["UnknownType \(empty)"], in: vault, repaired: false)
        vault.cloud.remove(at: try empty.appending("something"))
        vault.cloud.makeUnlistable(at: try empty.appending("strange"), reason: "a socket")
        try await expect(["UnknownType \(empty)"], in: vault, repaired: false)
    }

    @Test("AmbiguousType", arguments: TestVaultKind.withFolders)
    func ambiguousType(_ kind: TestVaultKind) async throws {
        let vault = try vault(kind)
        try vault.plantLink("both", to: "folder")
        try vault.plantFolder("both", id: Self.otherId)
        if kind.version == 8 { try vault.plantBackup(of: Self.otherId) }
        try await expect(["AmbiguousType \(try vault.entry("both"))"], in: vault, repaired: false)
    }

    // MARK: Shortened names

    private static let longName = String(repeating: "l", count: 200)

    private func shortened(_ kind: TestVaultKind) throws -> (vault: TestVault, entry: CloudPath, name: String) {
        let vault = try vault(kind)
        try vault.plantShortened(Self.longName, [1, 2, 3])
        let (entry, name) = try vault.shortened(Self.longName)
        return (vault, entry, name)
    }

    @Test("ValidShortenedFile", arguments: TestVaultKind.withFolders)
    func validShortened(_ kind: TestVaultKind) async throws {
        let (vault, entry, _) = try shortened(kind)
        let findings = try await CheckResult.of(vault.unlocked()).findings
        let valid = findings.filter { $0.result == .validShortenedFile }
        #expect(valid.map(\.ciphertextPath) == [entry])
        #expect(valid.map(\.path?.string) == ["/" + Self.longName])
    }

    @Test("MissingLongName", arguments: TestVaultKind.withFolders)
    func missingLongName(_ kind: TestVaultKind) async throws {
        let (vault, entry, _) = try shortened(kind)
        vault.cloud.remove(at: try entry.appending("name.c9s"))
        try await expect(["MissingLongName \(entry)"], in: vault, repaired: false)
        vault.cloud.makeFolder(at: try entry.appending("name.c9s"))
        try await expect(["MissingLongName \(entry)"], in: vault, repaired: false)
        vault.cloud.remove(at: try entry.appending("name.c9s"))
        vault.cloud.remove(at: try entry.appending("contents.c9r"))
        try await expect(["MissingLongName \(entry)", "UnknownType \(entry)"], in: vault, repaired: true)
    }

    @Test("ObeseNameFile, NotDecodableLongName", arguments: TestVaultKind.withFolders)
    func badLongName(_ kind: TestVaultKind) async throws {
        let (vault, entry, name) = try shortened(kind)
        let file = try entry.appending("name.c9s")
        vault.cloud.put(Array(repeating: 0x61, count: 10_241), at: file)
        try await expect(["ObeseNameFile \(file)"], in: vault, repaired: false)
        for text in ["no name", "not!base64.c9r", ""] {
            vault.cloud.put(text.utf8, at: file)
            try await expect(["NotDecodableLongName \(file)"], in: vault, repaired: false)
        }
        vault.cloud.put([0xFF] + name.utf8, at: file)
        try await expect(["NotDecodableLongName \(file)"], in: vault, repaired: false)
    }

    @Test("TrailingBytesInNameFile", arguments: TestVaultKind.withFolders)
    func trailingBytes(_ kind: TestVaultKind) async throws {
        let (vault, entry, name) = try shortened(kind)
        let file = try entry.appending("name.c9s")
        vault.cloud.put((name + "TRAILING").utf8, at: file)
        try await expect(["TrailingBytesInNameFile \(file)"], in: vault, repaired: true)
        #expect(vault.cloud.contents(at: file) == Array(name.utf8))
    }

    @Test("LongShortNamesMismatch, alone and with trailing bytes", arguments: TestVaultKind.withFolders)
    func mismatch(_ kind: TestVaultKind) async throws {
        let (vault, entry, name) = try shortened(kind)
        let wrong = try entry.parent.appending(FormatSeven.shortened("another name"))
        vault.cloud.move(from: entry, to: wrong)
        try await expect(["LongShortNamesMismatch \(wrong)"], in: vault, repaired: true)
        #expect(try await vault.makeProvider().content(of: "/" + Self.longName) == [1, 2, 3])

        vault.cloud.move(from: entry, to: wrong)
        let file = try wrong.appending("name.c9s")
        vault.cloud.put((name + "TRAILING").utf8, at: file)
        try await expect(
            ["LongShortNamesMismatch \(wrong)", "TrailingBytesInNameFile \(file)"],
            in: vault,
            repaired: true
        )
        #expect(try await vault.makeProvider().content(of: "/" + Self.longName) == [1, 2, 3])
    }

    @Test("a mismatch stays where its place is taken", arguments: TestVaultKind.withFolders)
    func mismatchWithoutPlace(_ kind: TestVaultKind) async throws {
        let (vault, entry, name) = try shortened(kind)
        let wrong = try entry.parent.appending(FormatSeven.shortened("another name"))
        vault.cloud.put(name.utf8, at: try wrong.appending("name.c9s"))
        vault.cloud.put(try vault.cryptor.encryptedFile([9]), at: try wrong.appending("contents.c9r"))
        let before = vault.cloud.snapshot()
        let checked = try await CheckResult.of(vault.unlocked(), repairs: true)
        #expect(checked.problemPlaces == ["LongShortNamesMismatch \(wrong)"])
        #expect(checked.problems.first.map { if case .failed = $0.repair { true } else { false } } == true)
        #expect(checked.summary.worstRemaining == .warning)
        #expect(vault.cloud.snapshot() == before)
    }

    // MARK: Format 6

    @Test("long names of format 6")
    func longNamesOfFormatSix() async throws {
        let vault = try vault(.format6)
        let name = String(repeating: "l", count: 100)
        let provider = try vault.makeProvider()
        try await provider.put([1, 2, 3], at: "/" + name)
        try await provider.createFolder(at: CloudPath("/" + name + "f"))
        let valid = try await CheckResult.of(vault.unlocked()).findings.filter { $0.result == .validShortenedFile }
        #expect(valid.count == 2)

        let full = try vault.fullName(name)
        let entry = try vault.contents(of: "").appending(FormatSix.shortened(full))
        let file = try vault.root.appending(
            path: "m/\(entry.name.prefix(2))/\(entry.name.dropFirst(2).prefix(2))/\(entry.name)"
        )
        let healthy = vault.cloud.snapshot()
        vault.cloud.remove(at: file)
        try await expect(["MissingLongName \(entry)"], in: vault, repaired: false)
        vault.cloud.put(Array(repeating: 0x41, count: 10_241), at: file)
        try await expect(["ObeseNameFile \(file)"], in: vault, repaired: false)
        for text in ["no name", full + "TRAILING", "AAAA"] {
            vault.cloud.put(text.utf8, at: file)
            try await expect(["NotDecodableLongName \(file)"], in: vault, repaired: false)
        }
        vault.cloud.restore(healthy)
        let other = try vault.fullName(name + "other")
        vault.cloud.put(other.utf8, at: file)
        try await expect(["LongShortNamesMismatch \(entry)"], in: vault, repaired: true)
        #expect(try await provider.content(of: "/" + name + "other") == [1, 2, 3])

        // A folder whose name is lost still leads to its content.
        vault.cloud.restore(healthy)
        vault.cloud.remove(at: try vault.root.appending("m"))
        let places = vault.cloud.paths.filter { $0.name.hasSuffix(".lng") }.map { "MissingLongName \($0)" }
        try await expect(places, in: vault, repaired: false)
    }
}
