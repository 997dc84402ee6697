import CloudCore
import CloudLocalFileSystem
import Foundation
import TestData
import Testing
import VaultCrypto

/// The root's README: its sample, word for word, and the files that it names.
@Suite("The root's README")
struct ReadmeTests {
    private static let readme = SharedData.repositoryRoot.appendingPathComponent("README.md")

    @Test("the sample does what it says")
    func sample() async throws {
        let folder = try TestFolder()
        let photo = try folder.file("photo", [1, 2, 3])
        let items = try await store(photo, inVaultBelow: folder.url, passphrase: "passphrase")
        #expect(items.map(\.name) == ["photo.jpg"])
        #expect(items.map(\.size) == [3])
    }

    @Test("the sample is the one that was compiled")
    func sampleIsCompiled() throws {
        let text = try String(contentsOf: Self.readme, encoding: .utf8)
        let compiled = try String(contentsOfFile: #filePath, encoding: .utf8)
        let begin = try #require(text.range(of: "func store("))
        let end = try #require(text.range(of: "\n```", range: begin.lowerBound..<text.endIndex))
        #expect(compiled.contains(text[begin.lowerBound..<end.lowerBound]))
    }

    @Test("the files to read first are there")
    func links() throws {
        let text = try String(contentsOf: Self.readme, encoding: .utf8)
        let links = text.matches(of: /\]\(([^):]+)\)/).map { String($0.output.1) }
        #expect(links.count >= 6)
        for link in links {
            let file = SharedData.repositoryRoot.appendingPathComponent(link)
            #expect(FileManager.default.fileExists(atPath: file.path), "\(link)")
        }
    }
}

func store(_ photo: URL, inVaultBelow folder: URL, passphrase: String) async throws -> [CloudItemMetadata] {
    let files = try LocalFileSystemProvider(rootURL: folder)
    let vault = try await Vault.create(at: CloudPath("/Vault"), in: files, passphrase: passphrase)
    let provider = try vault.makeProvider()
    try await provider.uploadFile(from: photo, to: CloudPath("/photo.jpg"), replaceExisting: false)
    return try await provider.fetchItemListExhaustively(forFolderAt: .root).items
}
