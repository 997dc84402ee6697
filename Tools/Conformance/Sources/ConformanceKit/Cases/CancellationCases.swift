internal import CloudCore
internal import Foundation

/// Cancellation in the midst of a transfer.
enum CancellationCases {
    static let cases = [
        ConformanceCase(
            "cancel.download",
            "a cancelled download ends at the next buffer, leaves no file, and can be repeated",
            needs: [.faults],
            scope: .faultInjection
        ) { stage in
            let content = Content.bytes(4 << 20)
            try await stage.put(content, "file")
            let (path, url, progress) = (try stage.path("file"), stage.freshURL(), RecordingProgress(totalUnitCount: 1))
            let cancelled = try await stage.cancelling(.readFile, .body(700_000)) {
                _ = try await stage.provider.downloadFile(from: path, to: url, progress: progress, onTaskCreation: nil)
            }
            try expect(cancelled.wasHeld, "a request that reads the file", got: "none")
            try await expectError(.cancellation, "the download") { try cancelled.result.get() }
            try stage.expectNoFile(at: url)
            let moved = progress.states.map(\.completed).max() ?? 0
            try expect(moved <= 2 << 20, "an end soon after 700,000 of 4 Mi bytes", got: "\(moved) bytes moved")
            try await expectContent(stage.read(path), content, of: "the file")
        },
        ConformanceCase(
            "cancel.upload",
            "an upload that is cancelled in its midst finishes or leaves what stood there, and can be repeated",
            needs: [.faults, .atomicReplace],
            scope: .faultInjection
        ) { stage in
            let (old, new) = (Content.bytes(100, seed: 1), Content.bytes(Content.largeSize, seed: 2))
            let path = try stage.path("file")
            try await stage.put(old, at: path)
            let cancelled = try await stage.cancelling(.writeFile, .body(700_000)) {
                try await stage.put(new, at: path, replacing: true)
            }
            switch cancelled.result {
            case .success:
                try await expectContent(stage.read(path), new, of: "the file")
            case .failure(let error):
                try expect(error is CancellationError, "CancellationError", got: describe(error))
                try await expectContent(stage.read(path), old, of: "the file")
            }
            try await stage.put(new, at: path, replacing: true)
            try await expectContent(stage.read(path), new, of: "the file")
            try await expectEqual(stage.names(in: stage.folder), ["file"], "the names")
        },
    ]
}
