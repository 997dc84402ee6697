import Foundation
import Testing

@testable import CloudAccessCommand

/// Files of a vault whose contents don't authenticate end a command with status 9, and leave nothing.
@Suite("Damaged files of a vault")
struct DamagedFileTests {
    private static let headerSize = 68  // SIV_GCM
    private static let chunkOverhead = 28

    private let bench: Workbench

    init() async throws {
        bench = try Workbench(["PASS": "correct horse"])
        _ = await bench.run("vault", "create", bench.path("vault"), "--new-passphrase-env", "PASS")
    }

    private func inVault(_ words: String...) async -> Workbench.Outcome {
        await bench.run(words + ["--vault", bench.path("vault"), "--passphrase-env", "PASS"])
    }

    /// The only encrypted file in the root of the vault.
    private func ciphertext() throws -> String {
        let names = try bench.tree("vault").filter { $0.hasPrefix("d/") && $0.hasSuffix(".c9r") }
        let files = names.filter { !$0.hasSuffix("dirid.c9r") }
        try #require(files.count == 1)
        return bench.path("vault/" + files[0])
    }

    @Test(
        "cat, get, hash and check find them, empty ones and those cut anywhere too",
        arguments: [0, 10, headerSize, headerSize + 1, headerSize + chunkOverhead]
    )
    func damaged(size: Int) async throws {
        try bench.write("", to: "file")
        #expect(await inVault("put", bench.path("file"), "/file").status == .done)
        try Data(count: size).write(to: URL(filePath: ciphertext()))
        for words in [["cat", "/file"], ["get", "/file", bench.path("back")], ["hash", "/file"]] {
            let outcome = await bench.run(words + ["--vault", bench.path("vault"), "--passphrase-env", "PASS"])
            #expect(outcome.status == .differences, "\(words[0]): \(outcome.errors)")
            #expect(outcome.output.isEmpty)
        }
        #expect(!bench.exists("back"))
        #expect(await inVault("check", "--content", "local:" + bench.path("file"), "/file").status != .done)
    }
}
