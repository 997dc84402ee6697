import CloudCore
import ConformanceKit
import Foundation
import InMemoryCloud
import Testing

@testable import VaultCrypto

/// Contents through a provider: streams, ranges, checkpoints, damage (field cases F-VCRY-07 to -11).
@Suite("Contents of files")
struct FileContentTests {
    static let sizes = [0, 1, 32_767, 32_768, 32_769, 65_536, 300_000]

    @Test(
        "what is written is read, and the ciphertext has the size of the format",
        arguments: TestVaultKind.allCases,
        sizes
    )
    func roundTrip(_ kind: TestVaultKind, _ size: Int) async throws {
        let vault = try TestVault(kind)
        let provider = try vault.makeProvider()
        let content = testContent(size)
        let written = try await provider.put(content, at: "/file")
        #expect(written.size == size)
        let ciphertext = try #require(vault.cloud.contents(at: vault.body("file")))
        #expect(ciphertext.count == vault.cryptor.ciphertextSize(ofCleartext: size))
        #expect(try vault.cryptor.decryptedFile(ciphertext) == content)
        #expect(try await provider.content(of: "/file") == content)
        #expect(try await provider.fetchItemMetadata(at: CloudPath("/file")).size == size)
    }

    @Test("an empty file is a header alone", arguments: TestVaultKind.allCases)
    func emptyFile(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let provider = try vault.makeProvider()
        try await provider.put([], at: "/empty")
        #expect(vault.cloud.contents(at: try vault.body("empty"))?.count == (kind == .format8GCM ? 68 : 88))
        #expect(try await provider.content(of: "/empty").isEmpty)
    }

    @Test("a part is read without the other bytes of the file", arguments: TestVaultKind.allCases)
    func ranges(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let provider = try vault.makeProvider()
        let content = testContent(200_000)
        try await provider.put(content, at: "/file")
        let reader = try await provider.openFile(at: CloudPath("/file"))
        let ranges = [
            0..<1, 0..<0, 32_760..<32_776, 65_536..<65_537, 100_000..<170_000, 199_999..<300_000, 200_000..<200_001,
            500_000..<600_000, 0..<200_000, 5..<Int.max,
        ]
        for range in ranges {
            let sink = TestSink()
            try await reader.read(range, into: sink, observer: .none)
            #expect(await sink.bytes == Array(content[range.clamped(to: 0..<content.count)]), "\(range)")
            #expect(await sink.starts == [0])
            #expect(await sink.isFinished)
        }
        // The header is read once: a small range is one request for a chunk.
        vault.cloud.faults.reset()
        try await reader.read(100_000..<100_010, into: TestSink(), observer: .none)
        #expect(vault.cloud.faults.requests.map(\.operation) == [.readFile])
    }

