internal import CloudCore

/// An error and the place at which it happened, as it was typed.
struct PlacedError: Error {
    var place: String
    var error: any Error
    var diagnostics: ServiceDiagnostics?

    var report: ErrorReport { ErrorReport(error, at: place, diagnostics: diagnostics) }

    /// Whether the command can't go on with other items.
    var endsCommand: Bool { error is CancellationError || error is BrokenPipe }

    /// Whether it is the target of a transfer that the error speaks of.
    var isRefusedByTarget: Bool {
        switch error {
        case CloudProviderError.itemAlreadyExists, CloudProviderError.parentFolderDoesNotExist: true
        case CloudProviderError.quotaInsufficient: true
        case let error as any CategorizedError: error.category == .nameNotAllowed
        default: false
        }
    }
}
