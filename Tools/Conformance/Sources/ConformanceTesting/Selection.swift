internal import ConformanceKit
internal import Foundation

/// The cases that a developer wants to run, by the beginnings of their names.
///
/// `CLOUDACCESS_CASES="kill. upload.local." swift test` runs only those of two groups.
struct Selection: Sendable {
    static let variable = "CLOUDACCESS_CASES"
    static let current = ProcessInfo.processInfo.environment[variable].map(Selection.init)

    private let prefixes: [Substring]

    private init(_ text: String) {
        prefixes = text.split(separator: " ")
    }

    func contains(_ requirement: ConformanceCase) -> Bool {
        prefixes.contains { requirement.name.hasPrefix($0) }
    }
}
