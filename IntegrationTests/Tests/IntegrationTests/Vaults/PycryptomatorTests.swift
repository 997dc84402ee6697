import CloudCore
import Foundation
import TestData
import TestDataTesting
import Testing
import VaultCrypto

/// Vaults go to and fro between this implementation and pycryptomator, through the local file system.
@Suite("Vaults and pycryptomator", .timeLimit(.minutes(10)))
struct PycryptomatorTests {
    private static let passphrase = "pässwörd with spaces ✓"

    struct Kind: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var vault: NewVault

        static let all = [
            Kind(testDescription: "format 8, SIV_GCM", vault: .format8()),
            Kind(testDescription: "format 8, SIV_CTRMAC", vault: .format8(cipherCombo: .sivCtrMac)),
            Kind(testDescription: "format 8, short names", vault: .format8(shorteningThreshold: 36)),
            Kind(testDescription: "format 7", vault: .format7),
        ]
    }

    @Test("pycryptomator reads what we write", arguments: Kind.all)
    func foreignReader(_ kind: Kind) async throws {
        let folder = try TestFolder()
        let vault = try await Vault.create(
            at: TestFolder.vaultPath,
            in: folder.provider(),
            passphrase: Self.passphrase,
            as: kind.vault
        )
        try await write(HardTree.full, with: vault.makeProvider(), from: folder)
        let contents = try await Pycryptomator.read(folder.vault, passphrase: Self.passphrase)
        #expect(try contents.differences(from: HardTree.full.contents()) == [])
    }

    @Test("we read what pycryptomator writes")
    func foreignWriter() async throws {
        let folder = try await foreignVault(holding: HardTree.writtenByPycryptomator)
        let before = try folder.snapshot()
        let provider = try await folder.open(passphrase: Self.passphrase).makeProvider()
        let contents = try await VaultContents.read(provider)
        #expect(try contents.differences(from: HardTree.writtenByPycryptomator.contents()) == [])
        #expect(try folder.snapshot() == before, "reading changes no byte")
    }

    @Test("items are found by path, without a listing before")
    func foreignWriterByPath() async throws {
        let folder = try await foreignVault(holding: HardTree.writtenByPycryptomator)
        let provider = try await folder.open(passphrase: Self.passphrase).makeProvider()
        for item in HardTree.writtenByPycryptomator.items {
            let metadata = try await provider.fetchItemMetadata(at: CloudPath(item.path))
            #expect(metadata.itemType == (item.bytes == nil ? .folder : .file), "\(item.path.debugDescription)")
            #expect(metadata.itemType == .folder || metadata.size == item.bytes?.count)
        }
    }

    @Test("a decomposed name is written composed")
    func decomposedName() async throws {
        let folder = try TestFolder()
        let provider = try await Vault.create(
            at: TestFolder.vaultPath,
            in: folder.provider(),
            passphrase: Self.passphrase
        ).makeProvider()
        try await provider.createFolder(at: CloudPath("/fo\u{301}lder"))
        let source = try folder.file("source", [1, 2, 3])
        try await provider.uploadFile(from: source, to: CloudPath("/fo\u{301}lder/e\u{301}"), replaceExisting: false)
        let contents = try await Pycryptomator.read(folder.vault, passphrase: Self.passphrase)
        #expect(
            contents.nodes.keys.sorted().map { Array($0.string.utf8) } == [
                Array("/f\u{f3}lder".utf8), Array("/f\u{f3}lder/\u{e9}".utf8),
            ]
        )
    }

    @Test("what pycryptomator moves, replaces and removes, we see, and the other way round")
    func editing() async throws {
        let long = String(repeating: "l", count: 200)
        let folder = try TestFolder()
        let provider = try await Vault.create(
            at: TestFolder.vaultPath,
            in: folder.provider(),
            passphrase: Self.passphrase
        ).makeProvider()
        let source = try folder.file("source", HardTree.content(40_000, seed: 1))
        let other = try folder.file("other", HardTree.content(70_000, seed: 2))
        for path in ["/folder", "/folder/\(long)", "/gone"] { try await provider.createFolder(at: CloudPath(path)) }
        for path in ["/a", "/folder/b", "/folder/\(long)/c", "/gone/d", "/\(long)"] {
            try await provider.uploadFile(from: source, to: CloudPath(path), replaceExisting: false)
        }

        try await Pycryptomator.move(
            [["/a", "/folder/moved"], ["/folder/\(long)", "/short"]],
            in: folder.vault,
            passphrase: Self.passphrase
        )
        try await Pycryptomator.remove(["/gone", "/folder/b"], in: folder.vault, passphrase: Self.passphrase)
        try await Pycryptomator.write(
            [
                .init(path: "/new/e", type: .file, contents: other.path),
                .init(path: "/\(long)x", type: .file, contents: other.path),
            ],
            into: folder.vault,
            passphrase: Self.passphrase
        )

        // A new provider, as after another machine's work; the old one's cached ids are the subject of other tests.
        let reopened = try await folder.open(passphrase: Self.passphrase).makeProvider()
        try await reopened.moveFile(from: CloudPath("/\(long)x"), to: CloudPath("/new/f"))
        try await reopened.moveFolder(from: CloudPath("/short"), to: CloudPath("/folder/\(long) again"))
        try await reopened.deleteFile(at: CloudPath("/folder/moved"))
        try await reopened.uploadFile(from: source, to: CloudPath("/new/e"), replaceExisting: true)

        let small = VaultContents.Node.file(
            size: 40_000,
            sha256: try await sha256(of: source)
        )
        let large = VaultContents.Node.file(size: 70_000, sha256: try await sha256(of: other))
        var expected = VaultContents()
        for (path, node) in [
            "/folder": .folder, "/folder/\(long) again": .folder, "/folder/\(long) again/c": small, "/\(long)": small,
            "/new": .folder, "/new/e": small, "/new/f": large,
        ] {
            expected.insert(node, at: try CloudPath(path))
        }
        #expect(
            try await Pycryptomator.read(folder.vault, passphrase: Self.passphrase).differences(from: expected) == []
        )
        #expect(try await VaultContents.read(reopened).differences(from: expected) == [])
    }

    @Test("links of pycryptomator are listed as links and never followed")
    func links() async throws {
        let folder = try await foreignVault(
            holding: HardTree(items: [.init(path: "/folder"), .init(path: "/file", bytes: [1])])
        )
        let targets = ["/to file": "/file", "/to folder": "folder", "/to nowhere": "../../nowhere"]
        try await Pycryptomator.write(
            targets.map { .init(path: $0, type: .symlink, target: $1) },
            into: folder.vault,
            passphrase: Self.passphrase
        )
        let provider = try await folder.open(passphrase: Self.passphrase).makeProvider()
        let contents = try await VaultContents.read(provider)
        for path in targets.keys {
            #expect(contents[path] == .symlink)
            let link = try CloudPath(path)
            await #expect(throws: CloudProviderError.itemTypeMismatch) { try await provider.openFile(at: link) }
            await #expect(throws: CloudProviderError.itemTypeMismatch) {
                try await provider.fetchItemList(forFolderAt: link, withPageToken: nil)
            }
        }
        #expect(contents.nodes.count == 5)
    }

    @Test("recovery key and changed passphrases")
    func keys() async throws {
        let folder = try TestFolder()
        let vault = try await Vault.create(
            at: TestFolder.vaultPath,
            in: folder.provider(),
            passphrase: Self.passphrase
        )
        let words = vault.recoveryKey
        #expect(try await Pycryptomator.recoveryKey(of: folder.vault, passphrase: Self.passphrase) == words)

        try await Vault.changePassphrase(
            at: TestFolder.vaultPath,
            in: folder.provider(),
            from: SecretBytes(utf8: Self.passphrase),
            to: SecretBytes(utf8: "zweite Passphrase")
        )
        #expect(try await Pycryptomator.recoveryKey(of: folder.vault, passphrase: "zweite Passphrase") == words)
        await #expect(throws: Pycryptomator.Failure.self) {
            try await Pycryptomator.recoveryKey(of: folder.vault, passphrase: Self.passphrase)
        }

        try await Pycryptomator.changePassphrase(of: folder.vault, from: "zweite Passphrase", to: "third")
        #expect(try await folder.open(passphrase: "third").recoveryKey == words)
        await #expect(throws: VaultError.wrongPassphrase) { try await folder.open(passphrase: "zweite Passphrase") }
    }

    @Test(
        "the reader that the tests compare with agrees with the Java reference",
        .requiresSharedData,
        arguments: ["v8-gcm-java-a", "v8-ctrmac-java-a", "v7-java-a", "v8-gcm-java-threshold-100"]
    )
    func yardstick(_ name: String) async throws {
        let folder = try TestFolder()
        let expected = try ExpectedVault.load(name)
        _ = try await SharedData.unpackVault(name, into: folder.url)
        let contents = try await Pycryptomator.read(folder.vault, passphrase: expected.passphrase)
        #expect(try expected.differences(from: contents) == [])
    }

    private func write(_ tree: HardTree, with provider: VaultProvider, from folder: TestFolder) async throws {
        for item in tree.items {
            let path = try CloudPath(item.path)
            if let bytes = item.bytes {
                let source = try folder.file("source", bytes)
                try await provider.uploadFile(from: source, to: path, replaceExisting: false)
            } else {
                try await provider.createFolder(at: path)
            }
        }
    }

    private func foreignVault(holding tree: HardTree) async throws -> TestFolder {
        let folder = try TestFolder()
        try FileManager.default.createDirectory(at: folder.vault, withIntermediateDirectories: false)
        try await Pycryptomator.create(folder.vault, passphrase: Self.passphrase)
        let items = try tree.items.enumerated().map { index, item in
            Pycryptomator.NewItem(
                path: item.path,
                type: item.bytes == nil ? .folder : .file,
                contents: try item.bytes.map { try folder.file("source \(index)", $0).path }
            )
        }
        try await Pycryptomator.write(items, into: folder.vault, passphrase: Self.passphrase)
        return folder
    }

    /// By coreutils, so that no hash of ours vouches for another.
    private func sha256(of file: URL) async throws -> String {
        String(try await ChildProcess.run("sha256sum", [file.path]).text.prefix(64))
    }
}
