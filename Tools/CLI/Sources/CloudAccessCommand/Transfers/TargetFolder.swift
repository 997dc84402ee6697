internal import CloudCore

/// A folder on the target side, made when it is first needed.
actor TargetFolder {
    let path: CloudPath
    private let parent: TargetFolder?
    private let provider: any CloudProvider
    private var exists: Bool

    /// The parent is made before; it is `nil` if it exists or was made already.
    init(_ path: CloudPath, in parent: TargetFolder?, of provider: any CloudProvider, exists: Bool) {
        self.path = path
        self.parent = parent
        self.provider = provider
        self.exists = exists
    }

    /// What stands in the folder, by the key under which the service finds it; nothing if it is still to be made.
    func contents(policy: NamePolicy) async throws -> [String: CloudItemMetadata] {
        guard exists else { return [:] }
        let items = try await provider.fetchItemListExhaustively(forFolderAt: path).items
        return Dictionary(items.map { (policy.key(of: $0.name), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Makes the folder and those above it, unless they exist.
    func make() async throws {
        guard !exists else { return }
        try await parent?.make()
        try await provider.createFolderIfMissing(at: path)
        exists = true
    }
}
