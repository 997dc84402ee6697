internal import CloudCore

/// Symbolic links: items of their own, which the file methods delete and move, and nothing enters.
enum LinkCases {
    static let cases = [
        ConformanceCase("links.listed", "a link is listed with its type", needs: [.links, .cheapListing]) { stage in
            try await makeLinks(on: stage)
            let types = try await stage.items(of: stage.folder).map { "\($0.name): \($0.itemType.rawValue)" }
            try expectEqual(
                types.sorted(),
                ["dangling: symlink", "file: file", "folder: folder", "to file: symlink", "to folder: symlink"],
                "the types"
            )
        },
        ConformanceCase("links.metadata", "a link's metadata tell its type, whatever it points to", needs: [.links]) {
            stage in
            try await makeLinks(on: stage)
            for name in names {
                let metadata = try await stage.provider.fetchItemMetadata(at: stage.path(name))
                try expectEqual(metadata.itemType, .symlink, "the type of \(name)")
                try expectEqual(metadata.name, name, "the name")
            }
        },
        ConformanceCase("links.delete", "deleting a link leaves what it points to", needs: [.links]) { stage in
            try await makeLinks(on: stage)
            for name in names { try await stage.provider.deleteFile(at: stage.path(name)) }
            try await expectEqual(stage.names(in: stage.folder), ["file", "folder"], "the names")
            try await expectEqual(stage.names(in: stage.path("folder")), ["inner"], "the names in the folder")
            try await expectContent(stage.read("file"), Content.bytes(8), of: "the file")
        },
        ConformanceCase("links.move", "a link is moved as itself", needs: [.links]) { stage in
            try await makeLinks(on: stage)
            for name in names {
                try await stage.provider.moveFile(from: stage.path(name), to: stage.path("folder/\(name)"))
                let moved = try await stage.provider.fetchItemMetadata(at: stage.path("folder/\(name)"))
                try expectEqual(moved.itemType, .symlink, "the type of the moved link")
            }
            try await expectEqual(stage.names(in: stage.folder), ["file", "folder"], "the names")
        },
        ConformanceCase(
            "links.asFolder",
            "deleteFolder, moveFolder on a link to a folder are itemTypeMismatch, and the folder stays",
            needs: [.links]
        ) { stage in
            try await makeLinks(on: stage)
            for name in names {
                let path = try stage.path(name)
                try await stage.expectError(
                    .typeMismatch,
                    "deleteFolder of \(name)",
                    changingNothing: { try await stage.provider.deleteFolder(at: path) }
                )
                try await stage.expectError(
                    .typeMismatch,
                    "moveFolder of \(name)",
                    changingNothing: { try await stage.provider.moveFolder(from: path, to: stage.path("moved")) }
                )
            }
        },
        ConformanceCase(
            "links.deleteFolder",
            "deleting a folder deletes the links in it, not their targets",
            needs: [.links]
        ) {
            stage in
            try await stage.makeFolder("kept")
            try await stage.put("kept/file")
            try await stage.makeFolder("deleted")
            try await stage.makeLink("deleted/link", to: "../kept")
            try await stage.provider.deleteFolder(at: stage.path("deleted"))
            try await expectEqual(stage.names(in: stage.folder), ["kept"], "the names")
            try await expectEqual(stage.names(in: stage.path("kept")), ["file"], "the names in the target")
        },
        ConformanceCase("links.moveFolder", "links are moved along with their folder", needs: [.links]) { stage in
            try await stage.makeFolder("old")
            try await stage.put("old/file")
            try await stage.makeLink("old/link", to: "file")
            let before = try await stage.tree()
            try await stage.provider.moveFolder(from: stage.path("old"), to: stage.path("new"))
            try await stage.expectTree(before.moving(stage.path("old"), to: stage.path("new")))
        },
    ]

    private static let names = ["dangling", "to file", "to folder"]

    private static func makeLinks(on stage: Stage) async throws {
        try await stage.put(Content.bytes(8), "file")
        try await stage.makeFolder("folder")
        try await stage.put("folder/inner")
        for (name, target) in zip(names, ["nowhere", "file", "folder"]) { try await stage.makeLink(name, to: target) }
    }
}
