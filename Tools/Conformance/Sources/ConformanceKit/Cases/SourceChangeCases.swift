internal import CloudCore
internal import Foundation

/// A local file that changes while it is uploaded.
enum SourceChangeCases {
    private static let changes: [(name: String, change: @Sendable (URL) throws -> Void)] = [
        (
            "growing",
            { url in
                try edit(url) { file in
                    _ = try file.seekToEnd()
                    try file.write(contentsOf: Data("more".utf8))
                }
            }
        ),
        ("shrinking", { url in try edit(url) { file in try file.truncate(atOffset: 10) } }),
        ("rewritten", { url in try edit(url) { file in try file.write(contentsOf: Data("other".utf8)) } }),
    ]

    static let cases = changes.flatMap { name, change in
        [nil, 50_000].map { old in
            ConformanceCase(
                "upload.source.\(name).\(old == nil ? "new" : "replacing")",
                "a local file that is \(name) during its upload is SourceError.changed, and what stood there stays",
                needs: [.atomicReplace]
            ) { stage in
                if let old { try await stage.put(Content.bytes(old), "file") }
                let before = try await stage.tree()
                let file = try await stage.localFile(Content.bytes(Content.largeSize, seed: 2))
                let (progress, failure) = (RecordingProgress(totalUnitCount: 1), Locked<(any Error)?>(nil))
                progress.onFirstBytes {
                    do { try change(file) } catch { failure.withLock { $0 = error } }
                }
                try await expectError(.sourceChanged, "the upload") {
                    try await stage.provider.uploadFile(
                        from: file,
                        to: stage.path("file"),
                        replaceExisting: old != nil,
                        progress: progress,
                        onTaskCreation: nil
                    )
                }
                if let failure = failure.withLock(\.self) { throw failure }
                try await stage.expectTree(before)
            }
        }
    }

    private static func edit(_ url: URL, _ body: (FileHandle) throws -> Void) throws {
        let handle = try FileHandle(forWritingTo: url)
        try body(handle)
        try handle.close()
    }
}
