internal import CloudCore
public import Foundation

/// Runs the suite without a test framework, in a new folder that it deletes again.
public struct ConformanceRunner: Sendable {
    /// What the folder's name begins with; the date follows.
    public static let folderPrefix = "cloudaccess-conformance-"

    /// What is checked; ``Fixture/root`` is the folder in which the run's own is made.
    public var fixture: Fixture
    /// The cases to run.
    public var cases: [ConformanceCase]
    /// The most cases that run at once.
    public var atOnce: Int

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - fixture: what is checked.
    ///   - cases: the cases to choose from.
    ///   - scopes: cases of other scopes aren't run; without `faultInjection` it is safe on a user's account.
    ///   - atOnce: the most cases that run at once, at least 1; a fixture with faults runs one at a time.
    public init(
        fixture: Fixture,
        cases: [ConformanceCase] = ConformanceCase.all,
        scopes: Set<ConformanceCase.Scope> = [.anywhere],
        atOnce: Int = 4
    ) {
        precondition(atOnce >= 1, "at least one case at a time")
        self.fixture = fixture
        self.cases = cases.filter { scopes.contains($0.scope) }
        self.atOnce = fixture.faults == nil ? atOnce : 1
    }

    /// Runs the cases.
    ///
    /// When the calling task is cancelled the cases that run are cancelled, and the folder is deleted before the
    /// method throws.
    ///
    /// - Parameters:
    ///   - subject: the report's name for what is checked.
    ///   - started: the date of the folder's name and of the report.
    ///   - onResult: gets each entry when its case has ended, from one task at a time.
    /// - Returns: the report, entries in the suite's order.
    /// - Throws: `CancellationError`; what creating the folder throws. A case that fails, whatever it throws, is an
    ///   entry.
    @concurrent public func run(
        subject: String,
        started: Date = Date(),
        onResult: @Sendable (ConformanceReport.Entry) async -> Void = { _ in }
    ) async throws -> ConformanceReport {
        var fixture = fixture
        let date = started.formatted(.iso8601).replacing(":", with: "-")
        fixture.root = try fixture.root.appending(Self.folderPrefix + date)
        try await fixture.provider.createFolder(at: fixture.root)
        let entries = await runAll(on: fixture, onResult)
        var report = ConformanceReport(subject: subject, started: started, entries: entries)
        do {
            try await afterCommitPoint { [fixture] in try await fixture.provider.deleteFolder(at: fixture.root) }
        } catch {
            report.leftover = "\(fixture.root.string) (\(describe(error)))"
        }
        try Task.checkCancellation()
        return report
    }

    private func runAll(
        on fixture: Fixture,
        _ onResult: @Sendable (ConformanceReport.Entry) async -> Void
    ) async -> [ConformanceReport.Entry] {
        await withTaskGroup(of: (Int, ConformanceReport.Entry).self) { group in
            var entries: [Int: ConformanceReport.Entry] = [:]
            for (number, requirement) in cases.enumerated() {
                if number >= atOnce, let (number, entry) = await group.next() {
                    entries[number] = entry
                    await onResult(entry)
                }
                guard !Task.isCancelled else { break }
                group.addTask { (number, await Self.entry(for: requirement, on: fixture)) }
            }
            for await (number, entry) in group {
                entries[number] = entry
                await onResult(entry)
            }
            return entries.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    private static func entry(for requirement: ConformanceCase, on fixture: Fixture) async -> ConformanceReport.Entry {
        var entry = ConformanceReport.Entry(
            name: requirement.name,
            sentence: requirement.sentence,
            result: .skipped,
            reason: fixture.reasonToSkip(requirement)
        )
        guard entry.reason == nil else { return entry }
        let clock = ContinuousClock()
        let start = clock.now
        do {
            try await requirement.check(fixture)
            entry.result = .passed
        } catch {
            entry.result = .failed
            entry.reason = describe(error)
        }
        entry.seconds = (clock.now - start) / .seconds(1)
        return entry
    }
}
