internal import CloudCore

extension Session {
    /// The whole contents of a folder, sorted by Unicode scalars of the names; what was left out is named.
    @concurrent func list(_ folder: CloudPath, of provider: any CloudProvider, place: String) async throws
        -> [CloudItemMetadata]
    {
        let list = try await provider.fetchItemListExhaustively(forFolderAt: folder)
        await reportSkipped(list.skipped, in: place)
        return list.items.sorted { $0.name.unicodeScalars.lexicographicallyPrecedes($1.name.unicodeScalars) }
    }
}
