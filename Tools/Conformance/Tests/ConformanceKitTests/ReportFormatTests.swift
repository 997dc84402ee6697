import ConformanceKit
import Foundation
import Testing

@Suite("ReportFormat")
struct ReportFormatTests {
    private let report = ConformanceReport(
        subject: "box:a|b",
        started: Date(timeIntervalSince1970: 0),
        entries: [
            .init(name: "names.bar", sentence: "\"a|b\" is kept", result: .passed, seconds: 1.5),
            .init(name: "names.less", sentence: "a<b", result: .failed, reason: "got\nthat & this", seconds: 0.057),
            .init(name: "links.move", sentence: "moved", result: .skipped, reason: "no links"),
        ],
        leftover: "/x (offline)"
    )

    @Test("Markdown has a row for each case, whatever the texts hold")
    func markdown() throws {
        let text = String(decoding: try ReportFormat.markdown.data(for: report), as: UTF8.self)
        #expect(
            text == #"""
                # Conformance of box:a\|b

                1970-01-01T00:00:00Z: 1 passed, 1 failed, 1 skipped. The run's folder could not be deleted: /x (offline).

                | case | result | rule, and what was found | seconds |
                | --- | --- | --- | --- |
                | `names.bar` | passed | "a\|b" is kept | 1.50 |
                | `names.less` | failed | a\<b: got that & this | 0.06 |
                | `links.move` | skipped | moved: no links | 0.00 |

                """#
        )
    }

    @Test("HTML escapes what is markup")
    func html() throws {
        let text = String(decoding: try ReportFormat.html.data(for: report), as: UTF8.self)
        #expect(text.contains("<tr class=\"failed\"><td><code>names.less</code></td><td>failed</td>"))
        #expect(text.contains("a&lt;b: got\nthat &amp; this"))
        #expect(text.contains("<td>&quot;a|b&quot; is kept</td>"))
    }

    @Test("JSON can be read back")
    func json() throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let decoded = try decoder.decode(ConformanceReport.self, from: ReportFormat.json.data(for: report))
        #expect(decoded == report)
    }
}
