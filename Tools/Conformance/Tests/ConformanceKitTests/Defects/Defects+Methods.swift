import CloudCore
import ConformanceKit
import Foundation

extension Defect {
    /// One method of the table: what a case about it is called, and how to break it.
    private struct Column: Sendable {
        let name: String
        let swallows: @Sendable (inout DefectiveProvider.Overrides) -> Void
        let skips: @Sendable (inout DefectiveProvider.Overrides) -> Void
    }

    /// Each method pretends a success where it should throw, and does nothing where it should succeed.
    static let ofMethods: [Defect] = columns.flatMap { column in
        // Names ending in the method, or beginning with it: `moveFile.onFolder`, `elsewhere.fileMoved.moveFile`.
        let isAbout = { @Sendable (requirement: ConformanceCase) in
            let parts = requirement.name.split(separator: ".").map(String.init)
            let isTable = requirement.sentence.contains(" where ") && requirement.sentence.hasPrefix(column.name)
            let isUploadReplacing = requirement.name.contains("upload.replaceExisting")
            return isTable && (parts[0] == "elsewhere" || requirement.name.hasPrefix(column.name + "."))
                && isUploadReplacing == (column.name == "upload.replaceExisting")
        }
        return [
            Defect(
                "\(column.name) never throws",
                on: .everything,
                foundWhere: { isAbout($0) && $0.sentence.contains(" throws ") },
                in: column.swallows
            ),
            Defect(
                "\(column.name) does nothing",
                on: .everything,
                foundWhere: { isAbout($0) && $0.sentence.contains(" succeeds where ") },
                in: column.skips
            ),
        ]
    }

    private static let columns = [
        Column(name: "metadata") {
            $0.metadata = { base, path in
                try await orElse(invented(path)) { try await base.fetchItemMetadata(at: path) }
            }
        } skips: {
            $0.metadata = { _, path in invented(path) }
        },
        Column(name: "list") {
            $0.list = { base, path, token in
                try await orElse(CloudItemList(items: [])) {
                    try await base.fetchItemList(forFolderAt: path, withPageToken: token)
                }
            }
        } skips: {
            $0.list = { _, _, _ in CloudItemList(items: []) }
        },
        Column(name: "download") {
            $0.download = { base, call in try await orElse(invented(call.path)) { try await call(base) } }
        } skips: {
            $0.download = { _, call in
                try Data().write(to: call.file)
                return invented(call.path)
            }
        },
        Column(name: "upload") {
            $0.upload = { base, call in try await orElse(invented(call.path)) { try await call(base) } }
        } skips: {
            $0.upload = { base, call in
                call.isReplacing || call.path.name != "item" ? try await call(base) : invented(call.path)
            }
        },
        Column(name: "upload.replaceExisting") {
            $0.upload = { base, call in
                guard call.isReplacing else { return try await call(base) }
                return try await orElse(invented(call.path)) { try await call(base) }
            }
        } skips: {
            $0.upload = { base, call in call.isReplacing ? invented(call.path) : try await call(base) }
        },
        Column(name: "createFolder") {
            $0.createFolder = { base, path in try await orElse(()) { try await base.createFolder(at: path) } }
        } skips: {
            $0.createFolder = { base, path in if path.name != "item" { try await base.createFolder(at: path) } }
        },
        Column(name: "deleteFile") {
            $0.deleteFile = { base, path in try await orElse(()) { try await base.deleteFile(at: path) } }
        } skips: {
            $0.deleteFile = { _, _ in }
        },
        Column(name: "deleteFolder") {
            $0.deleteFolder = { base, path in try await orElse(()) { try await base.deleteFolder(at: path) } }
        } skips: {
            $0.deleteFolder = { base, path in if !isBelowStage(path) { try await base.deleteFolder(at: path) } }
        },
        Column(name: "moveFile") {
            $0.moveFile = { base, source, target in
                try await orElse(()) { try await base.moveFile(from: source, to: target) }
            }
        } skips: {
            $0.moveFile = { _, _, _ in }
        },
        Column(name: "moveFolder") {
            $0.moveFolder = { base, source, target in
                try await orElse(()) { try await base.moveFolder(from: source, to: target) }
            }
        } skips: {
            $0.moveFolder = { _, _, _ in }
        },
    ]

    /// What `body` gives, or something else if it throws.
    static func orElse<Value>(_ value: Value, _ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch { return value }
    }

    /// Metadata of a file that isn't there.
    static func invented(_ path: CloudPath) -> CloudItemMetadata {
        CloudItemMetadata(name: "invented", cloudPath: path, itemType: .unknown, lastModifiedDate: nil, size: 4711)
    }

    /// Whether a path lies in a case's own folder, which itself must be made and deleted.
    static func isBelowStage(_ path: CloudPath) -> Bool { path.components.count > 2 }
}
