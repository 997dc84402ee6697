public import Foundation

extension FileManager {
    /// Makes a folder of mode 0700, and its parents, unless it is there; then its mode stays.
    ///
    /// Blocks: make the call within ``BlockingWork``.
    ///
    /// - Parameter url: a file URL.
    /// - Throws: ``LocalFileError``, ``LocalFileError/parentMissing`` if something else than a folder is in the way.
    public func createPrivateFolder(at url: URL) throws(LocalFileError) {
        let path = try url.localPath()
        let parent = url.deletingLastPathComponent()
        var made = unsafe mkdir(path, 0o700) == 0
        if !made, errno == ENOENT, try parent.localPath() != path {
            try createPrivateFolder(at: parent)
            made = unsafe mkdir(path, 0o700) == 0
        }
        guard made else {
            guard errno == EEXIST else { throw LocalFileError(errno: errno) }
            _ = try OpenFile.folder(path)
            return
        }
    }
}
