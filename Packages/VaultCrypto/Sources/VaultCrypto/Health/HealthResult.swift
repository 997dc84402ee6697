/// How bad a finding is.
public enum HealthSeverity: String, Codable, Comparable, Sendable, CaseIterable {
    /// As it should be.
    case good = "GOOD"
    /// No damage.
    case info = "INFO"
    /// The structure is damaged, but no data lost.
    case warning = "WARN"
    /// Data is lost.
    case critical = "CRITICAL"

    /// Whether a severity is less bad than another.
    public static func < (first: HealthSeverity, second: HealthSeverity) -> Bool { first.rank < second.rank }

    private var rank: Int {
        switch self {
        case .good: 0
        case .info: 1
        case .warning: 2
        case .critical: 3
        }
    }
}

/// What a check of a vault finds; the raw values are the names of vault format, section 15, where that has one.
public enum HealthResult: String, Codable, Hashable, Sendable, CaseIterable {
    /// A folder has its id, its content folder and, in format 8, the copy of its id.
    case healthyDirectory = "HealthyDir"
    /// The copy of a folder's id is missing; readers don't need it.
    case missingDirectoryIdBackup = "MissingDirIdBackup"
    /// A folder has an id, but its content folder is missing.
    case missingContentFolder = "MissingContentDir"
    /// No id leads to a content folder.
    case orphanContentFolder = "OrphanContentDir"
    /// Two folders have the same id.
    case directoryIdCollision = "DirIdCollision"
    /// The file with a folder's id is empty.
    case emptyDirectoryFile = "EmptyDirFile"
    /// The file with a folder's id is longer than an id.
    case obeseDirectoryFile = "ObeseDirFile"
    /// The id of a folder isn't ASCII; section 15 has no name for it.
    case invalidDirectoryFile = "InvalidDirFile"
    /// A file with an id stands where none belongs.
    case looseDirectoryFile = "LooseDirFile"

    /// A shortened name stands for the long one that is stored with it.
    case validShortenedFile = "ValidShortenedFile"
    /// The long name is missing.
    case missingLongName = "MissingLongName"
    /// The file with the long name is too large.
    case obeseNameFile = "ObeseNameFile"
    /// The long name is no encrypted name.
    case notDecodableLongName = "NotDecodableLongName"
    /// Text follows the long name.
    case trailingBytesInNameFile = "TrailingBytesInNameFile"
    /// The shortened name stands for another name than the long one.
    case longShortNamesMismatch = "LongShortNamesMismatch"

    /// The folder of a node says what kind of item it is.
    case knownType = "KnownType"
    /// The folder of a node says of no kind.
    case unknownType = "UnknownType"
    /// The folder of a node says of several kinds.
    case ambiguousType = "AmbiguousType"

    /// The header of a file doesn't authenticate, or the file is too short for one; only of a check of contents.
    case unauthenticHeader = "UnauthenticHeader"
    /// A chunk of a file doesn't authenticate; only of a check of contents.
    case unauthenticChunk = "UnauthenticChunk"

    /// How bad it is.
    public var severity: HealthSeverity {
        switch self {
        case .healthyDirectory, .validShortenedFile, .knownType: .good
        case .missingDirectoryIdBackup, .looseDirectoryFile: .info
        case .missingContentFolder, .orphanContentFolder, .trailingBytesInNameFile, .longShortNamesMismatch: .warning
        case .directoryIdCollision, .emptyDirectoryFile, .obeseDirectoryFile, .invalidDirectoryFile, .missingLongName,
            .obeseNameFile, .notDecodableLongName, .unknownType, .ambiguousType, .unauthenticHeader, .unauthenticChunk:
            .critical
        }
    }
}
