internal import CloudCore

/// Visits a folder and all below it, each folder's contents sorted, a folder before what is in it.
///
/// Links are never entered. A folder that can't be listed is reported, counted and passed over.
struct FolderWalk: Sendable {
    /// An item and where it stands among those of its folder.
    struct Visit: Sendable {
        var item: CloudItemMetadata
        /// For each level from the top down, whether the item or its ancestor is the last of its folder.
        var isLast: [Bool]
    }

    let session: Session
    let location: Location
    let tally: Tally

    /// Visits everything below the location, which must be a folder.
    ///
    /// - Throws: what listing the location itself throws, and what `visit` throws.
    @concurrent func callAsFunction(_ visit: @Sendable (Visit) async throws -> Void) async throws {
        let items = try await session.list(location.path, of: location.provider, place: location.address.text)
        try await enter(items, isLast: [], visit)
    }

    private func enter(
        _ items: [CloudItemMetadata],
        isLast: [Bool],
        _ visit: @Sendable (Visit) async throws -> Void
    ) async throws {
        for (index, item) in items.enumerated() {
            try session.interruption.checkMayStart()
            let marks = isLast + [index == items.count - 1]
            try await visit(Visit(item: item, isLast: marks))
            guard item.itemType == .folder else { continue }
            let place = location.text(of: item.cloudPath)
            let children = try await tally.attempt(place) {
                try await session.list(item.cloudPath, of: location.provider, place: place)
            }
            if let children { try await enter(children, isLast: marks, visit) }
        }
    }
}
