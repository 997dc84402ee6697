public import Foundation

/// The form of a written report.
public enum ReportFormat: String, Sendable, CaseIterable {
    /// A table for a repository or an issue.
    case markdown = "md"
    /// For programs: the members of ``ConformanceReport``, dates as ISO 8601.
    case json
    /// One page without scripts and links.
    case html

    /// Writes a report.
    ///
    /// - Parameter report: what a run found.
    /// - Returns: the text in UTF-8.
    /// - Throws: errors of the JSON encoder.
    public func data(for report: ConformanceReport) throws -> Data {
        switch self {
        case .markdown: Data(Self.markdown(report).utf8)
        case .json: try Self.json(report)
        case .html: Data(Self.html(report).utf8)
        }
    }

    private static func json(_ report: ConformanceReport) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return try encoder.encode(report)
    }

    private static func markdown(_ report: ConformanceReport) -> String {
        let rows = report.entries.map { entry in
            "| `\(entry.name)` | \(entry.result.rawValue) | \(escapedForMarkdown(text(of: entry))) | "
                + "\(duration(of: entry)) |"
        }
        return """
            # Conformance of \(escapedForMarkdown(report.subject))

            \(summary(of: report))

            | case | result | rule, and what was found | seconds |
            | --- | --- | --- | --- |
            \(rows.joined(separator: "\n"))

            """
    }

    private static func html(_ report: ConformanceReport) -> String {
        let rows = report.entries.map { entry in
            """
            <tr class="\(entry.result.rawValue)"><td><code>\(escapedForHTML(entry.name))</code></td>\
            <td>\(entry.result.rawValue)</td><td>\(escapedForHTML(text(of: entry)))</td>\
            <td>\(duration(of: entry))</td></tr>
            """
        }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <meta charset="utf-8">
            <title>Conformance of \(escapedForHTML(report.subject))</title>
            <style>
            body { font-family: sans-serif; margin: 2em }
            td, th { padding: 0.2em 0.6em; text-align: left; vertical-align: top }
            .failed { background: #fdd } .skipped { color: #777 }
            </style>
            <h1>Conformance of \(escapedForHTML(report.subject))</h1>
            <p>\(escapedForHTML(summary(of: report)))</p>
            <table>
            <tr><th>case</th><th>result</th><th>rule, and what was found</th><th>seconds</th></tr>
            \(rows.joined(separator: "\n"))
            </table>
            </html>

            """
    }

    private static func summary(of report: ConformanceReport) -> String {
        let counts = ConformanceReport.Result.allCases.map { "\(report.count($0)) \($0.rawValue)" }
        let leftover = report.leftover.map { " The run's folder could not be deleted: \($0)." } ?? ""
        return "\(report.started.formatted(.iso8601)): \(counts.joined(separator: ", ")).\(leftover)"
    }

    private static func text(of entry: ConformanceReport.Entry) -> String {
        [entry.sentence, entry.reason].compactMap(\.self).joined(separator: ": ")
    }

    private static func duration(of entry: ConformanceReport.Entry) -> String {
        let hundredths = Int((entry.seconds * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }

    /// Texts hold names from the suite's hard ones: nothing in them may break the table.
    private static func escapedForMarkdown(_ text: String) -> String {
        escaped(text) { scalar in
            switch scalar {
            case "\n", "\r": " "
            case "|", "\\", "`", "*", "_", "<", "[", "]": "\\\(scalar)"
            default: nil
            }
        }
    }

    private static func escapedForHTML(_ text: String) -> String {
        escaped(text) { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            default: nil
            }
        }
    }

    private static func escaped(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let replacement = replacement(scalar) {
                escaped.append(contentsOf: replacement.unicodeScalars)
            } else {
                escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
