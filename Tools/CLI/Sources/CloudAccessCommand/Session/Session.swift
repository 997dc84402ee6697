internal import CloudCore
internal import Foundation

/// Everything a command works with.
struct Session: Sendable {
    let output: Output
    let messages: Messages
    let registry: CloudProviderRegistry
    let directory: ConfigurationDirectory
    let remoteSecrets: RemoteSecrets
    let secretInput: SecretInput
    let interruption: Interruption
    let logger: Logger

    var remotesFile: RemotesFile { RemotesFile(in: directory) }

    /// Runs `body` for one item; an error is thrown on with the place and what the service said.
    func at<Result: Sendable>(_ place: String, _ body: () async throws -> Result) async throws -> Result {
        let diagnostics = ServiceDiagnostics()
        do {
            return try await ServiceDiagnostics.$current.withValue(diagnostics) { try await body() }
        } catch let error as PlacedError {
            throw error
        } catch {
            let placed = PlacedError(place: place, error: error, diagnostics: diagnostics)
            logger.info("failed: \(placed.report.code)")
            logger.debug("failed at \(place)")
            throw placed
        }
    }

    /// Names what a listing had to leave out.
    func reportSkipped(_ skipped: [CloudItemList.Skipped], in place: String) async {
        for entry in skipped { await remark("left out \(entry.path): \(entry.reason)", at: place) }
    }

    /// Tells people something that is no error.
    func remark(_ text: String, at place: String) async {
        await messages.print("cloudaccess: \(place): \(text)")
    }
}
