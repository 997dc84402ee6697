/// Why a text is no ``CloudPath``, or why a move between two paths can't be asked for.
public enum CloudPathError: String, Error, Hashable, Sendable, CustomStringConvertible {
    /// The path doesn't begin with `/`.
    case notAbsolute
    /// A component is `.` or `..`, which a cloud path doesn't have.
    case relativeComponent
    /// The path holds a NUL byte.
    case containsNUL
    /// The path has more than ``CloudPath/maximumLength`` bytes of UTF-8.
    case tooLong
    /// A name that was to be appended is empty or holds a `/`.
    case invalidName
    /// The root can't be moved, replaced or renamed.
    case rootImmovable
    /// A folder can't be moved below itself.
    case moveIntoDescendant

    /// What is wrong, for a person.
    public var description: String {
        switch self {
        case .notAbsolute: "the path must begin with /"
        case .relativeComponent: "the path must not contain . or .. as a component"
        case .containsNUL: "the path must not contain a NUL byte"
        case .tooLong: "the path is longer than \(CloudPath.maximumLength) bytes"
        case .invalidName: "a name must not be empty or contain /"
        case .rootImmovable: "the root can't be moved"
        case .moveIntoDescendant: "a folder can't be moved into itself"
        }
    }
}
