#if os(Linux)
import CloudCore
import CloudLocalFileSystem
import ConformanceKit
import FileCoordination
import Foundation
import Testing

/// Lets operations of the local provider die at a change of the file system, in a child process.
struct LocalKiller: Killer {
    var root: URL
    var locks: URL

    @concurrent func run(
        _ operation: KillableOperation,
        dyingAt call: Int,
        _ moment: KillMoment
    ) async throws -> Bool {
        let survival = locks.deletingLastPathComponent().appending(path: "lived-\(UUID().uuidString)")
        let (root, locks) = (root, locks)
        await #expect(processExitsWith: .success) {
            [
                root = root as URL, locks = locks as URL, survival = survival as URL,
                operation = operation as KillableOperation,
                call = call as Int, moment = moment as KillMoment
            ] in
            let provider = try LocalFileSystemProvider(
                rootURL: root,
                coordinator: RangeLockCoordinator(lockFolder: locks)
            )
            DyingFileSystem.die(at: call, isCarriedOut: moment == .after)
            try await operation.perform(with: provider)
            DyingFileSystem.live()
            try Data().write(to: survival)
        }
        return !FileManager.default.fileExists(atPath: survival.path)
    }

    @concurrent func freshProvider() async throws -> any CloudProvider {
        try LocalFileSystemProvider(rootURL: root, coordinator: RangeLockCoordinator(lockFolder: locks))
    }
}
#endif
