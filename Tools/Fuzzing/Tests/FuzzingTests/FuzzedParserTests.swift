import ParserFuzzing
import Testing

@Suite("Fuzzed parsers")
struct FuzzedParserTests {
    /// Short random inputs; a trap ends the process.
    @Test("take any bytes", arguments: FuzzedParser.allCases)
    func anyBytes(parser: FuzzedParser) {
        var generator = SystemRandomNumberGenerator()
        for length in [0, 1, 2, 30, 68, 88, 96, 136, 1000, 40_000] {
            parser.parse((0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        }
    }
}
