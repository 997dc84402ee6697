import CloudCore
import ConformanceKit
import Foundation
import InMemoryCloud

extension Defect {
    /// Mistakes of progress, tasks, cancellation, errors and deaths.
    static let ofTransfers: [Defect] = [
        Defect("the progress is complete at the start", foundBy: "progress.*") {
            $0.download = { base, call in
                call.progress?.completedUnitCount = call.progress?.totalUnitCount ?? 0
                return try await call(base)
            }
            $0.upload = { base, call in
                call.progress?.completedUnitCount = call.progress?.totalUnitCount ?? 0
                return try await call(base)
            }
        },
        Defect("tasks are offered twice", foundBy: "task.download", "task.upload", "task.atMostOnce") {
            $0.download = { base, call in
                var twice = call
                twice.onTaskCreation = { task in
                    await call.onTaskCreation?(task)
                    await call.onTaskCreation?(task)
                }
                return try await twice(base)
            }
            $0.upload = { base, call in
                var twice = call
                twice.onTaskCreation = { task in
                    await call.onTaskCreation?(task)
                    await call.onTaskCreation?(task)
                }
                return try await twice(base)
            }
        },
        Defect(
            "transfers can't be stopped",
            foundBy: "task.cancelInClosure.*",
            "task.cancel.*",
            "download.local.*",
            "upload.local.*"
        ) {
            $0.download = { base, call in try await orElse(invented(call.path)) { try await call(base) } }
            $0.upload = { base, call in try await orElse(invented(call.path)) { try await call(base) } }
        },
        Defect("a write past its commit point is stopped", foundBy: "task.pastCommitPoint") {
            $0.write = { base, call in
                var call = call
                call.observer.pastCommitPoint = false
                return try await call(base)
            }
        },
        Defect(
            "a cancelled call is a lost connection",
            foundWhere: {
                matches($0.name, ["*.cancelled", "commit.*", "cancel.upload"])
            }
        ) { overrides in
            replaceAll(&overrides) { body in
                do {
                    try await body()
                } catch is CancellationError {
                    throw CloudProviderError.noInternetConnection
                }
                if Task.isCancelled { throw CloudProviderError.noInternetConnection }
            }
        },
        Defect(
            "errors are wrapped",
            foundWhere: {
                matches($0.name, ["errors.unchanged.*", "*.service.unauthorized", "*.service.offline"])
            }
        ) { overrides in
            replaceAll(&overrides) { body in
                do { try await body() } catch { throw ConformanceFailure(expected: "", got: "\(error)") }
            }
        },
        Defect("a lost reply is an item that exists", foundBy: "errors.lostReply.*") { overrides in
            replaceAll(&overrides) { body in
                do { try await body() } catch CloudProviderError.noInternetConnection {
                    throw CloudProviderError.itemAlreadyExists
                }
            }
        },
        Defect("changes have a step in between that shows", foundBy: "kill.*") { overrides in
            overrides.upload = { base, call in
                let step = try call.path.parent.appending("step")
                try await base.createFolder(at: step)
                let metadata = try await call(base)
                try await base.deleteFolder(at: step)
                return metadata
            }
            replaceChanges(&overrides) { base, path, body in
                guard isBelowStage(path) else { return try await body() }
                let step = try path.parent.appending("step")
                try await base.createFolder(at: step)
                try await body()
                try await base.deleteFolder(at: step)
            }
        },
    ]

    /// Runs every method within `around`.
    private static func replaceAll(
        _ overrides: inout DefectiveProvider.Overrides,
        _ around: @escaping @Sendable (() async throws -> Void) async throws -> Void
    ) {
        overrides.metadata = { base, path in
            try await result(around) { try await base.fetchItemMetadata(at: path) }
        }
        overrides.list = { base, path, token in
            try await result(around) { try await base.fetchItemList(forFolderAt: path, withPageToken: token) }
        }
        overrides.download = { base, call in try await result(around) { try await call(base) } }
        overrides.upload = { base, call in try await result(around) { try await call(base) } }
        replaceChanges(&overrides) { _, _, body in try await around(body) }
    }

    /// Runs every change but uploads within `around`.
    private static func replaceChanges(
        _ overrides: inout DefectiveProvider.Overrides,
        _ around: @escaping @Sendable (DefectiveProvider.Base, CloudPath, () async throws -> Void) async throws -> Void
    ) {
        overrides.createFolder = { base, path in
            try await around(base, path) { try await base.createFolder(at: path) }
        }
        overrides.deleteFile = { base, path in
            try await around(base, path) { try await base.deleteFile(at: path) }
        }
        overrides.deleteFolder = { base, path in
            try await around(base, path) { try await base.deleteFolder(at: path) }
        }
        overrides.moveFile = { base, source, target in
            try await around(base, source) { try await base.moveFile(from: source, to: target) }
        }
        overrides.moveFolder = { base, source, target in
            try await around(base, source) { try await base.moveFolder(from: source, to: target) }
        }
    }

    private static func result<Value>(
        _ around: (() async throws -> Void) async throws -> Void,
        _ body: @escaping () async throws -> Value
    ) async throws -> Value {
        var value: Value?
        try await around { value = try await body() }
        guard let value else { throw CancellationError() }
        return value
    }
}
