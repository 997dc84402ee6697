internal import CloudCore
internal import Foundation

/// The folder of the configuration: 0700, its files 0600, changed under a lock.
struct ConfigurationDirectory: Sendable {
    let url: URL

    /// `$CLOUDACCESS_CONFIG_DIR`, by default `cloudaccess` in `$XDG_CONFIG_HOME` or `~/.config`.
    init(environment: [String: String]) throws(UsageError) {
        if let path = environment["CLOUDACCESS_CONFIG_DIR"], !path.isEmpty {
            url = URL(filePath: path, directoryHint: .isDirectory)
        } else if let path = environment["XDG_CONFIG_HOME"], path.hasPrefix("/") {
            url = URL(filePath: path, directoryHint: .isDirectory).appending(path: "cloudaccess")
        } else if let home = environment["HOME"], !home.isEmpty {
            url = URL(filePath: home, directoryHint: .isDirectory).appending(path: ".config/cloudaccess")
        } else {
            throw UsageError("no place for the configuration: set CLOUDACCESS_CONFIG_DIR or HOME")
        }
    }

    /// Runs a change of one of the folder's files while no other process makes one; the folder is made if it is missing.
    func withLock<Result>(_ name: String, _ body: () async throws -> Result) async throws -> Result {
        try await BlockingWork.run { [self] in
            try FileManager.default.createPrivateFolder(at: url)
            try closeToOthers()
        }
        return try await FileLock(at: url.appending(path: name)).withLock(body)
    }

    /// Takes the folder's permissions from others, unless it is another user's or shared on purpose, as `/tmp` is.
    private func closeToOthers() throws {
        let folder = try OpenFile.folder(url.path)
        var status = stat()
        guard unsafe fstat(folder.descriptor, &status) == 0, status.st_mode & 0o077 != 0, status.st_uid == geteuid(),
            status.st_mode & S_ISVTX == 0
        else { return }
        _ = try systemCall { fchmod(folder.descriptor, 0o700) }
    }
}
