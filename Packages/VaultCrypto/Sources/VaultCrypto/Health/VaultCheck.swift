internal import CloudCore

/// Looks for damage in a vault, and repairs it on request (vault format, section 15).
///
/// Works over any provider, by the names and contents of the ciphertext. Without repairs nothing is written. A repair
/// loses nothing that it touches: what it can't place lands in the folder `/LOST+FOUND` of the vault. It may be killed
/// at any moment and repeated. Nobody else should write to the vault meanwhile: a folder that is just being made looks
/// like one that was lost.
///
/// At most 16 requests run at once. Memory grows with the number of folders, not with that of files.
public struct VaultCheck: Sendable {
    /// Whether every file is decrypted.
    public let checksContents: Bool
    /// Whether damage is repaired where that is possible.
    public let repairs: Bool

    private let vault: UnlockedVault

    /// Prepares a check.
    ///
    /// - Parameters:
    ///   - vault: of any format.
    ///   - checksContents: whether every file is decrypted, which downloads the whole vault.
    ///   - repairs: whether damage is repaired where that is possible.
    public init(_ vault: UnlockedVault, checksContents: Bool = false, repairs: Bool = false) {
        self.vault = vault
        self.checksContents = checksContents
        self.repairs = repairs
    }

    /// Checks the vault.
    ///
    /// - Parameter handler: gets each finding, also the good ones, as soon as it is known and its repair was tried; may
    ///   be called from several tasks at once, and holds the check up while it waits.
    /// - Returns: how many findings there were.
    /// - Throws: errors of the provider that say nothing about single items; errors of the handler;
    ///   `CancellationError`. What was repaired until then stays repaired.
    @concurrent @discardableResult public func run(
        _ handler: @escaping @Sendable (HealthFinding) async throws -> Void
    ) async throws -> HealthSummary {
        let reporter = HealthReporter(repairs: repairs, handler: handler)
        let run = CheckRun(
            tree: try vault.makeProvider().tree,
            reporter: reporter,
            checksContents: checksContents
        )
        try await run.run()
        return reporter.summary
    }
}
