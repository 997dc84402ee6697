import FileCoordination
import Foundation
import Testing

@Suite("Range lock coordinator between real processes")
struct ProcessTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("no update is lost")
    func updates() async throws {
        let file = folder.url.appending(path: "counter")
        try Data("0".utf8).write(to: file)
        let path = folder.url.path
        await withTaskGroup { group in
            for _ in 0..<3 { group.addTask { await Self.countInAnotherProcess(path) } }
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == "300")
    }

    private static func countInAnotherProcess(_ path: String) async {
        await #expect(processExitsWith: .success) { [path = path as String] in
            let folder = URL(filePath: path)
            let coordinator = RangeLockCoordinator(lockFolder: folder)
            for _ in 0..<100 {
                try await coordinator.write(folder.appending(path: "counter"), options: .forMerging) { url in
                    let old = try #require(Int(String(contentsOf: url, encoding: .utf8)))
                    try Data(String(old + 1).utf8).write(to: url)
                }
            }
        }
    }

    @Test("a process that is killed inside an access frees the item")
    func death() async throws {
        let path = folder.url.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let folder = URL(filePath: path)
            try await RangeLockCoordinator(lockFolder: folder).write(folder, options: []) { _ in
                _ = kill(getpid(), SIGKILL)
            }
        }
        try await folder.coordinator().write(folder.url, options: []) { _ in }
    }
}
