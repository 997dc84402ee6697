internal import CloudCore
internal import Foundation

/// One source of a transfer, looked up.
struct TransferSource: Sendable {
    /// Where it was typed.
    let location: Location
    /// Its metadata; of what it points to, if a local source is itself a link.
    let item: CloudItemMetadata
    /// The name under which it lands in a folder; `nil` for a root, whose contents land there.
    let name: String?

    /// Looks a source up.
    ///
    /// A local link that is itself the source is read as what it points to.
    ///
    /// - Throws: ``CloudProviderError/itemNotFound``; ``CloudProviderError/itemTypeMismatch`` for a vault's link.
    @concurrent static func resolve(_ location: Location) async throws -> TransferSource {
        let name = location.path.isRoot ? nil : location.path.name
        let item = try await location.provider.fetchItemMetadata(at: location.path)
        guard item.itemType == .symlink else { return TransferSource(location: location, item: item, name: name) }
        guard location.isOnLocalRoot else { throw CloudProviderError.itemTypeMismatch }
        let path = try await BlockingWork.run { try location.path.resolvingLocalLinks() }
        let followed = Location(
            address: location.address,
            provider: location.provider,
            path: path,
            remoteKey: location.remoteKey
        )
        let pointedTo = try await location.provider.fetchItemMetadata(at: path)
        return TransferSource(location: followed, item: pointedTo, name: name)
    }
}

extension Location {
    /// Whether the provider's paths are the machine's own.
    var isOnLocalRoot: Bool { remoteKey == OpenRemotes.localName }
}

extension CloudPath {
    /// The path without links, as the machine resolves it.
    ///
    /// - Throws: ``CloudProviderError/itemNotFound`` for a link to nothing.
    func resolvingLocalLinks() throws -> CloudPath {
        guard let real = unsafe realpath(string, nil) else { throw CloudProviderError.itemNotFound }
        defer { unsafe free(real) }
        return try CloudPath(unsafe String(cString: real))
    }
}
