internal import CFileCalls
public import Foundation

/// Lets one task of all processes at a time do something.
///
/// A lock on an open file description: it is gone when its holder ends, however it ends. The lock file is made if it is
/// missing and stays. Tasks of one process exclude each other too. Waiting tries again and again, at most 50 ms apart,
/// so that it can be cancelled; who comes first isn't always first served.
public struct FileLock: Sendable {
    private let url: URL
    private let clock: any Clock<Duration>

    /// Names a lock.
    ///
    /// - Parameters:
    ///   - url: the lock file, in a folder that exists.
    ///   - clock: the clock on which the next try is waited for.
    public init(at url: URL, clock: any Clock<Duration> = ContinuousClock()) {
        self.url = url
        self.clock = clock
    }

    /// Runs an operation while it holds the lock.
    ///
    /// - Parameter body: runs on the caller's actor; must not ask for the same lock.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws; ``LocalFileError`` if the lock file can't be made or locked; `CancellationError`
    ///   if cancelled while waiting.
    public func withLock<Result>(_ body: () async throws -> Result) async throws -> Result {
        let file = try await acquire()
        // Closing the file, whose only owner this is, gives the lock back.
        defer { withExtendedLifetime(file) {} }
        return try await body()
    }

    @concurrent private func acquire() async throws -> OpenFile {
        let file = try await BlockingWork.run {
            let path = try url.localPath()
            let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
            return OpenFile(adopting: try fileCall { unsafe cfc_open(path, flags, 0o600) })
        }
        var pause = Duration.milliseconds(1)
        while true {
            try Task.checkCancellation()
            if try await BlockingWork.run({ try Self.tryLocking(file) }) { return file }
            try await clock.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(50))
        }
    }

    private static func tryLocking(_ file: OpenFile) throws(LocalFileError) -> Bool {
        do {
            _ = try systemCall { cfc_ofd_lock(file.descriptor, Int16(F_WRLCK), 0, 0, 0) }
            return true
        } catch {
            guard error.code == EAGAIN || error.code == EACCES else { throw LocalFileError(errno: error.code) }
            return false
        }
    }
}
