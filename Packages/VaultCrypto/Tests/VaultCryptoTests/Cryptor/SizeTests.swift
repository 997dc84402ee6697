import Testing

@testable import VaultCrypto

@Suite("Sizes of encrypted files")
struct SizeTests {
    @Test("the table of the format holds both ways", arguments: Fixture.contents.sizes)
    func table(_ vector: ContentVectors.Size) {
        let scheme = vector.cipherCombo
        let fileSize = scheme.headerSize + vector.ciphertextPayloadSize
        if let cleartextSize = vector.cleartextSize {
            #expect(scheme.ciphertextSize(ofCleartext: cleartextSize) == fileSize)
            #expect(scheme.cleartextSize(ofCiphertext: fileSize) == cleartextSize)
        } else if vector.ciphertextPayloadSize % scheme.ciphertextChunkSize == scheme.chunkOverhead {
            // An empty last chunk: undefined in both reference implementations, valid here.
            let chunks = vector.ciphertextPayloadSize / scheme.ciphertextChunkSize
            #expect(scheme.cleartextSize(ofCiphertext: fileSize) == chunks * 32_768)
        } else {
            #expect(scheme.cleartextSize(ofCiphertext: fileSize) == nil)
        }
    }

    @Test("the constants are those of the format")
    func constants() {
        #expect(CryptorScheme.sivCtrMac.headerSize == 88)
        #expect(CryptorScheme.sivGcm.headerSize == 68)
        #expect(CryptorScheme.sivCtrMac.ciphertextChunkSize == 32_816)
        #expect(CryptorScheme.sivGcm.ciphertextChunkSize == 32_796)
    }

    @Test("a file shorter than its header has no size (F-VCRY-07)", arguments: CryptorScheme.allCases)
    func tooShort(_ scheme: CryptorScheme) {
        for size in [-1, 0, 10, scheme.headerSize - 1] {
            #expect(scheme.cleartextSize(ofCiphertext: size) == nil)
        }
    }

    struct RangeRow: Sendable {
        var cleartext: Range<Int>
        var fileSize: Int?
        var expected: Range<Int>
    }

    // GCM: header 68, chunk 32796, overhead 28.
    @Test(
        "a range of the cleartext needs these bytes of the file",
        arguments: [
            RangeRow(cleartext: 0..<1, fileSize: nil, expected: 68..<32_864),
            RangeRow(cleartext: 0..<32_768, fileSize: nil, expected: 68..<32_864),
            RangeRow(cleartext: 32_767..<32_769, fileSize: nil, expected: 68..<65_660),
            RangeRow(cleartext: 40_000..<40_001, fileSize: nil, expected: 32_864..<65_660),
            RangeRow(cleartext: 40_000..<40_000, fileSize: nil, expected: 32_864..<32_864),
            RangeRow(cleartext: 0..<Int.max, fileSize: nil, expected: 68..<Int.max),
            RangeRow(cleartext: 0..<Int.max, fileSize: 100, expected: 68..<100),
            RangeRow(cleartext: 0..<5, fileSize: 100, expected: 68..<100),
            RangeRow(cleartext: 0..<5, fileSize: 68, expected: 68..<68),
            RangeRow(cleartext: 0..<5, fileSize: 10, expected: 68..<68),
            RangeRow(cleartext: 0..<32_768, fileSize: 32_892, expected: 68..<32_892),
            RangeRow(cleartext: 0..<32_768, fileSize: 32_893, expected: 68..<32_864),
            RangeRow(cleartext: 0..<Int.max, fileSize: 96, expected: 68..<96),
            RangeRow(cleartext: 70_000..<80_000, fileSize: 100, expected: 65_660..<65_660),
        ]
    )
    func ranges(_ row: RangeRow) {
        #expect(
            CryptorScheme.sivGcm.ciphertextRange(ofCleartext: row.cleartext, fileSize: row.fileSize) == row.expected
        )
    }
}
