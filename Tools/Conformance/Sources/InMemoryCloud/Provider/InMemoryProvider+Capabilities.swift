public import CloudCore
internal import ConformanceKit

extension InMemoryProvider: NamePolicyProviding, QuotaReporting, CheapListing, ReplacingMoves {
    /// What the service of this provider can do.
    ///
    /// - Parameter type: the capability.
    /// - Returns: `nil` if the service's settings exclude it.
    public func capability<Capability>(_ type: Capability.Type) -> Capability? {
        let settings = cloud.settings
        if type == (any CheapListing).self, !settings.cheapListing { return nil }
        if type == (any QuotaReporting).self, settings.quota == nil { return nil }
        if type == (any ReplacingMoves).self, !settings.replacingMoves { return nil }
        return self as? Capability
    }

    /// The service's rules for names.
    public var namePolicy: NamePolicy { cloud.namePolicy }

    /// Asks for the account's space.
    ///
    /// - Returns: the bytes of all files, and what the quota leaves.
    /// - Throws: `CloudProviderError.unauthorized`, `CloudProviderError.noInternetConnection`, `CancellationError`.
    @concurrent public func fetchQuota() async throws -> Quota {
        try await cloud.send(.fetchItemMetadata, .root) { state in
            let used = state.tree.usedBytes
            let total = state.settings.quota
            return Quota(used: used, available: total.map { max(0, $0 - used) }, total: total)
        }
    }

    /// Moves a file over another one in one step.
    ///
    /// - Parameters:
    ///   - sourceCloudPath: the file.
    ///   - targetCloudPath: its new path.
    /// - Throws: as ``moveFile(from:to:)``, but replaces a file at the target.
    @concurrent public func moveFileReplacing(
        from sourceCloudPath: CloudPath,
        to targetCloudPath: CloudPath
    ) async throws {
        try await move(.file, from: sourceCloudPath, to: targetCloudPath, replacing: true, .moveFile)
    }
}
