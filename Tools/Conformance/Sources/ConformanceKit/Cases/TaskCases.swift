internal import CloudCore
internal import Foundation

/// The tasks that `onTaskCreation` gets.
enum TaskCases {
    static let cases = offers + cancellations

    private static let offers = [
        ConformanceCase(
            "task.download",
            "a download in one request, however short, offers its suspended task once, and the task completes",
            needs: [.transferTasks]
        ) { stage in
            for size in [0, 1, 1000] {
                let content = Content.bytes(size)
                try await stage.put(content, "file", replacing: true)
                let (seen, url) = (Seen(), stage.freshURL())
                _ = try await stage.provider.downloadFile(
                    from: stage.path("file"),
                    to: url,
                    progress: nil,
                    onTaskCreation: { seen.note($0) }
                )
                try seen.expectOneSuspended()
                try expectEqual(seen.task?.state, .completed, "the task's state afterwards")
                try await expectContent(stage.bytes(of: url), content, of: "the local file")
            }
        },
        ConformanceCase(
            "task.upload",
            "an upload in one request, however short, offers its suspended task once, and the task completes",
            needs: [.transferTasks]
        ) { stage in
            for size in [0, 1, 1000] {
                let seen = Seen()
                try await upload(Content.bytes(size), replacing: true, on: stage) { seen.note($0) }
                try seen.expectOneSuspended()
                try expectEqual(seen.task?.state, .completed, "the task's state afterwards")
                try await expectContent(stage.read("file"), Content.bytes(size), of: "the file")
            }
        },
        ConformanceCase(
            "task.atMostOnce",
            "no transfer, whatever its size, offers more than one task, and none that runs already"
        ) { stage in
            let sizes = [0, 1, Content.largeSize] + stage.fixture.traits.thresholds.flatMap(Content.around)
            for size in sizes {
                let (up, down) = (Seen(), Seen())
                try await upload(Content.bytes(size), replacing: true, on: stage) { up.note($0) }
                _ = try await stage.provider.downloadFile(
                    from: stage.path("file"),
                    to: stage.freshURL(),
                    progress: nil,
                    onTaskCreation: { down.note($0) }
                )
                for seen in [up, down] where seen.count > 0 { try seen.expectOneSuspended() }
            }
        },
        ConformanceCase("task.notForRanges", "a range of a file offers no task", needs: [.streaming]) { stage in
            try await stage.put(Content.bytes(100_000), "file")
            let reader = try await stage.streaming().openFile(at: stage.path("file"))
            let seen = Seen()
            for range in [0..<1000, 50_000..<60_000, 99_000..<100_000, 0..<99_999] {
                let observer = TransferObserver(downloadTask: { seen.note($0) })
                try await reader.read(range, into: DataSink(limit: 100_000), observer: observer)
            }
            try expectEqual(seen.count, 0, "the number of tasks")
        },
    ]

