import FileCoordination
import Foundation

/// Keeps commands from putting files in their places, so that their transfers run as long as a test wants.
final class HeldFiles: Sendable {
    private let task: Task<Void, any Error>
    private let release: AsyncStream<Never>.Continuation

    /// Takes the files' locks and returns when it has them.
    init(_ paths: [String], in playground: Playground) async throws {
        let (stream, release) = AsyncStream.makeStream(of: Never.self)
        let (taken, took) = AsyncStream.makeStream(of: Void.self)
        let coordinator = RangeLockCoordinator(lockFolder: playground.folder.appending(path: "locks"))
        self.release = release
        task = Task {
            defer { took.finish() }
            try await Self.hold(paths[...], coordinator, took, until: stream)
        }
        for await _ in taken { return }
        try await task.value
    }

    deinit { release.finish() }

    /// Gives the locks back.
    func letGo() async throws {
        release.finish()
        try await task.value
    }

    private static func hold(
        _ paths: ArraySlice<String>,
        _ coordinator: RangeLockCoordinator,
        _ took: AsyncStream<Void>.Continuation,
        until released: AsyncStream<Never>
    ) async throws {
        guard let path = paths.first else {
            took.yield()
            for await _ in released {}
            return
        }
        let url = URL(filePath: path, directoryHint: .notDirectory)
        try await coordinator.write(url, options: []) { _ in
            try await hold(paths.dropFirst(), coordinator, took, until: released)
        }
    }
}
