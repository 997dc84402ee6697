/// What a case needs of a service, or of the fixture around it, beyond the nine methods.
///
/// Everything but the last group is declared in ``ProviderTraits/lacking`` where it is missing.
public enum Need: String, Sendable, CaseIterable, Comparable {
    // The service

    /// Symbolic links, and ``Fixture/makeLink`` to make one.
    case links
    /// A link can't be read through: downloading it is a type mismatch.
    case opaqueLinks
    /// A folder's listing tells links and folders apart at once.
    case cheapListing
    /// A file and a folder can stand at one path, and ``Fixture/makeBothKinds`` puts them there.
    case bothKinds
    /// The source's modification date is kept.
    case modificationDates
    /// `WriteCondition.revision` is honoured, and metadata tells the revision.
    case conditionalWrites
    /// The service itself refuses to create what another instance has created.
    case atomicCreate
    /// A write becomes visible only when it is complete; until then the old file stands.
    case atomicReplace
    /// The provider is a `StreamingCloudProvider`, by itself or through `capability`.
    case streaming
    /// Ranges of a file are read without its other bytes.
    case ranges
    /// Uploads hand out checkpoints.
    case checkpoints
    /// Transfers are requests that `onTaskCreation` gets as tasks.
    case transferTasks
    /// The provider states its `NamePolicy`.
    case namePolicy
    /// Folders can hold what is no item, and ``Fixture/makeUnlistable`` puts it there.
    case unlistableEntries

    // The fixture

    /// ``Fixture/pagedProvider``: the page size can be set.
    case pageSize
    /// ``Fixture/secondProvider``: another provider on the same account.
    case secondProvider
    /// ``Fixture/otherAccount``: a provider on another account.
    case otherAccount
    /// ``Fixture/faults``: requests can be held, lost and made to fail.
    case faults
    /// ``Fixture/limitSpace``: the account's space can be limited.
    case quota
    /// ``Fixture/killer``: operations can be killed in their midst.
    case kills
    /// ``Fixture/smallDisk``: a local folder with hardly any space.
    case smallDisk

    // Known without a declaration

    /// The process isn't root, whom no permission stops.
    case unprivilegedUser
    /// The name policy takes names that differ in case for one.
    case caseFolding
    /// The name policy takes names that differ in normalisation for one.
    case normalizationFolding
    /// The name policy forbids some names.
    case forbiddenNames

    /// Ordered as declared.
    public static func < (first: Need, second: Need) -> Bool {
        first.rank < second.rank
    }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
