import Foundation
import Testing

@testable import CloudAccessCommand

@Suite("vault … and --vault")
struct VaultCommandTests {
    private let bench: Workbench
    private let vault: String

    init() throws {
        bench = try Workbench(["PASS": "correct horse", "NEW": "battery staple", "WRONG": "nope"])
        vault = bench.path("vault")
        try bench.write("hello", to: "docs/letter.txt")
        try bench.write("", to: "docs/sub/empty")
    }

    private func create(_ options: String...) async -> Workbench.Outcome {
        await bench.run(["vault", "create", vault, "--new-passphrase-env", "PASS"] + options)
    }

    private func inVault(_ words: String...) async -> Workbench.Outcome {
        await bench.run(words + ["--vault", vault, "--passphrase-env", "PASS"])
    }

    @Test("the whole story")
    func story() async throws {
        #expect(await create().status == .done)
        #expect(await inVault("put", "-r", bench.path("docs"), "/").status == .done)
        #expect(await inVault("ls", "-R", "/").output == "docs/\ndocs/letter.txt\ndocs/sub/\ndocs/sub/empty\n")
        #expect(await inVault("cat", "docs/letter.txt").output == "hello")
        #expect(await inVault("get", "-r", "/docs", bench.path("back")).status == .done)
        #expect(await bench.run("check", "--content", bench.path("docs"), bench.path("back")).status == .done)
        #expect(await inVault("check", bench.path("docs"), "/docs").status == .notFound)  // both sides inside
        #expect(await inVault("check", "local:\(bench.path("docs"))", "/docs").status == .done)
        let names = try bench.tree("vault").joined()
        #expect(!names.contains("letter"))
    }

    @Test("create makes format 8 with siv-gcm and threshold 220, or what is asked for")
    func kinds() async throws {
        #expect(await create().status == .done)
        let info = await bench.run("vault", "info", vault)
        #expect(info.output.hasPrefix("format: 8\ncipherCombo: SIV_GCM\nshorteningThreshold: 220\nid: "))
        vault7: do {
            let path = bench.path("seven")
            let made = await bench.run("vault", "create", path, "--format", "7", "--passphrase-env", "PASS")
            #expect(made.status == .done)
            #expect(await bench.run("vault", "info", path).output.hasPrefix("format: 7\ncipherCombo: SIV_CTRMAC\n"))
        }
    }

    @Test(
        "create refuses what can't be",
        arguments: [
            ["--shortening-threshold", "35"], ["--shortening-threshold", "221"], ["--cipher", "rot13"],
            ["--format", "6"], ["--format", "9"], ["--format", "7", "--cipher", "siv-gcm"],
            ["--format", "7", "--shortening-threshold", "100"],
        ]
    )
    func wrong(options: [String]) async {
        let words = ["vault", "create", vault, "--new-passphrase-env", "PASS"] + options
        #expect(await bench.run(words).status == .usage)
        #expect(!bench.exists("vault"))
    }

    @Test("create in a folder that isn't empty is status 4, and nothing changes")
    func notEmpty() async throws {
        let before = try bench.tree("docs")
        let words = ["vault", "create", bench.path("docs"), "--new-passphrase-env", "PASS"]
        #expect(await bench.run(words).status == .alreadyExists)
        #expect(try bench.tree("docs") == before)
    }

    @Test("a shorter threshold bounds every name")
    func threshold() async throws {
        #expect(await create("--shortening-threshold", "128").status == .done)
        try bench.write("", to: "long/" + String(repeating: "n", count: 120))
        #expect(await inVault("put", "-r", bench.path("long"), "/").status == .done)
        let longest = try bench.tree("vault").flatMap { $0.split(separator: "/") }.map(\.utf8.count).max()
        #expect((longest ?? 0) <= 128)
        #expect(await inVault("ls", "/long").output == String(repeating: "n", count: 120) + "\n")
    }

