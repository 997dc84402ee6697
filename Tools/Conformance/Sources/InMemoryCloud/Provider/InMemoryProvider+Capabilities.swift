public import CloudCore
internal import ConformanceKit

extension InMemoryProvider:
    NamePolicyProviding, QuotaReporting, CheapListing, DateKeeping, ReplacingMoves, ServerSideCopying
{
    /// What the service of this provider can do.
    ///
    /// - Parameter type: the capability.
    /// - Returns: `nil` if the service's settings exclude it.
    public func capability<Capability>(_ type: Capability.Type) -> Capability? {
        let settings = cloud.settings
        if type == (any CheapListing).self, !settings.cheapListing { return nil }
        if type == (any DateKeeping).self, !settings.keepsDates { return nil }
        if type == (any QuotaReporting).self, settings.quota == nil { return nil }
        if type == (any ReplacingMoves).self, !settings.replacingMoves { return nil }
        if type == (any ServerSideCopying).self, !settings.copiesFiles { return nil }
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

    /// Copies a file within the account.
    ///
    /// - Parameters:
    ///   - sourceCloudPath: the file.
    ///   - targetCloudPath: the copy; another path than the file's.
    ///   - condition: what must hold at the target.
    /// - Returns: the copy's metadata.
    /// - Throws: as an upload to the target and a download of the source.
    @concurrent public func copyFile(
        from sourceCloudPath: CloudPath,
        to targetCloudPath: CloudPath,
        condition: WriteCondition
    ) async throws -> CloudItemMetadata {
        try Task.checkCancellation()
        try checkCreation(at: targetCloudPath)
        let foldedTarget = folded(targetCloudPath)
        guard folded(sourceCloudPath) != foldedTarget else { throw CloudProviderError.itemAlreadyExists }
        let record = try await writers.withLock(on: foldedTarget) {
            if !cloud.settings.conditionalWrites { try await ask(condition, at: targetCloudPath) }
            return try await withAddress(of: sourceCloudPath, preferring: .file) { address in
                try await withPlace(of: targetCloudPath) { place in
                    try await cloud.send(.writeFile, targetCloudPath) { state in
                        let quota = state.settings.quota
                        let condition = state.settings.conditionalWrites ? condition : .none
                        return try state.tree.copy(address, to: place, condition, quota: quota)
                    }
                }
            }
        }
        return metadata(of: record, at: targetCloudPath)
    }
}
