import CloudCore
import Foundation
import Testing

@testable import VaultCrypto

/// Sends a part of a file into a sink as a provider would.
private func send(_ file: [UInt8], through sink: DecryptingSink, pieces: Int = Bytes.maximumPiece) async throws {
    try await sink.start(at: 0)
    let range = sink.ciphertextRange.clamped(to: 0..<file.count)
    for begin in stride(from: range.lowerBound, to: range.upperBound, by: pieces) {
        try await sink.write(file[begin..<min(range.upperBound, begin + pieces)])
    }
    try await sink.finish()
}

@Suite("Decrypting sinks")
struct DecryptingSinkTests {
    private static let whole = 0..<Int.max

    @Test(
        "a whole file comes out, whatever the size of the pieces",
        arguments: CryptorScheme.allCases,
        EncryptingSourceTests.sizes
    )
    func whole(_ scheme: CryptorScheme, _ size: Int) async throws {
        let cryptor = Fixture.cryptor(scheme)
        let content = testContent(size)
        let file = try cryptor.encryptedFile(content)
        for pieces in [Bytes.maximumPiece, 100_001, 32_796, 16_384, 4_001] {
            for ciphertextSize in [file.count, nil] {
                let inner = TestSink()
                let sink = DecryptingSink(
                    into: inner,
                    cryptor: cryptor,
                    range: Self.whole,
                    ciphertextSize: ciphertextSize
                )
                try await send(file, through: sink, pieces: pieces)
                #expect(await inner.bytes == content)
                #expect(await inner.starts == [0])
                #expect(await inner.isFinished)
                #expect(await inner.largestPiece <= Bytes.maximumPiece)
                #expect(await sink.header?.nonce == Array(file.prefix(scheme.nonceSize)))
            }
        }
    }

    @Test("any range comes out, and only its chunks are asked for", arguments: CryptorScheme.allCases)
    func ranges(_ scheme: CryptorScheme) async throws {
        let cryptor = Fixture.cryptor(scheme)
        let content = testContent(400_000)
        let file = try cryptor.encryptedFile(content)
        let header = try cryptor.decryptHeader(file.prefix(cryptor.headerSize))
        let borders = [0, 1, 32_767, 32_768, 32_769, 100_000, 262_144, 399_999, 400_000, 400_001, 1_000_000]
        for begin in borders {
            for end in borders where end >= begin {
                let inner = TestSink()
                let sink = DecryptingSink(
                    into: inner,
                    cryptor: cryptor,
                    range: begin..<end,
                    header: header,
                    ciphertextSize: file.count
                )
                #expect(sink.ciphertextRange.count <= (end - begin) / 32_768 * cryptor.ciphertextChunkSize + 100_000)
                try await send(file, through: sink, pieces: 50_000)
                #expect(await inner.bytes == Array(content[min(begin, 400_000)..<min(end, 400_000)]))
                #expect(await inner.isFinished)
            }
        }
    }

    @Test("a range in the first chunk takes the header from the stream")
    func headerInStream() async throws {
        let cryptor = Fixture.cryptor(.sivGcm)
        let content = testContent(100_000)
        let file = try cryptor.encryptedFile(content)
        let inner = TestSink()
        let sink = DecryptingSink(into: inner, cryptor: cryptor, range: 10..<40_000, ciphertextSize: file.count)
        #expect(sink.ciphertextRange == 0..<65_660)
        try await send(file, through: sink)
        #expect(await inner.bytes == Array(content[10..<40_000]))
    }

