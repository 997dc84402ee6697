internal import CloudCore
internal import Foundation

/// An address whose remote is open.
struct Location: Sendable {
    /// The address as it was typed.
    let address: Address
    /// The provider that serves it.
    let provider: any CloudProvider
    /// The path inside the provider.
    let path: CloudPath
    /// Tells providers apart: locations of one remote share their provider, so a move within it is one move.
    let remoteKey: String
    /// The folder that the provider shows, if it is one of this machine.
    let localRoot: LocalRoot?

    /// The provider as one that moves bytes.
    var streamingProvider: any StreamingCloudProvider {
        provider.streaming(temporaryDirectory: FileManager.default.temporaryDirectory)
    }

    /// The names that the provider takes; those of every other provider if it doesn't tell.
    var namePolicy: NamePolicy {
        provider.capability((any NamePolicyProviding).self)?.namePolicy ?? NamePolicy()
    }

    /// Another place on the same remote, still named by the address that was typed.
    func at(_ path: CloudPath) -> Location {
        Location(address: address, provider: provider, path: path, remoteKey: remoteKey, localRoot: localRoot)
    }

    /// The place, and what stands there; of this machine, what a link at the place points to.
    ///
    /// - Throws: `CloudProviderError.itemNotFound`, also for a link to nothing; errors of the provider.
    @concurrent func resolved() async throws -> (location: Location, item: CloudItemMetadata) {
        guard let localRoot else { return (self, try await provider.fetchItemMetadata(at: path)) }
        if let real = try await BlockingWork.run({ try localRoot.resolvingLinks(in: path) }) {
            return (at(real), try await provider.fetchItemMetadata(at: real))
        }
        let item = try await provider.fetchItemMetadata(at: path)
        guard item.itemType != .symlink else { throw CloudProviderError.itemNotFound }
        return (self, item)
    }

    /// What stands at the place; if that is a link of this machine to a folder, the folder, which lists under the path
    /// of the link.
    ///
    /// - Throws: errors of the provider.
    @concurrent func entered() async throws -> CloudItemMetadata {
        let item = try await provider.fetchItemMetadata(at: path)
        guard item.itemType == .symlink, localRoot != nil else { return item }
        // A link that leads nowhere, or out of the remote's root, stands for itself.
        guard let end = try? await resolved().item, end.itemType == .folder else { return item }
        return end
    }

    /// The address of an item below this one, for messages.
    func text(of path: CloudPath) -> String {
        guard path != self.path else { return address.text }
        return text(below: path.relativeText(to: self.path))
    }

    /// The address of what stands at a relative path below this place; of the place itself for an empty one.
    func text(below relativePath: String) -> String {
        guard !relativePath.isEmpty else { return address.text }
        let endsInSeparator = address.endsInSlash || address.rawPath.isEmpty
        return address.text + (endsInSeparator ? "" : "/") + relativePath
    }
}

extension CloudPath {
    /// The path below `folder`, without a leading `/`.
    func relativeText(to folder: CloudPath) -> String {
        let dropped = folder.isRoot ? 1 : folder.string.utf8.count + 1
        return String(decoding: string.utf8.dropFirst(dropped), as: UTF8.self)
    }
}
