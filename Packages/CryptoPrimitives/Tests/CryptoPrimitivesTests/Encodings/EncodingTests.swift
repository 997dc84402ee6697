import CryptoPrimitives
import Testing

@Suite("Encodings of RFC 4648")
struct EncodingTests {
    struct Vector: Decodable, Sendable {
        let input: String
        let base64: String
        let base32: String
        let base16: String
    }

    @Test("section 10, with padding and without", arguments: try Fixture<Vector>.rfc("rfc4648-base-n"))
    func section10(_ vector: Vector) {
        let bytes = Array(vector.input.utf8)
        let bare = { (text: String) in String(text.prefix { $0 != "=" }) }
        #expect(Base64.encode(bytes) == vector.base64)
        #expect(Base64.encode(bytes, padded: false) == bare(vector.base64))
        #expect(Base32.encode(bytes, padded: true) == vector.base32)
        #expect(Base32.encode(bytes) == bare(vector.base32))
        #expect(Hex.encode(bytes) == vector.base16.lowercased())
        // The two alphabets differ in the last two characters only, which these examples don't have.
        #expect(Base64URL.encode(bytes, padded: true) == vector.base64)
        #expect(Base64URL.encode(bytes) == bare(vector.base64))

        for text in [vector.base64, bare(vector.base64)] {
            #expect(Base64.decode(text) == bytes)
            #expect(Base64URL.decode(text) == bytes)
        }
        for text in [vector.base32, bare(vector.base32)] { #expect(Base32.decode(text) == bytes) }
        for text in [vector.base16, vector.base16.lowercased()] { #expect(Hex.decode(text) == bytes) }
    }

    @Test("the characters in which the two alphabets of Base64 differ")
    func alphabets() {
        // RFC 4648, tables 1 and 2: 62 and 63 are + and /, or - and _.
        let bytes: [UInt8] = [0xFB, 0xEF, 0xFF]
        #expect(Base64.encode(bytes) == "++//")
        #expect(Base64URL.encode(bytes) == "--__")
        #expect(Base64.decode("++//") == bytes)
        #expect(Base64URL.decode("--__") == bytes)
        #expect(Base64.decode("--__") == nil)
        #expect(Base64URL.decode("++//") == nil)
    }

    @Test("whole alphabets")
    func wholeAlphabets() {
        // The values 0 to 31 and 0 to 63 in a row.
        let base32: HexBytes = "00443214c74254b635cf84653a56d7c675be77df"
        let base64: HexBytes = """
            00108310518720928b30d38f41149351559761969b71d79f8218a39259a7a29aabb2dbafc31cb3d35db7e39ebbf3dfbf
            """
        #expect(Base32.encode(base32.bytes) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        #expect(Base64.encode(base64.bytes) == "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    }

    @Test(
        "Base64 that is none",
        arguments: [
            "Z", "Zg=", "Zg===", "Zg====", "=", "==", "====", "Zm9v=", "Zm9v====", "Zm9vY", "Z=g=", "Zg==Zg==", "Zh==",
            "Zm9=",
            "Zm9v\n", " Zm9v", "Zm 9v", "Zm9v\0", "Zm9é", "Zm9🙂", "Zm9.",
        ]
    )
    func invalidBase64(_ text: String) {
        #expect(Base64.decode(text) == nil)
        #expect(Base64URL.decode(text) == nil)
    }

    @Test(
        "Base32 that is none",
        arguments: [
            "M", "MZX", "MZXW6Y", "my======", "MY=====", "MY=======", "MY==", "MZXW6YTB========", "M1======", "M0",
            "M8",
            "MZ======", "MZXX====", "========", "MY======MY======", "MZXW6YT=B",
        ]
    )
    func invalidBase32(_ text: String) {
        #expect(Base32.decode(text) == nil)
    }

    @Test("hexadecimal text that is none", arguments: ["0", "0g", "000", "0x00", "00 ", "00=", "==", "０0"])
    func invalidHex(_ text: String) {
        #expect(Hex.decode(text) == nil)
    }

    @Test("what is encoded decodes again, for all lengths up to two groups", arguments: 0...80)
    func roundTrip(_ count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 89 &+ 200) }
        for padded in [true, false] {
            #expect(Base32.decode(Base32.encode(bytes, padded: padded)) == bytes)
            #expect(Base64.decode(Base64.encode(bytes, padded: padded)) == bytes)
            #expect(Base64URL.decode(Base64URL.encode(bytes, padded: padded)) == bytes)
        }
        #expect(Hex.decode(Hex.encode(bytes)) == bytes)
    }
}