    @Test("a wrong passphrase is status 5, a missing one 2, and no vault 3")
    func wrongPassphrase() async throws {
        #expect(await create().status == .done)
        #expect(await bench.run("ls", "--vault", vault, "--passphrase-env", "WRONG", "/").status == .unauthorized)
        let missing = await bench.run("ls", "--vault", vault, "/")
        #expect(missing.status == .usage)
        #expect(missing.errors.contains("--passphrase-file"))
        #expect(
            await bench.run("ls", "--vault", bench.path("docs"), "--passphrase-env", "PASS", "/").status == .notFound
        )
    }

    @Test("passphrase changes it and keeps a backup")
    func passphrase() async throws {
        #expect(await create().status == .done)
        let words = ["vault", "passphrase", vault, "--passphrase-env", "PASS", "--new-passphrase-env", "NEW"]
        #expect(await bench.run(words).status == .done)
        #expect(await inVault("ls", "/").status == .unauthorized)
        #expect(await bench.run("ls", "--vault", vault, "--passphrase-env", "NEW", "/").status == .done)
        #expect(try bench.tree("vault").contains { $0.hasPrefix("masterkey.cryptomator.") && $0.hasSuffix(".bkup") })
    }

    @Test("the recovery key restores a vault whose masterkey file is gone")
    func recovery() async throws {
        #expect(await create().status == .done)
        #expect(await inVault("put", bench.path("docs/letter.txt"), "/").status == .done)
        let words = await bench.run("vault", "recovery-key", vault, "--passphrase-env", "PASS").output
        #expect(words.split(separator: " ").count == 44)
        try FileManager.default.removeItem(atPath: vault + "/masterkey.cryptomator")
        let file = try bench.write(words, to: "words")
        let restored = await bench.run(
            "vault",
            "restore",
            vault,
            "--recovery-key-file",
            file,
            "--new-passphrase-env",
            "NEW"
        )
        #expect(restored.status == .done)
        #expect(await bench.run("cat", "--vault", vault, "--passphrase-env", "NEW", "/letter.txt").output == "hello")
    }

    @Test("the key of another vault is refused, with status 1")
    func foreignKey() async throws {
        #expect(await create().status == .done)
        let other = bench.path("other")
        _ = await bench.run("vault", "create", other, "--new-passphrase-env", "PASS")
        let words = await bench.run("vault", "recovery-key", other, "--passphrase-env", "PASS").output
        let file = try bench.write(words, to: "words")
        let outcome = await bench.run(
            "vault",
            "restore",
            vault,
            "--recovery-key-file",
            file,
            "--new-passphrase-env",
            "NEW"
        )
        #expect(outcome.status == .failed)
        #expect(await inVault("ls", "/").status == .done)
    }

    @Test("a vault remote has its passphrase, stands for its vault, and may lie in another vault")
    func remote() async throws {
        let words = ["remote", "add", "work", "vault", "over=local:\(vault)", "--secret-env", "passphrase=PASS"]
        #expect(await create().status == .done)
        #expect(await bench.run(words).status == .done)
        #expect(await bench.run("put", "-r", bench.path("docs"), "work:/").status == .done)
        #expect(await bench.run("ls", "work:docs").output == "letter.txt\nsub/\n")
        #expect(await bench.run("vault", "info", "work:").output.hasPrefix("format: 8"))
        #expect(await bench.run("vault", "passphrase", "work:", "--new-passphrase-env", "NEW").status == .done)
        #expect(await bench.run("ls", "work:").output == "docs/\n")
        #expect(await bench.run("vault", "create", "work:/inner", "--new-passphrase-env", "PASS").status == .done)
        let inner = ["--vault", "work:/inner", "--passphrase-env", "PASS"]
        #expect(await bench.run(["put", bench.path("docs/letter.txt"), "/"] + inner).status == .done)
        #expect(await bench.run(["cat", "/letter.txt"] + inner).output == "hello")
    }

    @Test("contents that don't authenticate: get leaves nothing, status 9")
    func damaged() async throws {
        #expect(await create().status == .done)
        #expect(await inVault("put", bench.path("docs/letter.txt"), "/").status == .done)
        let file = try #require(try bench.tree("vault").first { $0.hasSuffix(".c9r") && !$0.hasSuffix("dirid.c9r") })
        var bytes = try Data(contentsOf: URL(filePath: vault + "/" + file))
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: URL(filePath: vault + "/" + file))
        let outcome = await inVault("get", "/letter.txt", bench.path("out"))
        #expect(outcome.status == .differences)
        #expect(!outcome.errors.contains("letter") || outcome.errors.contains("/letter.txt:"))
        #expect(!bench.exists("out"))
        #expect(await inVault("cat", "/letter.txt").status == .differences)
    }

    @Test("no option takes a passphrase, and one of standard input only once")
    func noSecretArguments() async {
        #expect(await bench.run("ls", "--passphrase", "x", "--vault", vault, "/").status == .usage)
        #expect(
            await bench.run("vault", "passphrase", vault, "--passphrase-file", "-", "--new-passphrase-file", "-").status
                == .usage
        )
    }

    @Test("a new passphrase is asked for twice on a terminal")
    func typed() async throws {
        let differing = await bench.run(["vault", "create", vault], prompt: .typing("one", "two"))
        #expect(differing.status == .usage)
        #expect(!bench.exists("vault"))
        #expect(await bench.run(["vault", "create", vault], prompt: .typing("pässwörd", "pässwörd")).status == .done)
        #expect(await bench.run(["ls", "--vault", vault, "/"], prompt: .typing("pässwörd")).status == .done)
    }
}
