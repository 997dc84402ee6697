internal import CloudCore

/// What another provider on the same account does to items that the provider under test knows.
enum ElsewhereCases {
    /// A change by the other provider.
    private struct Change {
        let name: String
        let sentence: String
        /// How things stand afterwards: the row of the table that then holds.
        let after: Situation
        /// Makes what the provider under test knows, and gives the path that it is asked for.
        let before: @Sendable (Stage) async throws -> CloudPath
        /// Does the change.
        let change: @Sendable (Stage, _ other: any CloudProvider) async throws -> Void
    }

    static let cases: [ConformanceCase] =
        changes.flatMap { change in
            Method.allCases.map { method in
                ConformanceCase(
                    "elsewhere.\(change.name).\(method.rawValue)",
                    "\(method.rawValue) \(MethodTable.phrase(for: method, in: change.after)) where \(change.sentence)",
                    needs: [.secondProvider]
                ) { stage in
                    var stage = stage
                    let path = try await change.before(stage)
                    try await getToKnow(path, on: stage)
                    let other = try await stage.secondProvider()
                    try await change.change(stage, other)
                    // The provider under test must not learn of the change by looking at the outcome beforehand.
                    stage.observer = other
                    try await MethodTable.expectResult(of: method, at: path, change.after, on: stage)
                }
            }
        } + further

    private static let changes = [
        Change(
            name: "fileReplaced",
            sentence: "another provider replaced the file",
            after: .file,
            before: { try await known(.file, on: $0, content: Content.bytes(100, seed: 9)) },
            change: { try await $0.put(Situation.content, "item", replacing: true, with: $1) }
        ),
        Change(
            name: "fileRecreated",
            sentence: "another provider deleted the file and made a new one",
            after: .file,
            before: { try await known(.file, on: $0, content: Content.bytes(100, seed: 9)) },
            change: { stage, other in
                try await other.deleteFile(at: stage.path("item"))
                try await stage.put(Situation.content, "item", with: other)
            }
        ),
        Change(
            name: "fileRemoved",
            sentence: "another provider deleted the file",
            after: .nothing,
            before: { try await Situation.file.prepare(on: $0) },
            change: { try await $1.deleteFile(at: $0.path("item")) }
        ),
        Change(
            name: "fileMoved",
            sentence: "another provider moved the file away",
            after: .nothing,
            before: { try await Situation.file.prepare(on: $0) },
            change: { try await $1.moveFile(from: $0.path("item"), to: $0.path("elsewhere")) }
        ),
        Change(
            name: "fileBecameFolder",
            sentence: "another provider put a folder in the file's place",
            after: .folder,
            before: { try await Situation.file.prepare(on: $0) },
            change: { stage, other in
                try await other.deleteFile(at: stage.path("item"))
                _ = try await Situation.folder.prepare(on: stage, with: other)
            }
        ),
        Change(
            name: "fileAppeared",
            sentence: "another provider put a file where nothing was",
            after: .file,
            before: { try $0.path("item") },
            change: { _ = try await Situation.file.prepare(on: $0, with: $1) }
        ),
        Change(
            name: "folderAppeared",
            sentence: "another provider put a folder where nothing was",
            after: .folder,
            before: { try $0.path("item") },
            change: { _ = try await Situation.folder.prepare(on: $0, with: $1) }
        ),
        Change(
            name: "folderRemoved",
            sentence: "another provider deleted the folder",
            after: .nothing,
            before: { try await Situation.folder.prepare(on: $0) },
            change: { try await $1.deleteFolder(at: $0.path("item")) }
        ),
        Change(
            name: "folderMoved",
            sentence: "another provider moved the folder away",
            after: .nothing,
            before: { try await Situation.folder.prepare(on: $0) },
            change: { try await $1.moveFolder(from: $0.path("item"), to: $0.path("elsewhere")) }
        ),
        Change(
            name: "folderBecameFile",
            sentence: "another provider put a file in the folder's place",
            after: .file,
            before: { try await Situation.folder.prepare(on: $0) },
            change: { stage, other in
                try await other.deleteFolder(at: stage.path("item"))
                _ = try await Situation.file.prepare(on: stage, with: other)
            }
        ),
        Change(
            name: "folderRecreated",
            sentence: "another provider deleted the folder and made a new one",
            after: .folder,
            before: { stage in
                try await stage.makeFolder("item")
                try await stage.put("item/old file")
                try await stage.makeFolder("item/old folder")
                return try stage.path("item")
            },
            change: { stage, other in
                try await other.deleteFolder(at: stage.path("item"))
                _ = try await Situation.folder.prepare(on: stage, with: other)
            }
        ),
        Change(
            name: "folderMovedAndRecreated",
            sentence: "another provider moved the folder away and made a new one: the moved tree is never touched",
            after: .folder,
            before: { try await Situation.folder.prepare(on: $0) },
            change: { stage, other in
                try await other.moveFolder(from: stage.path("item"), to: stage.path("elsewhere"))
                _ = try await Situation.folder.prepare(on: stage, with: other)
            }
        ),
        Change(
            name: "ancestorRecreated",
            sentence: "another provider deleted a folder above and made the path anew",
            after: .file,
            before: { stage in
                for folder in ["top", "top/middle"] { try await stage.makeFolder(folder) }
                try await stage.put(Content.bytes(100, seed: 9), "top/middle/item")
                return try stage.path("top/middle/item")
            },
            change: { stage, other in
                try await other.deleteFolder(at: stage.path("top"))
                for folder in ["top", "top/middle"] { try await stage.makeFolder(folder, with: other) }
                try await stage.put(Situation.content, "top/middle/item", with: other)
            }
        ),
        Change(
            name: "parentRemoved",
            sentence: "another provider deleted the parent",
            after: .parentMissing,
            before: { stage in
                try await stage.makeFolder("missing")
                try await stage.put("missing/item")
                return try stage.path("missing/item")
            },
            change: { try await $1.deleteFolder(at: $0.path("missing")) }
        ),
        Change(
            name: "parentBecameFile",
            sentence: "another provider put a file in the parent's place",
            after: .parentIsFile,
            before: { stage in
                try await stage.makeFolder("file")
                try await stage.put("file/item")
                return try stage.path("file/item")
            },
            change: { stage, other in
                try await other.deleteFolder(at: stage.path("file"))
                _ = try await Situation.parentIsFile.prepare(on: stage, with: other)
            }
        ),
        Change(
            name: "parentAppeared",
            sentence: "another provider made the parent that was missing",
            after: .nothing,
            before: { try $0.path("new parent/item") },
            change: { try await $0.makeFolder("new parent", with: $1) }
        ),
    ]

