import CloudCore
import ConformanceKit
import Foundation
import InMemoryCloud

extension Defect {
    /// Mistakes of uploads, folders, deletions, moves and names.
    static let ofWriting: [Defect] = [
        Defect("uploads return a size that is one too large", foundBy: "upload.size.*", "upload.thresholds") {
            $0.upload = { base, call in
                var metadata = try await call(base)
                metadata.size = metadata.size.map { $0 + 1 }
                return metadata
            }
        },
        Defect("uploads drop the source's date", foundBy: "upload.date") {
            $0.upload = { base, call in
                try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: call.file.path)
                return try await call(base)
            }
        },
        Defect("uploads move the local file away", foundBy: "upload.sourceStays") {
            $0.upload = { base, call in
                let metadata = try await call(base)
                try FileManager.default.removeItem(at: call.file)
                return metadata
            }
        },
        Defect("uploads always replace", foundBy: "upload.twice", "concurrency.upload", "concurrency.anyKind") {
            $0.upload = { base, call in
                var call = call
                call.isReplacing = true
                return try await orElse(invented(call.path)) { [call] in try await call(base) }
            }
        },
        Defect("uploads don't see that their source changes", foundBy: "upload.source.*") {
            $0.upload = { base, call in
                var copy = call
                copy.file = call.file.appendingPathExtension("copy")
                try FileManager.default.copyItem(at: call.file, to: copy.file)
                return try await copy(base)
            }
        },
        Defect(
            "uploads become visible while they are written",
            foundBy: "upload.failing",
            "upload.replaceExisting.failing",
            "write.source.*",
            change: { cloud, _ in cloud.configure { $0.visibility = .whileWritten } }
        ),
        Defect(
            "uploads to a full account are lost",
            foundBy: "upload.service.full",
            "upload.replaceExisting.service.full"
        ) {
            $0.upload = { base, call in try await orElse(invented(call.path)) { try await call(base) } }
        },
        Defect(
            "nothing is ever deleted",
            foundBy: "deleteFile.service.full",
            "links.delete",
            "deleteFolder.nested",
            "deleteFolder.empty",
            "links.deleteFolder"
        ) {
            $0.deleteFile = { _, _ in }
            $0.deleteFolder = { base, path in if !isBelowStage(path) { try await base.deleteFolder(at: path) } }
        },
        Defect(
            "what needs space in a full account is lost",
            foundBy: "createFolder.service.full",
            "moveFile.service.full",
            "moveFolder.service.full"
        ) {
            $0.createFolder = { base, path in if path.name != "item" { try await base.createFolder(at: path) } }
            $0.moveFile = { _, _, _ in }
            $0.moveFolder = { _, _, _ in }
        },
        Defect("deleting twice is fine", foundBy: "deleteFile.twice", "deleteFolder.twice", "concurrency.deleteFile") {
            $0.deleteFile = { base, path in try await orElse(()) { try await base.deleteFile(at: path) } }
            $0.deleteFolder = { base, path in try await orElse(()) { try await base.deleteFolder(at: path) } }
        },
        Defect("a folder goes with its last file", foundBy: "deleteFile.lastInFolder", "createFolder.isEmpty") {
            $0.deleteFile = { base, path in
                try await base.deleteFile(at: path)
                if try await base.fetchItemList(forFolderAt: path.parent, withPageToken: nil).items.isEmpty {
                    try await base.deleteFolder(at: path.parent)
                }
            }
        },
        Defect("a folder that exists is created again", foundBy: "concurrency.createFolder") {
            $0.createFolder = { base, path in try await orElse(()) { try await base.createFolder(at: path) } }
        },
        Defect("links are deleted and moved as folders", foundBy: "links.asFolder") {
            $0.deleteFolder = { base, path in
                do { try await base.deleteFolder(at: path) } catch { try await base.deleteFile(at: path) }
            }
        },
        Defect(
            "nothing is ever moved",
            on: .everything,
            foundBy: "moveFile.rename",
            "moveFile.intoFolder*",
            "moveFile.outOfFolder",
            "moveFile.betweenFolders",
            "moveFile.swap",
            "moveFolder.rename",
            "moveFolder.intoFolder*",
            "moveFolder.outOfFolder",
            "moveFolder.betweenFolders",
            "moveFolder.replacedByNew",
            "moveFolder.swap",
            "links.move",
            "links.moveFolder",
            "concurrency.moveFile.*",
            "*.target.otherCase",
            "*.target.otherNormalization"
        ) {
            $0.moveFile = { _, _, _ in }
            $0.moveFolder = { _, _, _ in }
        },
        Defect("a moved folder stays under its old name too", foundBy: "moveFolder.children", "moveFolder.rename") {
            $0.moveFolder = { base, source, target in
                try await base.moveFolder(from: source, to: target)
                try await base.createFolder(at: source)
            }
        },
        Defect(
            "moves are checked by the service only",
            foundBy: "*.target.itself*",
            "*.target.below*",
            "*.target.root*"
        ) {
            $0.moveFile = { base, source, target in
                _ = try? await base.fetchItemMetadata(at: source)
                try await base.moveFile(from: source, to: target)
            }
            $0.moveFolder = { base, source, target in
                _ = try? await base.fetchItemMetadata(at: source)
                try await base.moveFolder(from: source, to: target)
            }
        },
        Defect(
            "moves replace and forgive",
            on: .everything,
            foundBy: "*.target.onFile",
            "*.target.onFolder",
            "*.target.onLink",
            "*.target.parent*",
            "*.target.forbiddenName",
            "moveFolder.belowOtherCase"
        ) {
            $0.moveFile = { base, source, target in
                try await orElse(()) { try await base.moveFile(from: source, to: target) }
            }
            $0.moveFolder = { base, source, target in
                try await orElse(()) { try await base.moveFolder(from: source, to: target) }
            }
        },
        Defect("names are mapped", foundBy: "names.*") {
            $0.upload = { base, call in
                var call = call
                call.path = try call.path.parent.appending("mapped" + call.path.name.prefix(1))
                return try await call(base)
            }
        },
        Defect(
            "a name that can't be kept is cut silently",
            on: .everything,
            foundBy: "names.tooLong",
            "names.trailingSpace",
            "names.colon",
            "names.reserved",
            "names.length.220",
            "names.unmapped.colon",
            "names.twins.case.files",
            "names.twins.normalization.files"
        ) {
            $0.upload = { base, call in try await orElse(invented(call.path)) { try await call(base) } }
        },
        Defect(
            "conditions of a write are ignored",
            foundBy: "write.absent",
            "write.likeUpload",
            "write.revision.outdated",
            "write.revision.missing"
        ) {
            $0.write = { base, call in
                var call = call
                call.condition = .none
                return try await orElse(invented(call.path)) { [call] in try await call(base) }
            }
        },
        Defect("writes do nothing", foundBy: "write.unconditional", "write.revision.current") {
            $0.write = { _, call in invented(call.path) }
        },
        Defect("a checkpoint is believed without a look", foundBy: "write.checkpoint.*") {
            $0.write = { base, call in
                guard call.checkpoint != nil else { return try await call(base) }
                var half = call
                half.source = DataSource([1, 2, 3])
                half.checkpoint = nil
                return try await half(base)
            }
        } change: { cloud, fixture in
            let overrides = (fixture.provider as? DefectiveProvider)?.overrides ?? .init()
            fixture.secondProvider = { DefectiveProvider(base: cloud.makeProvider(), overrides: overrides) }
        },
        Defect("several instances all win", foundBy: "concurrency.instances.*") { _ in
        } change: { cloud, fixture in
            var overrides = DefectiveProvider.Overrides()
            overrides.upload = { base, call in try await orElse(invented(call.path)) { try await call(base) } }
            overrides.createFolder = { base, path in try await orElse(()) { try await base.createFolder(at: path) } }
            fixture.secondProvider = { [overrides] in
                DefectiveProvider(base: cloud.makeProvider(), overrides: overrides)
            }
        },
    ]
}
