public import CloudCore
public import Foundation

/// An operation that a kill case interrupts; a value, so that it can be handed to a child process.
public enum KillableOperation: Codable, Hashable, Sendable {
    /// Uploads a local file.
    case upload(file: URL, to: CloudPath, replacing: Bool)
    /// Creates a folder.
    case createFolder(CloudPath)
    /// Deletes a file.
    case deleteFile(CloudPath)
    /// Deletes a folder.
    case deleteFolder(CloudPath)
    /// Moves a file.
    case moveFile(CloudPath, to: CloudPath)
    /// Moves a folder.
    case moveFolder(CloudPath, to: CloudPath)

    /// Does it.
    ///
    /// - Parameter provider: what to do it with.
    /// - Throws: what the provider's method throws.
    @concurrent public func perform(with provider: any CloudProvider) async throws {
        switch self {
        case .upload(let file, let path, let replacing):
            _ = try await provider.uploadFile(
                from: file,
                to: path,
                replaceExisting: replacing,
                progress: nil,
                onTaskCreation: nil
            )
        case .createFolder(let path): try await provider.createFolder(at: path)
        case .deleteFile(let path): try await provider.deleteFile(at: path)
        case .deleteFolder(let path): try await provider.deleteFolder(at: path)
        case .moveFile(let source, let target): try await provider.moveFile(from: source, to: target)
        case .moveFolder(let source, let target): try await provider.moveFolder(from: source, to: target)
        }
    }
}

/// When the death comes, relative to the collaborator's call.
public enum KillMoment: String, Codable, Sendable, CaseIterable {
    /// The call isn't carried out.
    case before
    /// The call is carried out, but nobody learns of it.
    case after
}

/// Kills operations of the provider under test at a call of its collaborator: of the provider that it decorates, of
/// its service, or of its file system.
public protocol Killer: Sendable {
    /// Runs an operation and lets it die.
    ///
    /// - Parameters:
    ///   - operation: what to do.
    ///   - call: the collaborator's call at which to die, from 1.
    ///   - moment: before or after the call is carried out.
    /// - Returns: whether it died; `false` if the operation ended with fewer calls.
    /// - Throws: what the operation threw without having died.
    @concurrent func run(_ operation: KillableOperation, dyingAt call: Int, _ moment: KillMoment) async throws -> Bool
    /// Makes a provider that knows nothing of what died, as after a restart.
    ///
    /// - Returns: a provider on the same account.
    /// - Throws: what making it throws.
    @concurrent func freshProvider() async throws -> any CloudProvider
}
