internal import Foundation

/// The `errno` of a failed call of the C library.
public struct SystemError: Error, Hashable, Sendable {
    /// The `errno`.
    public var code: Int32

    /// Makes the error.
    ///
    /// - Parameter code: the `errno`.
    public init(code: Int32) {
        self.code = code
    }
}

/// Makes a call of the C library that returns -1 on failure, again when a signal interrupted it.
///
/// - Parameter call: makes the call.
/// - Returns: what the call returned.
/// - Throws: ``SystemError`` with the `errno` that the call left.
public func systemCall<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    while true {
        let result = call()
        if result != -1 { return result }
        guard errno == EINTR else { throw SystemError(code: errno) }
    }
}

/// As ``systemCall(_:)``, for calls on local files whose failures mean nothing else.
func fileCall<Result: SignedInteger>(_ call: () -> Result) throws(LocalFileError) -> Result {
    do {
        return try systemCall(call)
    } catch {
        throw LocalFileError(errno: error.code)
    }
}

extension URL {
    /// The path for calls of the C library, without a slash at its end.
    func localPath() throws(LocalFileError) -> String {
        let path = absoluteURL.path
        guard isFileURL, !path.isEmpty, !path.utf8.contains(0) else { throw .failed(errno: EINVAL) }
        return path
    }

    /// The path of the folder and the name in it; the name is never empty, `.` or `..`.
    func localPathParts() throws(LocalFileError) -> (folder: String, name: String) {
        let path = try localPath()
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { throw .failed(errno: EINVAL) }
        let name = String(path[path.utf8.index(after: slash)...])
        guard !["", ".", ".."].contains(name) else { throw .failed(errno: EINVAL) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
    }
}
