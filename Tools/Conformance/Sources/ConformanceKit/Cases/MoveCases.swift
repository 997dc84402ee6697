internal import CloudCore

enum MoveCases {
    static let cases = files + folders

    private static let files = [
        ("rename", "old", "new"), ("intoFolder", "old", "folder/old"), ("intoFolderRenamed", "old", "folder/new"),
        ("outOfFolder", "folder/old", "new"), ("betweenFolders", "folder/old", "other/deep/new"),
    ].flatMap { name, source, target in
        [
            ConformanceCase("moveFile.\(name)", "a file is moved from \(source) to \(target), and back") { stage in
                try await makeFolders(on: stage)
                try await stage.put(Content.bytes(40_000), source)
                try await expectThereAndBack(source, target, on: stage) {
                    try await stage.provider.moveFile(from: $0, to: $1)
                }
            },
            ConformanceCase(
                "moveFolder.\(name)",
                "a folder is moved from \(source) to \(target) with all that is in it, and back"
            ) { stage in
                try await makeFolders(on: stage)
                for folder in ["", "/inner", "/inner/deep"] { try await stage.makeFolder(source + folder) }
                try await stage.put(Content.bytes(11), source + "/file")
                try await stage.put(Content.bytes(12), source + "/inner/deep/file")
                try await expectThereAndBack(source, target, on: stage) {
                    try await stage.provider.moveFolder(from: $0, to: $1)
                }
            },
        ]
    }

    private static func makeFolders(on stage: Stage) async throws {
        for folder in ["folder", "other", "other/deep"] { try await stage.makeFolder(folder) }
    }

    private static func expectThereAndBack(
        _ source: String,
        _ target: String,
        on stage: Stage,
        _ move: (CloudPath, CloudPath) async throws -> Void
    ) async throws {
        let (source, target) = (try stage.path(source), try stage.path(target))
        let before = try await stage.tree()
        try await move(source, target)
        try await stage.expectTree(before.moving(source, to: target))
        try await move(target, source)
        try await stage.expectTree(before)
    }

    private static let folders = [
        ConformanceCase(
            "moveFolder.children",
            "the children of a moved folder are found under the new path only, also through caches"
        ) { stage in
            try await stage.makeFolder("old")
            try await stage.makeFolder("old/inner")
            let content = Content.bytes(1234)
            try await stage.put(content, "old/inner/file")
            _ = try await stage.tree()
            try await stage.provider.moveFolder(from: stage.path("old"), to: stage.path("new"))
            try await expectContent(stage.read("new/inner/file"), content, of: "the moved file")
            try await expectEqual(stage.names(in: stage.path("new/inner")), ["file"], "the names")
            for path in ["old", "old/inner", "old/inner/file"] {
                try await expectError(.notFound, "the metadata of \(path)") {
                    try await stage.provider.fetchItemMetadata(at: stage.path(path))
                }
            }
            try await expectError(.notFound, "the listing of the old path") {
                try await stage.provider.fetchItemList(forFolderAt: stage.path("old/inner"), withPageToken: nil)
            }
            try await expectError(.notFound, "the download from the old path") {
                try await stage.read("old/inner/file")
            }
            try await expectError(.parentMissing, "the upload to the old path") {
                try await stage.put("old/inner/another")
            }
        },
        ConformanceCase("moveFolder.replacedByNew", "a new folder under the old name is another folder") { stage in
            try await stage.makeFolder("name")
            try await stage.put(Content.bytes(5), "name/file")
            try await stage.provider.moveFolder(from: stage.path("name"), to: stage.path("moved"))
            try await stage.makeFolder("name")
            try await stage.put(Content.bytes(6), "name/other")
            try await expectEqual(stage.names(in: stage.path("name")), ["other"], "the names in the new folder")
            try await expectEqual(stage.names(in: stage.path("moved")), ["file"], "the names in the moved folder")
        },
        ConformanceCase("moveFolder.swap", "two folders swap their names by way of a third") { stage in
            for name in ["a", "b"] {
                try await stage.makeFolder(name)
                try await stage.put("\(name)/was in \(name)")
            }
            for (source, target) in [("a", "c"), ("b", "a"), ("c", "b")] {
                try await stage.provider.moveFolder(from: stage.path(source), to: stage.path(target))
            }
            try await expectEqual(stage.names(in: stage.path("a")), ["was in b"], "the names in a")
            try await expectEqual(stage.names(in: stage.path("b")), ["was in a"], "the names in b")
        },
        ConformanceCase("moveFile.swap", "two files swap their names by way of a third") { stage in
            try await stage.put(Content.bytes(5, seed: 1), "a")
            try await stage.put(Content.bytes(5, seed: 2), "b")
            for (source, target) in [("a", "c"), ("b", "a"), ("c", "b")] {
                try await stage.provider.moveFile(from: stage.path(source), to: stage.path(target))
            }
            try await expectContent(stage.read("a"), Content.bytes(5, seed: 2), of: "a")
            try await expectContent(stage.read("b"), Content.bytes(5, seed: 1), of: "b")
        },
        ConformanceCase("moveFile.keepsMetadata", "size and date of a file stay when it is moved") { stage in
            try await stage.put(Content.bytes(77), "old")
            let before = try await stage.provider.fetchItemMetadata(at: stage.path("old"))
            try await stage.provider.moveFile(from: stage.path("old"), to: stage.path("new"))
            let after = try await stage.provider.fetchItemMetadata(at: stage.path("new"))
            try expectEqual(after.size, before.size, "the size")
            guard stage.fixture.traits.lacking[.modificationDates] == nil else { return }
            try expectEqual(after.lastModifiedDate, before.lastModifiedDate, "the date")
        },
        ConformanceCase(
            "moveFolder.belowOtherCase",
            "a folder isn't moved below itself when the target spells it in another case: nothing is lost",
            needs: [.namePolicy, .caseFolding]
        ) { stage in
            try await stage.makeFolder("Folder")
            try await stage.put("Folder/file")
            for target in ["FOLDER/inner", "folder/File"] {
                try await stage.expectError(
                    .path(.moveIntoDescendant),
                    "the move",
                    changingNothing: {
                        try await stage.provider.moveFolder(from: stage.path("Folder"), to: stage.path(target))
                    }
                )
            }
        },
    ]
}
