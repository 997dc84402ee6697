internal import Foundation

/// The private folder of a user's lock file.
enum LockFolder: Sendable {
    /// Names the folder, in place of all others.
    static let environmentKey = "CLOUDACCESS_FC_DIR"

    /// The folders to try, the first that can be used wins; the same in every process of a user.
    ///
    /// - Parameters:
    ///   - environment: of the process.
    ///   - uid: the user.
    /// - Returns: absolute paths.
    static func candidates(environment: [String: String], uid: uid_t) -> [String] {
        func folder(_ key: String) -> String? {
            environment[key].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        if let only = folder(environmentKey) { return [only] }
        let state = folder("XDG_STATE_HOME") ?? folder("HOME").map { $0 + "/.local/state" }
        return [folder("XDG_RUNTIME_DIR"), "/run/user/\(uid)", state].compactMap { $0.map { $0 + "/cloudaccess/fc" } }
            + ["/tmp/cloudaccess-\(uid)/fc"]
    }

    /// Makes the folder, which then belongs to this user alone.
    ///
    /// Missing ancestors are made too, but for the folder that the system provides: where `/run/user/1000` is missing
    /// it stays so.
    ///
    /// - Parameter path: absolute.
    /// - Throws: ``FileCoordinationError/lockFolderUnavailable(path:errno:)``,
    ///   ``FileCoordinationError/lockFolderNotPrivate(path:)``.
    static func prepare(_ path: String) throws(FileCoordinationError) {
        try make(path)
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { throw .lockFolderUnavailable(path: path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw .lockFolderNotPrivate(path: path)
        }
    }

    private static func make(_ path: String) throws(FileCoordinationError) {
        let parent = (path as NSString).deletingLastPathComponent
        var status = stat()
        if unsafe parent == "/run/user" && lstat(path, &status) != 0 {
            throw .lockFolderUnavailable(path: path, errno: errno)
        }
        if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, parent != path else { throw .lockFolderUnavailable(path: path, errno: errno) }
        try make(parent)
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw .lockFolderUnavailable(path: path, errno: errno)
        }
    }
}