    private static let cancellations = [
        ConformanceCase(
            "task.cancelInClosure.download",
            "a download whose caller is cancelled in the closure never starts its task and leaves no file",
            needs: [.transferTasks]
        ) { stage in
            try await stage.put(Content.bytes(1000), "file")
            let (seen, url, path) = (Seen(), stage.freshURL(), try stage.path("file"))
            try await expectError(.cancellation, "the download") {
                try await withCancellableTask { cancel in
                    _ = try await stage.provider.downloadFile(
                        from: path,
                        to: url,
                        progress: nil,
                        onTaskCreation: { task in
                            seen.note(task)
                            await cancel()
                        }
                    )
                }
            }
            try seen.expectOneSuspended()
            try seen.expectNeverStarted()
            try stage.expectNoFile(at: url)
            try await expectContent(stage.read(path), Content.bytes(1000), of: "the file in a later call")
        },
        ConformanceCase(
            "task.cancelInClosure.upload",
            "an upload whose caller is cancelled in the closure never starts its task and makes nothing",
            needs: [.transferTasks]
        ) { stage in
            let seen = Seen()
            try await expectError(.cancellation, "the upload") {
                try await withCancellableTask { cancel in
                    try await upload(Content.bytes(1000), on: stage) { task in
                        seen.note(task)
                        await cancel()
                    }
                }
            }
            try seen.expectOneSuspended()
            try seen.expectNeverStarted()
            try await expectEqual(stage.names(in: stage.folder), [], "the names")
            try await upload(Content.bytes(1000), on: stage) { _ in }
        },
        ConformanceCase(
            "task.pastCommitPoint",
            "an upload whose earlier step committed finishes though its caller is cancelled in the closure",
            needs: [.transferTasks, .streaming]
        ) { stage in
            let (seen, content) = (Seen(), Content.bytes(1000))
            try await withCancellableTask { cancel in
                var observer = TransferObserver(uploadTask: { task in
                    seen.note(task)
                    await cancel()
                })
                observer.pastCommitPoint = true
                _ = try await stage.streaming().writeFile(
                    from: DataSource(content),
                    to: stage.path("file"),
                    condition: .absent,
                    resuming: nil,
                    observer: observer
                )
            }
            try seen.expectOneSuspended()
            try await expectContent(stage.read("file"), content, of: "the file")
        },
        ConformanceCase(
            "task.cancel.download",
            "cancelling the task stops the request at once: CancellationError, no file, and a later call works",
            needs: [.transferTasks, .faults],
            scope: .faultInjection
        ) { stage in
            let content = Content.bytes(sizeInOneRequest(on: stage))
            try await stage.put(content, "file")
            let (seen, url, path) = (Seen(), stage.freshURL(), try stage.path("file"))
            let gate = await (try stage.faults()).hold(.readFile, .body(content.count / 2))
            let download = Task {
                _ = try await stage.provider.downloadFile(
                    from: path,
                    to: url,
                    progress: nil,
                    onTaskCreation: { seen.note($0) }
                )
            }
            try await cancelTask(of: download, seen, heldAt: gate)
            try stage.expectNoFile(at: url)
            try await expectContent(stage.read(path), content, of: "the file in a later call")
        },
        ConformanceCase(
            "task.cancel.upload",
            "cancelling the task stops the request at once: CancellationError, the old file, and a later call works",
            needs: [.transferTasks, .faults, .atomicReplace],
            scope: .faultInjection
        ) { stage in
            let (old, new) = (Content.bytes(100), Content.bytes(sizeInOneRequest(on: stage), seed: 2))
            try await stage.put(old, "file")
            let seen = Seen()
            let gate = await (try stage.faults()).hold(.writeFile, .body(new.count / 2))
            let uploading = Task { try await upload(new, replacing: true, on: stage) { seen.note($0) } }
            try await cancelTask(of: uploading, seen, heldAt: gate)
            try await expectContent(stage.read("file"), old, of: "the old file")
            try await upload(new, replacing: true, on: stage) { _ in }
            try await expectContent(stage.read("file"), new, of: "the new file")
        },
    ]

    /// The most bytes, within reason, that the provider transfers in one request.
    private static func sizeInOneRequest(on stage: Stage) -> Int {
        min(Content.largeSize, (stage.fixture.traits.thresholds.min() ?? .max) - 1)
    }

    /// Cancels the transfer's own task while its request is held; the method must throw before the request goes on.
    private static func cancelTask(of transfer: Task<Void, any Error>, _ seen: Seen, heldAt gate: Gate) async throws {
        await gate.arrival()
        guard let task = seen.task else {
            await gate.open()
            _ = await transfer.result
            throw ConformanceFailure(expected: "a task of the transfer", got: "none")
        }
        task.cancel()
        let result = await transfer.result
        await gate.open()
        try await expectError(.cancellation, "the transfer") { try result.get() }
    }

    private static func upload(
        _ content: [UInt8],
        replacing: Bool = false,
        on stage: Stage,
        _ onTaskCreation: @escaping @concurrent @Sendable (any UploadTask) async -> Void
    ) async throws {
        _ = try await stage.provider.uploadFile(
            from: stage.localFile(content),
            to: stage.path("file"),
            replaceExisting: replacing,
            progress: nil,
            onTaskCreation: onTaskCreation
        )
    }
}

/// The tasks that a closure got.
private final class Seen: Sendable {
    private struct Note: Sendable {
        var task: any TransferTask
        var state: TransferTaskState
        var moved: Int
    }

    private let notes = Locked<[Note]>([])

    var count: Int { notes.withLock(\.count) }
    var task: (any TransferTask)? { notes.withLock { $0.first?.task } }

    func note(_ task: any TransferTask) {
        notes.withLock { $0.append(Note(task: task, state: task.state, moved: task.countOfBytesTransferred)) }
    }

    func expectOneSuspended() throws {
        let notes = notes.withLock(\.self)
        try expectEqual(notes.count, 1, "the number of tasks")
        try expectEqual(notes.map(\.state), [.suspended], "the task's state in the closure")
        try expectEqual(notes.map(\.moved), [0], "the bytes moved before the closure")
    }

    func expectNeverStarted() throws {
        let task = try unwrap(task, "a task")
        try expect(task.state != .running, "a task that never runs", got: task.state.rawValue)
        try expectEqual(task.countOfBytesTransferred, 0, "the bytes moved")
    }
}

/// Runs `body` in a task of its own, which it can cancel from wherever its parts run.
private func withCancellableTask(
    _ body: @escaping @Sendable (_ cancel: @escaping @Sendable () async -> Void) async throws -> Void
) async throws {
    let (handle, started) = (Locked<Task<Void, any Error>?>(nil), Gate())
    let task = Task {
        try await body {
            await started.pass()
            handle.withLock(\.self)?.cancel()
        }
    }
    handle.withLock { $0 = task }
    await started.open()
    try await task.value
}