    @Test("an empty last chunk is accepted, and verified", arguments: CryptorScheme.allCases, [0, 32_768, 65_536])
    func emptyLastChunk(_ scheme: CryptorScheme, _ size: Int) async throws {
        let cryptor = Fixture.cryptor(scheme)
        let header = try cryptor.createHeader()
        let content = testContent(size)
        var file = try cryptor.encryptHeader(header)
        for number in 0..<size / 32_768 {
            let chunk = content[number * 32_768..<(number + 1) * 32_768]
            file += try cryptor.encryptChunk(chunk, number: number, header: header)
        }
        file += try cryptor.encryptChunk([], number: size / 32_768, header: header)
        #expect(cryptor.cleartextSize(ofCiphertext: file.count) == size)
        for range in [Self.whole, 0..<max(1, size)] {
            let inner = TestSink()
            let sink = DecryptingSink(into: inner, cryptor: cryptor, range: range, ciphertextSize: file.count)
            try await send(file, through: sink)
            #expect(await inner.bytes == content)
            file[file.count - 1] ^= 1
            await #expect(throws: VaultError.fileDoesNotAuthenticate(.chunk(size / 32_768), nil)) {
                let sink = DecryptingSink(into: TestSink(), cryptor: cryptor, range: range, ciphertextSize: file.count)
                try await send(file, through: sink)
            }
            file[file.count - 1] ^= 1
        }
    }

    @Test("one flipped bit in block 9 is named, and only what comes before it goes on (F-VCRY-09)")
    func damagedBlock() async throws {
        let path = try CloudPath("/d/AA/B/c.c9r")
        for scheme in CryptorScheme.allCases {
            let cryptor = Fixture.cryptor(scheme)
            let content = testContent(12 * 32_768)
            var file = try cryptor.encryptedFile(content)
            file[cryptor.headerSize + 9 * cryptor.ciphertextChunkSize + 1000] ^= 0x10
            for pieces in [Bytes.maximumPiece, 10_000] {
                let inner = TestSink()
                let sink = DecryptingSink(into: inner, cryptor: cryptor, range: Self.whole, path: path)
                await #expect(throws: VaultError.fileDoesNotAuthenticate(.chunk(9), path)) {
                    try await send(file, through: sink, pieces: pieces)
                }
                #expect(await inner.bytes == Array(content[..<(9 * 32_768)]))
                #expect(await !inner.isFinished)
                await #expect(throws: VaultError.fileDoesNotAuthenticate(.chunk(9), path)) { try await sink.finish() }
            }
        }
    }

    struct Damage: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var part: VaultError.FilePart
        /// Changes a file of four full chunks and one of 100 bytes.
        var apply: @Sendable (inout [UInt8], Cryptor) throws -> Void
    }

    @Test(
        "damaged files",
        arguments: CryptorScheme.allCases,
        [
            Damage(testDescription: "no bytes", part: .header) { file, _ in file = [] },
            Damage(testDescription: "10 bytes", part: .header) { file, _ in file = Array(file[..<10]) },
            Damage(testDescription: "header less one", part: .header) { file, cryptor in
                file = Array(file[..<(cryptor.headerSize - 1)])
            },
            Damage(testDescription: "header of zeroes (F-VCRY-08)", part: .header) { file, cryptor in
                for index in 0..<cryptor.headerSize { file[index] = 0 }
            },
            Damage(testDescription: "header of another file of the vault", part: .chunk(0)) { file, cryptor in
                file.replaceSubrange(..<cryptor.headerSize, with: try cryptor.encryptHeader(cryptor.createHeader()))
            },
            Damage(testDescription: "10 bytes after the header", part: .chunk(0)) { file, cryptor in
                file = Array(file[..<(cryptor.headerSize + 10)])
            },
            Damage(testDescription: "chunks 1 and 2 exchanged", part: .chunk(1)) { file, cryptor in
                let (one, two) = (cryptor.place(of: 1), cryptor.place(of: 2))
                let (first, second) = (Array(file[one]), Array(file[two]))
                file.replaceSubrange(one, with: second)
                file.replaceSubrange(two, with: first)
            },
            Damage(testDescription: "chunk 1 twice", part: .chunk(2)) { file, cryptor in
                file.insert(contentsOf: file[cryptor.place(of: 1)], at: cryptor.place(of: 2).lowerBound)
            },
            Damage(testDescription: "chunk 1 left out", part: .chunk(1)) { file, cryptor in
                file.removeSubrange(cryptor.place(of: 1))
            },
            Damage(testDescription: "chunk 2 of another file", part: .chunk(2)) { file, cryptor in
                let other = try cryptor.encryptedFile(testContent(file.count))
                file.replaceSubrange(cryptor.place(of: 2), with: other[cryptor.place(of: 2)])
            },
            Damage(testDescription: "5 bytes missing at the end", part: .chunk(4)) { file, _ in file.removeLast(5) },
            Damage(testDescription: "only a part of a nonce left at the end", part: .chunk(4)) { file, cryptor in
                file = Array(file[..<(cryptor.place(of: 4).lowerBound + 3)])
            },
            Damage(testDescription: "a byte too many", part: .chunk(4)) { file, _ in file.append(0) },
            Damage(testDescription: "short last chunk followed by an empty one", part: .chunk(4)) { file, cryptor in
                let header = try cryptor.decryptHeader(file.prefix(cryptor.headerSize))
                file += try cryptor.encryptChunk([], number: 5, header: header)
            },
        ]
    )
    func damaged(_ scheme: CryptorScheme, _ damage: Damage) async throws {
        let cryptor = Fixture.cryptor(scheme)
        let content = testContent(4 * 32_768 + 100)
        var file = try cryptor.encryptedFile(content)
        try damage.apply(&file, cryptor)
        for size in [file.count, nil] {
            let inner = TestSink()
            let sink = DecryptingSink(into: inner, cryptor: cryptor, range: Self.whole, ciphertextSize: size)
            await #expect(throws: VaultError.fileDoesNotAuthenticate(damage.part, nil)) {
                try await send(file, through: sink)
            }
            let sent = await inner.bytes
            #expect(sent == Array(content[..<sent.count]))
            #expect(await !inner.isFinished)
        }
    }

    @Test("every byte of a file that is flipped is found", arguments: CryptorScheme.allCases)
    func everyByte(_ scheme: CryptorScheme) async throws {
        let cryptor = Fixture.cryptor(scheme)
        let file = try cryptor.encryptedFile(testContent(40))
        for index in file.indices {
            var changed = file
            changed[index] ^= 1
            let part: VaultError.FilePart = index < cryptor.headerSize ? .header : .chunk(0)
            await #expect(throws: VaultError.fileDoesNotAuthenticate(part, nil)) {
                let sink = DecryptingSink(into: TestSink(), cryptor: cryptor, range: Self.whole)
                try await send(changed, through: sink)
            }
        }
    }

    @Test("fewer bytes than the file's size promised is no shorter file")
    func cutShort() async throws {
        let cryptor = Fixture.cryptor(.sivGcm)
        let file = try cryptor.encryptedFile(testContent(100_000))
        let inner = TestSink()
        let sink = DecryptingSink(into: inner, cryptor: cryptor, range: Self.whole, ciphertextSize: file.count)
        await #expect(throws: FileReaderError.changed) { try await send(Array(file[..<65_660]), through: sink) }
        #expect(await !inner.isFinished)
    }

    /// Counts how many pieces were sent that the inner sink hasn't got yet.
    private actor Backlog: ByteSink {
        private(set) var largest = 0
        private var taken = 0
        private var sent = 0

        func willSend() { sent += 1 }
        func start(at offset: Int) {}
        func write(_ bytes: Bytes) {
            largest = max(largest, sent - taken)
            taken += 1
        }
        func finish() { largest = max(largest, sent - taken) }
    }

    @Test("only a few pieces wait in memory, whatever the length")
    func backPressure() async throws {
        let cryptor = Fixture.cryptor(.sivGcm)
        let file = try cryptor.encryptedFile(testContent(6_000_000))
        let backlog = Backlog()
        let sink = DecryptingSink(into: backlog, cryptor: cryptor, range: Self.whole)
        try await sink.start(at: 0)
        for begin in stride(from: 0, to: file.count, by: Bytes.maximumPiece) {
            await backlog.willSend()
            try await sink.write(file[begin..<min(file.count, begin + Bytes.maximumPiece)])
        }
        try await sink.finish()
        // Those that are decrypted, and the one that is being sent.
        #expect(await backlog.largest <= 5)
    }

    @Test("an error of the inner sink is thrown, and for good")
    func innerFailure() async throws {
        let cryptor = Fixture.cryptor(.sivGcm)
        let file = try cryptor.encryptedFile(testContent(2_000_000))
        let sink = DecryptingSink(into: TestSink(limit: 500_000), cryptor: cryptor, range: Self.whole)
        await #expect(throws: TestSink.Refused.self) { try await send(file, through: sink) }
        await #expect(throws: TestSink.Refused.self) { try await sink.start(at: 0) }
        await #expect(throws: TestSink.Refused.self) { try await sink.finish() }
    }

    @Test(
        "mutated files are the same content, a part of it with an error, or nothing",
        arguments: CryptorScheme.allCases
    )
    func mutations(_ scheme: CryptorScheme) async throws {
        var random = SeededGenerator()
        print("file mutations \(scheme.rawValue): VAULTCRYPTO_TEST_SEED=\(random.seed)")
        let cryptor = Fixture.cryptor(scheme)
        let content = testContent(70_000)
        let file = try cryptor.encryptedFile(content)
        for _ in 0..<150 {
            let mutated = random.mutated(file)
            let inner = TestSink()
            let sink = DecryptingSink(into: inner, cryptor: cryptor, range: Self.whole)
            try? await send(mutated, through: sink, pieces: Int.random(in: 1000...262_144, using: &random))
            let out = await inner.bytes
            #expect(out == Array(content[..<out.count]))
            // Whole chunks missing at the end can't be detected by the format.
            #expect(await !inner.isFinished || out == content || out.count.isMultiple(of: 32_768))
        }
    }
}

