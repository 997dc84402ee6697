internal import CloudCore

enum MetadataCases {
    static let cases = [
        ConformanceCase("metadata.inSubfolder", "files and folders in a subfolder are found") { stage in
            try await stage.makeFolder("folder")
            try await stage.makeFolder("folder/inner")
            try await stage.put(Content.bytes(42), "folder/file")
            let file = try await stage.provider.fetchItemMetadata(at: stage.path("folder/file"))
            try expectEqual(file.itemType, .file, "the file's type")
            try expectEqual(file.size, 42, "the file's size")
            try expectEqual(file.name, "file", "the file's name")
            try expectEqual(file.cloudPath, try stage.path("folder/file"), "the file's path")
            let folder = try await stage.provider.fetchItemMetadata(at: stage.path("folder/inner"))
            try expectEqual(folder.itemType, .folder, "the folder's type")
            try expectEqual(folder.name, "inner", "the folder's name")
            try expectEqual(folder.cloudPath, try stage.path("folder/inner"), "the folder's path")
            try expectEqual(folder.size, nil, "the folder's size")
        },
        ConformanceCase("metadata.ancestorMissing", "an item below missing folders is itemNotFound") { stage in
            try await expectError(.notFound, "its metadata") {
                try await stage.provider.fetchItemMetadata(at: stage.path("a/b/c"))
            }
        },
        ConformanceCase("metadata.ancestorIsFile", "an item deep below a file is itemNotFound") { stage in
            try await stage.put("file")
            try await expectError(.notFound, "its metadata") {
                try await stage.provider.fetchItemMetadata(at: stage.path("file/b/c"))
            }
        },
        ConformanceCase("metadata.agreesWithListing", "metadata and listing tell the same of an item") { stage in
            try await stage.put(Content.bytes(99), "file")
            try await stage.makeFolder("folder")
            for listed in try await stage.items(of: stage.folder) {
                let fetched = try await stage.provider.fetchItemMetadata(at: listed.cloudPath)
                try expectEqual(listed.itemType, fetched.itemType, "the type of \(listed.name)")
                try expectEqual(listed.size, fetched.size, "the size of \(listed.name)")
                try expectEqual(listed.lastModifiedDate, fetched.lastModifiedDate, "the date of \(listed.name)")
                try expectEqual(listed.identifier, fetched.identifier, "the identifier of \(listed.name)")
                try expectEqual(listed.revision, fetched.revision, "the revision of \(listed.name)")
            }
        },
        ConformanceCase("metadata.size.afterReplacing", "size and date are those of the content that stands") { stage in
            try await stage.put(Content.bytes(1000), "file")
            let written = try await stage.put(Content.bytes(10), "file", replacing: true)
            let fetched = try await stage.provider.fetchItemMetadata(at: stage.path("file"))
            try expectEqual(fetched.size, 10, "the file's size")
            try expectEqual(fetched.lastModifiedDate, written.lastModifiedDate, "the file's date")
        },
        ConformanceCase(
            "metadata.root.proves",
            "the root's metadata cost a request, which proves access",
            needs: [.faults],
            scope: .faultInjection
        ) { stage in
            let faults = try stage.faults()
            await faults.reset()
            let root = try await stage.provider.fetchItemMetadata(at: .root)
            try expectEqual(root.name, "/", "the root's name")
            try await expect(!faults.requests.isEmpty, "a request", got: "none")
        },
    ]
}
