internal import CloudCore

/// One source of a transfer, looked up.
struct TransferSource: Sendable {
    /// Where it is; without links, if it is on this machine.
    let location: Location
    /// Its metadata; of what it points to, if it is itself a link of this machine.
    let item: CloudItemMetadata
    /// The name under which it lands in a folder; `nil` for a root, whose contents land there.
    let name: String?

    /// Looks a source up.
    ///
    /// A local link that is itself the source is read as what it points to.
    ///
    /// - Throws: ``CloudProviderError/itemNotFound``; ``CloudProviderError/itemTypeMismatch`` for a vault's link.
    @concurrent static func resolve(_ typed: Location) async throws -> TransferSource {
        let name = typed.path.isRoot ? nil : typed.path.name
        let (location, item) = try await typed.resolved()
        guard item.itemType != .symlink else { throw CloudProviderError.itemTypeMismatch }
        return TransferSource(location: location, item: item, name: name)
    }
}
