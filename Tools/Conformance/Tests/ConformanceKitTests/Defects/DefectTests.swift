import CloudCore
import ConformanceKit
import ConformanceTesting
import Foundation
import Testing

@Suite("Every case finds a mistake")
struct DefectTests {
    static let defects = Defect.ofMethods + Defect.ofReading + Defect.ofWriting + Defect.ofTransfers

    /// Cases that fail only where the machine or another process is involved.
    static let elsewhereProven = ConformanceCase.unprivileged.map(\.name) + ["download.local.noSpace"]

    @Test("the cases that should find a mistake do", arguments: defects)
    func finds(_ defect: Defect) async throws {
        let cases = ConformanceCase.all.filter(defect.finds)
        #expect(!cases.isEmpty)
        for requirement in cases where !Self.elsewhereProven.contains(requirement.name) {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("defect-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            let fixture = try defect.fixture(in: folder)
            if fixture.reasonToSkip(requirement) == nil {
                await #expect(throws: (any Error).self, "\(requirement.name)") { try await requirement.check(fixture) }
            }
            try FileManager.default.removeItem(at: folder)
        }
    }

    @Test("there is a mistake for every case", arguments: ConformanceCase.all)
    func isFound(_ requirement: ConformanceCase) throws {
        guard !Self.elsewhereProven.contains(requirement.name) else { return }
        let finding = Self.defects.filter { $0.finds(requirement) }
        let runs = try finding.filter {
            try $0.fixture(in: FileManager.default.temporaryDirectory).reasonToSkip(requirement) == nil
        }
        #expect(!runs.isEmpty)
    }

    @Test("names of cases are unique and stable in form")
    func names() throws {
        let names = ConformanceCase.all.map(\.name)
        #expect(Set(names).count == names.count)
        let form = /[a-z][A-Za-z0-9]*(\.[A-Za-z0-9]+)+/
        for name in names { #expect(name.wholeMatch(of: form) != nil, "\(name)") }
        #expect(ConformanceCase.all.allSatisfy { !$0.sentence.isEmpty && $0.sentence.last != "." })
    }
}
