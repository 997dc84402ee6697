import CloudCore
import Foundation
import Testing

@Suite("The README's samples")
struct ReadmeTests {
    private func backUp(_ file: URL, to provider: some CloudProvider) async throws {
        let folder = try CloudPath("/Backups/2024")
        try await provider.createFolderWithIntermediates(for: folder)
        try await provider.uploadFile(from: file, to: folder.appending(file.lastPathComponent), replaceExisting: true)
    }

    @Test("the first one works")
    func backUp() async throws {
        try await withFolder { folder in
            try folder("a.txt").write([1])
            let cloud = FileCloud()
            try await backUp(folder("a.txt"), to: cloud)
            let copy = try CloudPath("/Backups/2024/a.txt")
            #expect(cloud.items.withLock { $0[copy] } == .file([1]))
        }
    }

    /// Compiled only: it would log to the user's own folder.
    private func configureLogging() throws {
        dynamicCloudAccessLogLevel = .debug
        CloudAccessLog.add(ConsoleLogSink())
        CloudAccessLog.add(try FileLogSink(rollingFrequency: 60 * 60 * 24, maximumNumberOfLogFiles: 7))
    }
}
