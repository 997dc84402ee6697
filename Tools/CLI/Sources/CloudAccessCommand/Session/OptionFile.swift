internal import CloudCore
internal import Foundation

extension OpenFile {
    /// Opens a file that an option names; blocks.
    ///
    /// - Throws: ``Failure`` with the status of what is wrong.
    static func named(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(Failure) -> OpenFile {
        do {
            return OpenFile(adopting: try systemCall { unsafe open(path, flags | O_CLOEXEC | O_NOCTTY, mode) })
        } catch {
            let status: CommandStatus =
                [ENOENT, ENOTDIR, EISDIR].contains(error.code)
                ? .usage : CommandStatus(LocalFileError(errno: error.code))
            let problem = unsafe String(cString: strerror(error.code))
            throw Failure(status, "fileNotOpened", "can't open \(path): \(problem)")
        }
    }
}
