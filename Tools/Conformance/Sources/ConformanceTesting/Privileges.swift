internal import Foundation

/// Why a case can't be run as a user without privileges.
public enum PrivilegeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no case of this name.
    case unknownCase(String)
    /// The process stays root.
    case notDropped(errno: Int32)

    /// What happened, for a person.
    public var description: String {
        switch self {
        case .unknownCase(let name): "there is no conformance case \(name)"
        case .notDropped(let errno): unsafe "can't become another user: \(String(cString: strerror(errno)))"
        }
    }
}

/// Makes the process run as the user and group `nobody`, for good; nothing happens if it isn't root.
func dropPrivileges() throws(PrivilegeError) {
    guard geteuid() == 0 else { return }
    let nobody: uid_t = 65_534
    guard setgroups(0, nil) == 0, setgid(nobody) == 0, setuid(nobody) == 0 else {
        throw .notDropped(errno: errno)
    }
    guard geteuid() == nobody, setuid(0) != 0 else { throw .notDropped(errno: 0) }
}
