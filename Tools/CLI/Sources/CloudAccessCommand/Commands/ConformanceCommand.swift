internal import CloudCore
internal import ConformanceKit
internal import Foundation

/// `conformance`: runs the conformance suite on one's own remote.
enum ConformanceCommand {
    static let spec = CommandSpec(
        words: ["conformance"],
        operands: "ADDR",
        operandCount: 1...1,
        options: [
            .flag("--full", "Also runs what takes its time: large folders, many transfers at once."),
            .value("--report", "FILE.html|.md|.json", "Writes a report, in the form that the name ends in."),
        ] + Locations.vaultOptions,
        summary: "Runs the conformance suite on a remote.",
        details: "Works only below a new folder cloudaccess-conformance-DATE in ADDR, which is deleted at the end and "
            + "after an interrupt. Prints one line a case: passed, failed or skipped.",
        run: { session, arguments in try await run(session, arguments) }
    )

    @concurrent private static func run(_ session: Session, _ arguments: Arguments) async throws -> CommandStatus {
        let text = arguments.operands[0]
        let file = try arguments.value("--report").map { path throws(UsageError) in try ReportFile(path) }
        let report = try await session.at(text) {
            let locations = try await Locations(session, arguments)
            let location = try await locations.location(text)
            guard try await location.entered().itemType == .folder else { throw CloudProviderError.itemTypeMismatch }
            let second = try await locations.anotherProvider(for: location)
            let scopes: Set<ConformanceCase.Scope> = arguments.has("--full") ? [.anywhere, .expensive] : [.anywhere]
            return try await withTemporaryFolder(in: FileManager.default.temporaryDirectory) { scratch in
                let fixture = Fixture.account(
                    provider: location.provider,
                    root: location.path,
                    scratch: scratch,
                    secondProvider: { second }
                )
                return try await results(of: ConformanceRunner(fixture: fixture, scopes: scopes), on: text, session)
            }
        }
        try await file?.write(report)
        let counts = ConformanceReport.Result.allCases.map { "\(report.count($0)) \($0.rawValue)" }
        try await session.output.line(counts.joined(separator: ", "))
        if let leftover = report.leftover {
            await session.remark("the folder of the run could not be deleted: \(leftover)", at: text)
        }
        guard report.count(.failed) == 0 else { return .differences }
        return report.leftover == nil ? .done : .failed
    }

    /// Runs the cases and prints how each ended; if nobody takes that, the run is cancelled.
    private static func results(
        of runner: ConformanceRunner,
        on subject: String,
        _ session: Session
    ) async throws -> ConformanceReport {
        let printing = Locked<(any Error)?>(nil)
        do {
            return try await runner.run(subject: subject) { entry in
                do {
                    let reason = entry.reason.map { ": \($0)" } ?? ""
                    try await session.output.line("\(entry.result.rawValue) \(entry.name)\(reason)")
                } catch {
                    printing.withLock { $0 = error }
                    session.interruption.cancel()
                }
            }
        } catch {
            throw printing.withLock(\.self) ?? error
        }
    }
}

/// Where `--report` goes.
private struct ReportFile: Sendable {
    private let path: String
    private let format: ReportFormat

    /// Checks the name's ending, and that the folder takes a file, before the suite is run.
    init(_ path: String) throws(UsageError) {
        let url = URL(filePath: path)
        guard let format = ReportFormat(rawValue: url.pathExtension.lowercased()) else {
            let known = ReportFormat.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
            throw UsageError("--report: '\(path)' ends in none of \(known)")
        }
        guard unsafe access(url.deletingLastPathComponent().path, W_OK) == 0 else {
            throw UsageError("--report: can't write into the folder of '\(path)'")
        }
        self.path = path
        self.format = format
    }

    @concurrent func write(_ report: ConformanceReport) async throws {
        let data = try format.data(for: report)
        try await BlockingWork.run { [path] in
            let file = try OpenFile.named(path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o666)
            try withExtendedLifetime(file) { try Descriptor(number: file.descriptor).write(Array(data)[...]) }
        }
    }
}