    @Test(
        "one damaged block of twelve: its number, no file, and a later download is right",
        arguments: TestVaultKind.allCases
    )
    func damagedBlock(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let content = testContent(12 * 32_768)
        try vault.plantFile("file", content)
        let path = try vault.body("file")
        let healthy = try #require(vault.cloud.contents(at: path))
        var damaged = healthy
        damaged[vault.cryptor.headerSize + 9 * vault.cryptor.ciphertextChunkSize + 100] ^= 1
        vault.cloud.put(damaged, at: path)
        let provider = try vault.makeProvider()
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        await #expect(throws: VaultError.fileDoesNotAuthenticate(.chunk(9), path)) {
            try await provider.downloadFile(from: CloudPath("/file"), to: url)
        }
        #expect(!FileManager.default.fileExists(atPath: url.path))
        // What doesn't need the damaged block can be read.
        let reader = try await provider.openFile(at: CloudPath("/file"))
        let sink = TestSink()
        try await reader.read(10 * 32_768..<11 * 32_768, into: sink, observer: .none)
        #expect(await sink.bytes == Array(content[10 * 32_768..<11 * 32_768]))
        vault.cloud.put(healthy, at: path)
        try await provider.downloadFile(from: CloudPath("/file"), to: url)
        #expect(try Data(contentsOf: url) == Data(content))
        try FileManager.default.removeItem(at: url)
    }

    @Test(
        "a trailing empty block, as other writers leave it, is valid; other odd sizes aren't",
        arguments: TestVaultKind.allCases
    )
    func oddSizes(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let cryptor = vault.cryptor
        let header = try cryptor.createHeader()
        let content = testContent(32_768)
        let file = try cryptor.encryptHeader(header) + cryptor.encryptChunk(content[...], number: 0, header: header)
        vault.cloud.put(
            try file + cryptor.encryptChunk([], number: 1, header: header),
            at: try vault.body("empty block")
        )
        vault.cloud.put(file + [1, 2, 3], at: try vault.body("rest"))
        let provider = try vault.makeProvider()
        #expect(try await provider.fetchItemMetadata(at: CloudPath("/empty block")).size == 32_768)
        #expect(try await provider.content(of: "/empty block") == content)
        #expect(try await provider.fetchItemMetadata(at: CloudPath("/rest")).size == nil)
        await #expect(throws: VaultError.self) { try await provider.content(of: "/rest") }
    }

    @Test(
        "a damaged file is found when it is copied elsewhere, too, though it has no bytes or no size (F-VCRY-07, -11)",
        arguments: TestVaultKind.allCases
    )
    func damagedSources(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let cryptor = vault.cryptor
        let empty = try cryptor.encryptedFile([])
        let full = try cryptor.encryptedFile(testContent(32_768))
        let junk = [UInt8](repeating: 0, count: cryptor.scheme.chunkOverhead)
        let damaged: [(file: [UInt8], part: VaultError.FilePart)] = [
            ([], .header), ([UInt8](repeating: 0, count: 10), .header),
            ([UInt8](repeating: 0, count: cryptor.headerSize), .header), (empty + junk, .chunk(0)),
            (empty + [1], .chunk(0)), (full + junk, .chunk(1)), (full + [1], .chunk(1)),
        ]
        let path = try vault.body("file")
        let provider = try vault.makeProvider()
        for (file, part) in damaged {
            vault.cloud.put(file, at: path)
            await #expect(throws: VaultError.fileDoesNotAuthenticate(part, path), "\(file.count) bytes") {
                let source = try await provider.openFile(at: CloudPath("/file")).byteSource()
                var offset = 0
                while offset < source.length { offset += try await source.read(at: offset, atMost: 262_144).count }
            }
        }
    }

    @Test("two vaults in one cloud share nothing")
    func twoVaults() async throws {
        let cloud = InMemoryCloud()
        let first = try TestVault(.format8GCM, in: cloud)
        let second = try await Vault.create(
            at: CloudPath("/Second"),
            in: cloud.makeProvider(),
            passphrase: "p",
            scryptCostParam: 2
        ).makeProvider()
        let source = try first.makeProvider()
        let content = testContent(100_000)
        try await source.put(content, at: "/file")
        let reader = try await source.openFile(at: CloudPath("/file")).byteSource()
        _ = try await second.writeFile(
            from: reader,
            to: CloudPath("/file"),
            condition: .absent,
            resuming: nil,
            observer: .none
        )
        #expect(try await second.content(of: "/file") == content)
        #expect(try await source.names() == ["file"])
    }

    @Test(
        "an interrupted upload goes on, in another provider too, with the same ciphertext",
        arguments: TestVaultKind.allCases
    )
    func checkpoints(_ kind: TestVaultKind) async throws {
        var settings = InMemoryCloud.Settings()
        settings.parts = .init(threshold: 100_000, size: 100_000)
        let vault = try TestVault(kind, in: InMemoryCloud(settings))
        let content = testContent(1_000_000)
        let path = try CloudPath("/file")
        let checkpoint = Locked<Data?>(nil)
        let observer = TransferObserver(checkpoint: { data in checkpoint.withLock { $0 = data } })
        vault.cloud.faults.arm(Fault(.writeFile, .body(600_000), .fail(CloudProviderError.noInternetConnection)))
        await #expect(throws: CloudProviderError.noInternetConnection) {
            try await vault.makeProvider().writeFile(
                from: TestSource(content),
                to: path,
                condition: .none,
                resuming: nil,
                observer: observer
            )
        }
        let source = TestSource(content)
        let moved = Locked<Int?>(nil)
        let resumed = try await vault.makeProvider().writeFile(
            from: source,
            to: path,
            condition: .none,
            resuming: checkpoint.withLock { $0 },
            observer: TransferObserver(moved: { bytes, _ in moved.withLock { $0 = $0 ?? bytes } })
        )
        #expect(resumed.size == content.count)
        #expect(try #require(moved.withLock { $0 }) >= 500_000, "begins where the cloud stands")
        #expect(try await vault.makeProvider().content(of: "/file") == content)

        // Another content leads to a clean start, and so does a checkpoint that is none.
        for data in [checkpoint.withLock { $0 }, Data("nonsense".utf8)] {
            let other = testContent(900_000, variant: 7)
            _ = try await vault.makeProvider().writeFile(
                from: TestSource(other, identity: "2"),
                to: path,
                condition: .none,
                resuming: data,
                observer: .none
            )
            #expect(try await vault.makeProvider().content(of: "/file") == other)
        }
    }

    @Test("errors of the delegate reach the caller unchanged", arguments: TestVaultKind.allCases)
    func errors(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let provider = try vault.makeProvider()
        try await provider.put([1], at: "/file")
        for error in [CloudProviderError.unauthorized, .noInternetConnection, .quotaInsufficient] {
            vault.cloud.faults.arm(Fault(nil, .before, .fail(error), times: .max))
            await #expect(throws: error) { try await provider.names() }
            await #expect(throws: error) { try await provider.content(of: "/file") }
            await #expect(throws: error) { try await provider.put([2], at: "/file") }
            await #expect(throws: error) { try await provider.createFolder(at: CloudPath("/folder")) }
            await #expect(throws: error) { try await provider.deleteFile(at: CloudPath("/file")) }
            vault.cloud.faults.reset()
        }
    }

    @Test(
        "an upload whose long name's folder was made finishes though its task is cancelled",
        arguments: TestVaultKind.allCases,
        [10, 200]
    )
    func pastCommitPoint(_ kind: TestVaultKind, _ length: Int) async throws {
        let vault = try TestVault(kind)
        let provider = try vault.makeProvider()
        let path = "/" + String(repeating: "n", count: length)
        let gate = Gate()
        let upload = Task {
            try await provider.writeFile(
                from: DataSource([1, 2, 3]),
                to: CloudPath(path),
                condition: .absent,
                resuming: nil,
                observer: TransferObserver(uploadTask: { _ in await gate.pass() })
            )
        }
        #expect(await gate.arrival())
        upload.cancel()
        await gate.open()
        if length > 146, !kind.isFormat6 {
            #expect(try await upload.value.size == 3)
            #expect(try await provider.content(of: path) == [1, 2, 3])
        } else {
            await #expect(throws: CancellationError.self) { try await upload.value }
            #expect(try await provider.names().isEmpty)
        }
    }

    @Test(
        "tasks are offered for whole contents only, never for a vault's small files",
        arguments: TestVaultKind.allCases
    )
    func tasks(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let provider = try vault.makeProvider()
        let offered = Locked(0)
        let moved = Locked(0)
        let observer = TransferObserver(
            moved: { bytes, _ in moved.withLock { $0 = bytes } },
            downloadTask: { _ in offered.withLock { $0 += 1 } },
            uploadTask: { _ in offered.withLock { $0 += 1 } }
        )
        let path = try CloudPath("/" + String(repeating: "n", count: 200))
        let content = testContent(100_000)
        _ = try await provider.writeFile(
            from: DataSource(content),
            to: path,
            condition: .absent,
            resuming: nil,
            observer: observer
        )
        #expect(offered.withLock { $0 } == 1)
        #expect(moved.withLock { $0 } == vault.cryptor.ciphertextSize(ofCleartext: content.count))
        let reader = try await provider.openFile(at: path)
        try await reader.read(70_000..<80_000, into: TestSink(), observer: observer)
        #expect(offered.withLock { $0 } == 1)
        #expect(moved.withLock { $0 } == vault.cryptor.ciphertextChunkSize, "the range lies in one chunk")
        try await reader.readAll(into: TestSink(), observer: observer)
        #expect(offered.withLock { $0 } == 2)
    }
}
