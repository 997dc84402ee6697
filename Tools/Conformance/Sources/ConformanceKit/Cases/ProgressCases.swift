internal import CloudCore
internal import Foundation

enum ProgressCases {
    static let cases =
        [0, 1, 40_000, Content.largeSize].flatMap { size in
            Direction.allCases.map { direction in
                ConformanceCase(
                    "progress.\(direction.rawValue).\(size)",
                    "the progress of a transfer of \(size) bytes runs forward and completes when the method returns"
                ) { stage in
                    let progress = RecordingProgress(totalUnitCount: 1)
                    try await direction.prepare(size, on: stage)
                    try await direction.transfer(progress, on: stage)
                    let total = Int64(max(1, stage.fixture.traits.transferSize(size)))
                    try expectEqual(progress.totalUnitCount, total, "the total")
                    try expectEqual(progress.completedUnitCount, total, "the completed units")
                    try expectForward(progress)
                }
            }
        } + Direction.allCases.flatMap(failures)

    /// What a transfer's progress is asked for.
    private enum Direction: String, CaseIterable {
        case download
        case upload

        func prepare(_ size: Int, on stage: Stage) async throws {
            let content = Content.bytes(size)
            switch self {
            case .download: try await stage.put(content, "file")
            case .upload: try await BlockingWork.run { try Data(content).write(to: source(on: stage)) }
            }
        }

        func transfer(_ progress: Progress, on stage: Stage) async throws {
            let path = try stage.path("file")
            switch self {
            case .download:
                _ = try await stage.provider.downloadFile(
                    from: path,
                    to: stage.freshURL(),
                    progress: progress,
                    onTaskCreation: nil
                )
            case .upload:
                _ = try await stage.provider.uploadFile(
                    from: source(on: stage),
                    to: path,
                    replaceExisting: false,
                    progress: progress,
                    onTaskCreation: nil
                )
            }
        }

        private func source(on stage: Stage) -> URL { stage.local.appendingPathComponent("source") }
    }

    private static func expectForward(_ progress: RecordingProgress) throws {
        let states = progress.states
        for (state, next) in zip(states, states.dropFirst()) {
            try expect(next.completed >= state.completed, "units that run forward", got: "\(state), then \(next)")
        }
        for state in states.dropLast() {
            try expect(!state.isComplete, "an incomplete progress until the end", got: "\(state)")
        }
        for state in states {
            try expect(state.completed <= state.total, "at most all units", got: "\(state)")
        }
    }

    private static func failures(_ direction: Direction) -> [ConformanceCase] {
        [
            ConformanceCase(
                "progress.\(direction.rawValue).notFound",
                "the progress stays incomplete when the method throws at once"
            ) { stage in
                let progress = RecordingProgress(totalUnitCount: 1)
                try await expectError(.notFound, "the \(direction.rawValue)") {
                    try await direction.transfer(progress, on: stage)
                }
                try expectIncomplete(progress)
            },
            ConformanceCase(
                "progress.\(direction.rawValue).failing",
                "the progress stays incomplete when the transfer fails in its midst",
                needs: [.faults],
                scope: .faultInjection
            ) { stage in
                let progress = RecordingProgress(totalUnitCount: 1)
                try await direction.prepare(Content.largeSize, on: stage)
                for operation in [ProviderOperation.readFile, .writeFile] {
                    await (try stage.faults())
                        .arm(Fault(operation, .body(700_000), .fail(InjectedFailure()), times: .max))
                }
                try await expectError(.any, "the \(direction.rawValue)") {
                    try await direction.transfer(progress, on: stage)
                }
                try expectIncomplete(progress)
            },
        ]
    }

    private static func expectIncomplete(_ progress: RecordingProgress) throws {
        try expect(!progress.isFinished, "an incomplete progress", got: "a finished one")
        let complete = progress.states.filter(\.isComplete)
        try expect(complete.isEmpty, "a progress that was never complete", got: "\(complete)")
    }
}