extension Cryptor {
    /// Where a full chunk stands in its file.
    fileprivate func place(of chunk: Int) -> Range<Int> {
        let begin = headerSize + chunk * ciphertextChunkSize
        return begin..<begin + ciphertextChunkSize
    }
}

@Suite("Restarts of transfers into decrypting sinks")
struct RestartTests {
    private let cryptor = Fixture.cryptor(.sivGcm)

    @Test("a transfer that restarts anywhere, often, gives the same content")
    func anywhere() async throws {
        var random = SeededGenerator()
        print("restarts: VAULTCRYPTO_TEST_SEED=\(random.seed)")
        let content = testContent(900_000)
        let file = try cryptor.encryptedFile(content)
        for range in [0..<Int.max, 100_000..<600_000] {
            for _ in 0..<20 {
                let inner = TestSink()
                let header = range.lowerBound == 0 ? nil : try cryptor.decryptHeader(file.prefix(68))
                let sink = DecryptingSink(
                    into: inner,
                    cryptor: cryptor,
                    range: range,
                    header: header,
                    ciphertextSize: file.count
                )
                let part = Array(file[sink.ciphertextRange])
                try await sink.start(at: 0)
                var (position, furthest) = (0, 0)
                while position < part.count {
                    let end = min(part.count, position + Int.random(in: 1...262_144, using: &random))
                    try await sink.write(part[position..<end])
                    position = end
                    furthest = max(furthest, end)
                    if Int.random(in: 0..<3, using: &random) == 0 {
                        position = Int.random(in: 0...furthest, using: &random)
                        try await sink.start(at: position)
                    }
                }
                try await sink.finish()
                #expect(await inner.bytes == Array(content[range.clamped(to: 0..<content.count)]))
                #expect(await inner.starts == [0])
            }
        }
    }

