internal import CloudCore

enum FolderCases {
    static let cases = [
        ConformanceCase("createFolder.nested", "folders are created in folders that were just created") { stage in
            for path in ["a", "a/b", "a/b/c", "a/b/c/d"] { try await stage.makeFolder(path) }
            try await expectEqual(stage.tree().entries.count, 4, "the number of folders")
            try await stage.put("a/b/c/d/file")
            try await expectEqual(stage.names(in: stage.path("a/b/c/d")), ["file"], "the names")
        },
        ConformanceCase("createFolder.isEmpty", "a new folder is empty and stays without entries") { stage in
            try await stage.makeFolder("folder")
            try await expectEqual(stage.names(in: stage.path("folder")), [], "the names")
            try await stage.put("folder/file")
            try await stage.provider.deleteFile(at: stage.path("folder/file"))
            try await expectEqual(stage.names(in: stage.path("folder")), [], "the names")
            try await expectEqual(stage.names(in: stage.folder), ["folder"], "the names around it")
        },
        ConformanceCase("createFolder.again", "a deleted folder that is created again is empty") { stage in
            try await stage.makeFolder("folder")
            try await stage.put("folder/file")
            try await stage.provider.deleteFolder(at: stage.path("folder"))
            try await stage.makeFolder("folder")
            try await expectEqual(stage.names(in: stage.path("folder")), [], "the names")
            try await expectError(.notFound, "the metadata of what was in it") {
                try await stage.provider.fetchItemMetadata(at: stage.path("folder/file"))
            }
        },
        ConformanceCase("deleteFolder.empty", "an empty folder is deleted") { stage in
            try await stage.makeFolder("folder")
            try await stage.provider.deleteFolder(at: stage.path("folder"))
            try await expectEqual(stage.names(in: stage.folder), [], "the names")
        },
        ConformanceCase("deleteFolder.nested", "a folder is deleted with all that is in it, and nothing else") {
            stage in
            _ = try await FixtureCases.makeStandardTree(on: stage)
            let before = try await stage.tree()
            for folder in ["Folder 0", "Folder 2"] {
                try await stage.provider.deleteFolder(at: stage.path(folder))
            }
            try await stage.expectTree(
                before.removing(stage.path("Folder 0")).removing(stage.path("Folder 2"))
            )
            for path in ["Folder 0/File 1", "Folder 2/Library/Caches"] {
                try await expectError(.notFound, "the metadata of \(path)") {
                    try await stage.provider.fetchItemMetadata(at: stage.path(path))
                }
            }
        },
        ConformanceCase("deleteFolder.twice", "the second deletion of a folder is itemNotFound") { stage in
            try await stage.makeFolder("folder")
            try await stage.provider.deleteFolder(at: stage.path("folder"))
            try await expectError(.notFound, "the second deletion") {
                try await stage.provider.deleteFolder(at: stage.path("folder"))
            }
        },
        ConformanceCase("deleteFile.twice", "the second deletion of a file is itemNotFound") { stage in
            try await stage.put("file")
            try await stage.provider.deleteFile(at: stage.path("file"))
            try await expectError(.notFound, "the second deletion") {
                try await stage.provider.deleteFile(at: stage.path("file"))
            }
        },
        ConformanceCase("deleteFile.lastInFolder", "a folder stays when its last file is deleted") { stage in
            try await stage.makeFolder("folder")
            try await stage.put("folder/file")
            try await stage.provider.deleteFile(at: stage.path("folder/file"))
            let folder = try await stage.provider.fetchItemMetadata(at: stage.path("folder"))
            try expectEqual(folder.itemType, .folder, "the folder's type")
        },
    ]
}
