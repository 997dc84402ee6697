public import Foundation

extension FileManager {
    /// Makes a folder of mode 0700 for one user's files, and its parents, unless it is there; then its mode stays.
    ///
    /// Blocks; call it on a thread that may.
    ///
    /// - Parameter url: the folder.
    /// - Throws: ``LocalFileError``.
    public func createPrivateFolder(at url: URL) throws(LocalFileError) {
        let path = try url.localPath()
        do {
            _ = try systemCall { unsafe mkdir(path, 0o700) }
        } catch {
            switch error.code {
            case ENOENT:
                let parent = url.deletingLastPathComponent()
                guard try parent.localPath() != path else { throw .parentMissing }
                try createPrivateFolder(at: parent)
                _ = try fileCall { unsafe mkdir(path, 0o700) }
            case EEXIST: _ = try OpenFile.folder(path)
            default: throw LocalFileError(errno: error.code)
            }
        }
    }
}