    @Test("a chunk that came damaged is taken again after a restart")
    func damagedBefore() async throws {
        let content = testContent(900_000)
        let file = try cryptor.encryptedFile(content)
        for place in [10, 68 + 5, 68 + 3 * 32_796 + 7, file.count - 1] {
            let inner = TestSink()
            let sink = DecryptingSink(into: inner, cryptor: cryptor, range: 0..<Int.max)
            var damaged = file
            damaged[place] ^= 1
            try await sink.start(at: 0)
            try? await sink.write(damaged[..<262_144])
            try? await sink.write(damaged[262_144..<524_288])
            if place == file.count - 1 { try? await sink.write(damaged[524_288...]) }
            try await sink.start(at: 0)
            for begin in stride(from: 0, to: file.count, by: 200_000) {
                try await sink.write(file[begin..<min(file.count, begin + 200_000)])
            }
            try await sink.finish()
            #expect(await inner.bytes == content)
        }
    }

    @Test("a restart behind a damaged chunk throws what is damaged")
    func behindDamage() async throws {
        var file = try cryptor.encryptedFile(testContent(900_000))
        file[68 + 5] ^= 1
        let sink = DecryptingSink(into: TestSink(), cryptor: cryptor, range: 0..<Int.max)
        try await sink.start(at: 0)
        try? await sink.write(file[..<262_144])
        await #expect(throws: VaultError.fileDoesNotAuthenticate(.chunk(0), nil)) { try await sink.start(at: 262_144) }
    }

    @Test("a restart behind bytes that never came is refused")
    func gap() async throws {
        let sink = DecryptingSink(into: TestSink(), cryptor: cryptor, range: 0..<Int.max)
        await #expect(throws: DecryptingSink.Gap.self) { try await sink.start(at: 1) }
        try await sink.start(at: 0)
        try await sink.write(cryptor.encryptedFile(testContent(1000))[..<100])
        await #expect(throws: DecryptingSink.Gap.self) { try await sink.start(at: 101) }
        try await sink.start(at: 100)
    }
}
