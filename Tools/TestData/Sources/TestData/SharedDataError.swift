/// Why test data could not be used.
public enum SharedDataError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No file or folder at this place.
    ///
    /// Tells how to point to the data.
    case missing(path: String)
    /// `tar` could not unpack an archive; the text is what it said.
    case unpackingFailed(archive: String, message: String)

    /// What is wrong and what to do about it.
    public var description: String {
        switch self {
        case .missing(let path):
            "test data not found: \(path) (set CLOUDACCESS_SHARED to the folder that holds vectors/ and vaults/)"
        case .unpackingFailed(let archive, let message):
            "cannot unpack \(archive): \(message)"
        }
    }
}
