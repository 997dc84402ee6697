import CryptoPrimitives
import Testing

@Suite("CRC-32")
struct CRC32Tests {
    /// The check value of the catalogue of parametrised CRC algorithms (CRC-32/ISO-HDLC), and values of Python's zlib.
    static let examples: [(String, UInt32)] = [
        ("123456789", 0xCBF4_3926),
        ("", 0),
        ("a", 0xE8B7_BE43),
        ("abc", 0x3524_41C2),
        ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
    ]

    @Test("known values, at once and byte by byte", arguments: examples)
    func knownValues(_ text: String, _ value: UInt32) {
        #expect(CRC32.checksum(Array(text.utf8)) == value)
        var checksum = CRC32()
        for byte in text.utf8 { checksum.update(CollectionOfOne(byte)) }
        #expect(checksum.value == value)
    }
}
