internal import CloudCore
internal import Foundation

/// A place as it was typed: on a remote, or on this machine.
struct Address: Hashable, Sendable {
    /// The text as it was typed, for messages.
    let text: String
    /// The remote's name; `nil` for a local path.
    let remote: String?
    /// The part after the remote's name.
    let rawPath: String

    /// Reads an address: `REMOTE:/path`, `REMOTE:path`, or a local path, which has no `:` before its first `/`.
    init(_ text: String) throws(UsageError) {
        self.text = text
        guard !text.isEmpty else { throw UsageError("an address must not be empty") }
        guard !text.utf8.contains(0) else { throw UsageError("an address must not contain a NUL byte") }
        let beforeSlash = text.unicodeScalars.prefix { $0 != "/" }
        guard let colon = beforeSlash.firstIndex(of: ":") else {
            remote = nil
            rawPath = text
            return
        }
        remote = String(text.unicodeScalars[..<colon])
        rawPath = String(text.unicodeScalars[text.unicodeScalars.index(after: colon)...])
    }

    /// Whether the address says by its last `/` that things are put into it.
    var endsInSlash: Bool { rawPath.utf8.last == UInt8(ascii: "/") }

    /// The path on the remote, or the machine's absolute path.
    ///
    /// On a remote `.` and `..` are refused; in a local path they stand for what they mean.
    func cloudPath() throws -> CloudPath {
        guard remote == nil else { return try CloudPath("/" + rawPath) }
        return try CloudPath(Self.absoluteLocalPath(rawPath))
    }

    /// The absolute path of a local one, with `.` and `..` resolved by the file system where they occur.
    static func absoluteLocalPath(_ path: String) throws -> String {
        let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        var resolved = ""
        for component in absolute.split(separator: "/") where component != "." {
            guard component == ".." else {
                resolved += "/" + component
                continue
            }
            // `a/link/..` is the parent of what the link points to, as everywhere else on the machine.
            guard let real = unsafe realpath(resolved.isEmpty ? "/" : resolved, nil) else {
                throw Failure(.notFound, "itemNotFound", "no such folder before '..'")
            }
            defer { unsafe free(real) }
            resolved = unsafe String(cString: real)
            resolved = String(resolved.prefix(upTo: resolved.lastIndex(of: "/") ?? resolved.startIndex))
        }
        return resolved.isEmpty ? "/" : resolved
    }

    /// Checks the name of a remote: `[a-z0-9][a-z0-9_.-]*`, and not `local`.
    static func checkRemoteName(_ name: String) throws(UsageError) {
        let lettersAndDigits = Set("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
        let allowed = lettersAndDigits.union("_.-".utf8)
        guard let first = name.utf8.first, lettersAndDigits.contains(first), name.utf8.allSatisfy(allowed.contains)
        else {
            throw UsageError(
                "'\(name)' is no name for a remote: lower-case letters, digits, '_', '.', '-', and a letter or digit first"
            )
        }
        guard name != RemotesFile.Remote.local.name else {
            throw UsageError("'local' always exists and can't be added or removed")
        }
    }
}
