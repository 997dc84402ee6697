import Foundation

/// One measured value beside what it is compared with.
struct Row: Codable {
    /// What was measured.
    var name: String
    /// Our value.
    var ours: Double
    /// The peer's value, or the limit of the machine.
    var other: Double?
    /// What the other value is.
    var against: String
    /// The unit of both.
    var unit: String
    /// What ours divided by the other must be, such as `>= 0.85`; empty for a value that is only told.
    var goal: String

    /// Ours divided by the other.
    var ratio: Double? { other.map { ours / $0 } }
}

/// Collects rows and prints them as a table and as JSON.
struct Report {
    private(set) var rows: [Row] = []

    mutating func add(_ row: Row) {
        rows.append(row)
        print(line(row))
    }

    func writeJSON(to url: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(rows).write(to: url)
    }

    static let header =
        "what".padded(34) + "ours".padded(14) + "other".padded(14) + "ratio".padded(8) + "goal".padded(10) + "against"

    private func line(_ row: Row) -> String {
        let ratio = row.ratio.map { number($0) } ?? ""
        return row.name.padded(34) + "\(number(row.ours)) \(row.unit)".padded(14)
            + (row.other.map { "\(number($0)) \(row.unit)" } ?? "").padded(14) + ratio.padded(8) + row.goal.padded(10)
            + row.against
    }

    private func number(_ value: Double) -> String {
        value >= 100 ? String(Int(value.rounded())) : String((value * 1000).rounded() / 1000)
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
