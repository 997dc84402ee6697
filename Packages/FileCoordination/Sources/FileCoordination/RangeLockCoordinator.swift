public import Foundation

/// Coordinates the tasks of this process, and the processes of this user on this machine, path by path.
///
/// Tasks of one process queue for a path, first come, first served. Other processes are held back by a lock of the
/// kernel (`F_OFD_SETLK`) on one byte of a private file; the byte's place is a hash of the path, and the kernel frees
/// it when a process ends in whatever way. An access that nobody contends for takes a few microseconds.
///
/// Limits:
/// - A path is taken as it is written: two spellings of one item, through a link or in another case, are two items.
/// - A folder and what is in it are independent: moving or deleting a folder doesn't wait for accesses below it.
/// - Processes of other users and on other machines are not held back.
/// - Between processes there is no queue: a waiter tries again after 1 to 32 ms, and readers of one process that never
///   pause keep writers of another one out.
/// - There are no presenters: nobody is asked to save or told of changes.
public final class RangeLockCoordinator: FileCoordinating {
    /// The coordinator of this user's lock file.
    ///
    /// It lies in the folder that `CLOUDACCESS_FC_DIR` names, else in `cloudaccess/fc` below `$XDG_RUNTIME_DIR`,
    /// `/run/user/<uid>` or `$XDG_STATE_HOME`, else in `/tmp/cloudaccess-<uid>/fc`.
    public static let shared = RangeLockCoordinator {
        LockFolder.candidates(environment: ProcessInfo.processInfo.environment, uid: geteuid())
    }

    private let table: LockTable

    private init(folders: @escaping @Sendable () -> [String]) {
        table = LockTable(folders: folders)
    }

    /// Makes a coordinator with a lock file of its own, which is opened at the first access.
    ///
    /// - Parameter folder: a file URL; the folder is made if it is missing and must be private (0700). All processes
    ///   that coordinate with each other name the same one.
    public convenience init(lockFolder folder: URL) {
        self.init { [path = folder.path(percentEncoded: false)] in [path] }
    }

    /// Reads an item; other reads may run at the same time.
    ///
    /// - Parameters:
    ///   - url: a file URL.
    ///   - options: make no difference here.
    ///   - body: reads.
    /// - Returns: what `body` returns.
    /// - Throws: `CancellationError` if cancelled while waiting; ``FileCoordinationError``; what `body` throws.
    @concurrent public func read<Result: Sendable>(
        _ url: URL,
        options: FileReadingOptions,
        _ body: @concurrent @Sendable (URL) async throws -> Result
    ) async throws -> Result {
        try await hold(Self.range(of: url), for: .reading) { try await body(url) }
    }

    /// Writes, creates or deletes an item, alone.
    ///
    /// - Parameters:
    ///   - url: a file URL.
    ///   - options: make no difference here.
    ///   - body: writes.
    /// - Returns: what `body` returns.
    /// - Throws: as ``read(_:options:_:)``.
    @concurrent public func write<Result: Sendable>(
        _ url: URL,
        options: FileWritingOptions,
        _ body: @concurrent @Sendable (URL) async throws -> Result
    ) async throws -> Result {
        try await hold(Self.range(of: url), for: .writing) { try await body(url) }
    }

    /// Moves an item, alone at both places.
    ///
    /// Both are taken in the order of their places in the lock file, so that moves never wait for each other in a
    /// circle.
    ///
    /// - Parameters:
    ///   - source: a file URL.
    ///   - target: the new file URL.
    ///   - body: moves.
    /// - Returns: what `body` returns.
    /// - Throws: as ``read(_:options:_:)``.
    @concurrent public func move<Result: Sendable>(
        from source: URL,
        to target: URL,
        _ body: @concurrent @Sendable (_ source: URL, _ target: URL) async throws -> Result
    ) async throws -> Result {
        let (first, second) = (Self.range(of: source), Self.range(of: target))
        return try await hold(min(first, second), for: .writing) {
            if first == second { return try await body(source, target) }
            return try await self.hold(max(first, second), for: .writing) { try await body(source, target) }
        }
    }

    /// Number of tasks of this process that wait for an item.
    ///
    /// - Parameter url: a file URL.
    /// - Returns: 0 if nobody waits.
    @_spi(Testing) public func waiterCount(_ url: URL) -> Int {
        table.waiterCount(Self.range(of: url))
    }

    private func hold<Result: Sendable>(
        _ range: Int64,
        for mode: LockMode,
        _ body: @concurrent () async throws -> Result
    ) async throws -> Result {
        try await table.acquire(range, for: mode)
        defer { table.release(range, for: mode) }
        return try await body()
    }

    /// The place of a path in the lock file: FNV-1a, 62 bits of it, over the path without slashes at its end.
    ///
    /// Two paths of one place would only wait for each other without need.
    private static func range(of url: URL) -> Int64 {
        precondition(url.isFileURL, "only files can be coordinated")
        var path = url.path(percentEncoded: false)[...].utf8
        while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
        let hash = path.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return Int64(hash >> 2)
    }
}
