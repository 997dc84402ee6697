import Testing

@testable import CloudAccessCommand

@Suite("Ranges of cat")
struct ByteRangeTests {
    @Test(
        "count from 0, both ends included",
        arguments: [
            ("0-0", 0..<1), ("2-4", 2..<5), ("7-", 7..<10), ("-3", 7..<10), ("-30", 0..<10), ("8-99", 8..<10),
            ("10-", 10..<10), ("50-60", 10..<10), ("-0", 10..<10), ("0-9223372036854775807", 0..<10),
        ]
    )
    func resolved(text: String, range: Range<Int>) throws {
        #expect(try ByteRange(text).resolved(size: 10) == range)
    }

    @Test("that are none", arguments: ["", "-", "a-b", "4-2", "1", "1-2-3", "--3", "+1-2", "99999999999999999999-"])
    func malformed(text: String) {
        #expect(throws: UsageError.self) { try ByteRange(text) }
    }
}
