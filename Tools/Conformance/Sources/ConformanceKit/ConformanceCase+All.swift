extension ConformanceCase {
    /// Every case, in the order of the specification.
    public static let all: [ConformanceCase] = [
        MethodTable.cases, MoveTargetCases.cases, LocalSideCases.cases, ServiceCases.cases,
        FixtureCases.cases, MetadataCases.cases, ListingCases.cases,
        DownloadCases.cases, ReaderCases.cases, UploadCases.cases, SourceChangeCases.cases, WriteCases.cases,
        FolderCases.cases, MoveCases.cases, LinkCases.cases, NameCases.cases, ElsewhereCases.cases,
        ProgressCases.cases, TaskCases.cases, CommitPointCases.cases, CancellationCases.cases, KillCases.cases,
        ConcurrencyCases.cases, ErrorCases.cases,
    ].flatMap(\.self)

    /// The case of a name.
    ///
    /// - Parameter name: as in ``name``.
    /// - Returns: `nil` if there is none.
    public static func named(_ name: String) -> ConformanceCase? {
        all.first { $0.name == name }
    }
}