    private static func known(_ situation: Situation, on stage: Stage, content: [UInt8]) async throws -> CloudPath {
        try await stage.put(content, "item")
        return try stage.path("item")
    }

    /// Makes the provider under test look at an item in every way: it may remember all of it.
    private static func getToKnow(_ path: CloudPath, on stage: Stage) async throws {
        _ = try await stage.tree()
        do {
            let metadata = try await stage.provider.fetchItemMetadata(at: path)
            guard metadata.itemType == .file else { return }
            _ = try await stage.read(path)
        } catch CloudProviderError.itemNotFound {}
    }

    private static let further = [
        ConformanceCase(
            "elsewhere.nestedRecreated",
            "a folder deep in a recreated tree shows what is in it now",
            needs: [.secondProvider]
        ) { stage in
            for folder in ["a", "a/b", "a/b/c"] { try await stage.makeFolder(folder) }
            try await stage.put("a/b/c/old")
            _ = try await stage.tree()
            let other = try await stage.secondProvider()
            try await other.deleteFolder(at: stage.path("a/b"))
            for folder in ["a/b", "a/b/c"] { try await stage.makeFolder(folder, with: other) }
            try await stage.put(Content.bytes(55), "a/b/c/new", with: other)
            try await expectEqual(stage.names(in: stage.path("a/b/c")), ["new"], "the names")
            try await expectContent(stage.read("a/b/c/new"), Content.bytes(55), of: "the new file")
            try await stage.put("a/b/c/own")
            try await expectEqual(stage.names(in: stage.path("a/b/c"), with: other), ["new", "own"], "the names")
        },
        ConformanceCase(
            "elsewhere.bothCreate",
            "two providers fill one folder and each sees all of it",
            needs: [.secondProvider]
        ) { stage in
            let other = try await stage.secondProvider()
            try await stage.makeFolder("shared")
            for number in 0..<4 {
                try await stage.put("shared/mine \(number)")
                try await stage.put("shared/theirs \(number)", with: other)
            }
            let names = (0..<4).map { "mine \($0)" } + (0..<4).map { "theirs \($0)" }
            try await expectEqual(stage.names(in: stage.path("shared")), names, "the names")
            try await expectEqual(stage.names(in: stage.path("shared"), with: other), names, "the other's names")
        },
        ConformanceCase(
            "elsewhere.swapped",
            "after another provider swapped two folders, each path shows the other's content",
            needs: [.secondProvider]
        ) { stage in
            for name in ["a", "b"] {
                try await stage.makeFolder(name)
                try await stage.put("\(name)/was in \(name)")
            }
            _ = try await stage.tree()
            let other = try await stage.secondProvider()
            for (source, target) in [("a", "c"), ("b", "a"), ("c", "b")] {
                try await other.moveFolder(from: stage.path(source), to: stage.path(target))
            }
            try await expectEqual(stage.names(in: stage.path("a")), ["was in b"], "the names in a")
            try await expectEqual(stage.names(in: stage.path("b")), ["was in a"], "the names in b")
            try await stage.put("a/new")
            try await expectEqual(stage.names(in: stage.path("a"), with: other), ["new", "was in b"], "the names in a")
        },
    ]
}
