internal import CloudCore

/// Repairs findings, if that is wanted, counts them and hands them on.
final class HealthReporter: Sendable {
    /// Whether findings are repaired.
    let repairs: Bool
    private let handler: @Sendable (HealthFinding) async throws -> Void
    private let counted = Locked(HealthSummary())

    init(repairs: Bool, handler: @escaping @Sendable (HealthFinding) async throws -> Void) {
        self.repairs = repairs
        self.handler = handler
    }

    /// What was reported so far.
    var summary: HealthSummary { counted.withLock(\.self) }

    /// Repairs what was found, then reports it.
    ///
    /// - Throws: an error of the provider that says nothing about the items, or of the handler.
    func settle(_ diagnosis: Diagnosis) async throws {
        var finding = diagnosis.finding
        if repairs, let repair = diagnosis.repair {
            do {
                try Task.checkCancellation()
                try await repair()
                finding.repair = .done
            } catch let error as CloudProviderError where error.isAboutItems {
                finding.repair = .failed("\(error)")
            } catch let error as RepairObstacle {
                finding.repair = .failed(error.reason)
            } catch let error as VaultNodeError {
                finding.repair = .failed(error.reason)
            }
        }
        try await report(finding)
    }

    /// Counts a finding and hands it on.
    func report(_ finding: HealthFinding) async throws {
        counted.withLock { summary in
            if finding.repair == .done {
                summary.repaired[finding.severity, default: 0] += 1
            } else {
                summary.remaining[finding.severity, default: 0] += 1
            }
        }
        try await handler(finding)
    }
}

extension CloudProviderError {
    /// Whether the failure comes from what stands at the paths, so that it doesn't concern other items.
    var isAboutItems: Bool {
        switch self {
        case .itemNotFound, .itemAlreadyExists, .itemTypeMismatch, .parentFolderDoesNotExist: true
        case .pageTokenInvalid, .quotaInsufficient, .unauthorized, .noInternetConnection: false
        }
    }
}
