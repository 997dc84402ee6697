internal import CloudCore
internal import Foundation

enum UploadCases {
    static let cases = sizes + results + failures

    private static let sizes =
        Content.sizes.map { size in
            ConformanceCase(
                "upload.size.\(size)",
                "a file of \(size) bytes is uploaded, new and replacing a smaller and a larger one"
            ) { try await expectUploads(size, on: $0) }
        } + [
            ConformanceCase(
                "upload.thresholds",
                "files around every size at which the provider changes its ways are uploaded, new and replacing"
            ) { stage in
                for size in stage.fixture.traits.thresholds.flatMap(Content.around) {
                    try await expectUploads(size, on: stage)
                }
            }
        ]

    private static func expectUploads(_ size: Int, on stage: Stage) async throws {
        for (name, old) in [("new", nil), ("grown", size / 2), ("shrunk", size + 1000)] {
            let path = try stage.path("\(name) \(size)")
            if let old { try await stage.put(Content.bytes(old, seed: 2), at: path) }
            let content = Content.bytes(size, seed: 3)
            let metadata = try await stage.put(content, at: path, replacing: old != nil)
            try expectEqual(metadata.size, size, "the returned size")
            try expectEqual(metadata.cloudPath, path, "the returned path")
            try expectEqual(metadata.itemType, .file, "the returned type")
            try await expectEqual(stage.provider.fetchItemMetadata(at: path).size, size, "the file's size")
            try await expectContent(stage.read(path), content, of: "the \(name) file")
        }
    }

    private static let results = [
        ConformanceCase("upload.isListed", "an upload is listed at once, and only once") { stage in
            try await stage.put("file")
            try await expectEqual(stage.names(in: stage.folder), ["file"], "the names")
            try await stage.put(Content.bytes(20), "file", replacing: true)
            let items = try await stage.items(of: stage.folder)
            try expectEqual(items.map(\.name), ["file"], "the names")
            try expectEqual(items.map(\.size), [20], "the sizes")
        },
        ConformanceCase("upload.metadata", "the returned metadata are those that are fetched afterwards") { stage in
            let written = try await stage.put(Content.bytes(50), "file")
            let fetched = try await stage.provider.fetchItemMetadata(at: stage.path("file"))
            try expectEqual(written.name, fetched.name, "the name")
            try expectEqual(written.lastModifiedDate, fetched.lastModifiedDate, "the date")
            try expectEqual(written.identifier, fetched.identifier, "the identifier")
            try expectEqual(written.revision, fetched.revision, "the revision")
        },
        ConformanceCase(
            "upload.date",
            "the source's modification date is kept, new and replacing",
            needs: [.modificationDates]
        ) { stage in
            // Far from now, odd, and with a fraction.
            for (seconds, replacing) in [(1_234_567_891.75, false), (987_654_321.25, true)] {
                let date = Date(timeIntervalSince1970: seconds)
                let file = try await stage.localFile(Content.bytes(10), modified: date)
                let written = try await stage.provider.uploadFile(
                    from: file,
                    to: stage.path("file"),
                    replaceExisting: replacing,
                    progress: nil,
                    onTaskCreation: nil
                )
                let fetched = try await stage.provider.fetchItemMetadata(at: stage.path("file"))
                for got in [written.lastModifiedDate, fetched.lastModifiedDate] {
                    let difference = abs(try unwrap(got, "a date").timeIntervalSince(date))
                    try expect(
                        difference <= stage.fixture.traits.dateResolution,
                        "the source's date \(date)",
                        got: "\(difference) s off"
                    )
                }
            }
        },
        ConformanceCase("upload.twice", "uploads without replacing: the first content stays") { stage in
            try await stage.put(Content.bytes(10, seed: 1), "file")
            try await stage.expectError(
                .alreadyExists,
                "the second upload",
                changingNothing: {
                    try await stage.put(Content.bytes(20, seed: 2), "file")
                }
            )
        },
        ConformanceCase("upload.afterDeletion", "a name is free again after its item was deleted") { stage in
            try await stage.put("item")
            try await stage.provider.deleteFile(at: stage.path("item"))
            try await stage.makeFolder("item")
            try await stage.provider.deleteFolder(at: stage.path("item"))
            try await stage.put(Content.bytes(9), "item")
            try await expectContent(stage.read("item"), Content.bytes(9), of: "the file")
        },
        ConformanceCase("upload.sourceStays", "the local file stays as it is") { stage in
            let content = Content.bytes(1000)
            let file = try await stage.localFile(content)
            _ = try await stage.provider.uploadFile(
                from: file,
                to: stage.path("file"),
                replaceExisting: false,
                progress: nil,
                onTaskCreation: nil
            )
            try await expectContent(stage.bytes(of: file), content, of: "the local file")
        },
    ]

    private static let failures = [(name: "upload", old: nil), (name: "upload.replaceExisting", old: 100)].map {
        (name: String, old: Int?) in
        ConformanceCase(
            "\(name).failing",
            "an upload that fails in its midst leaves what stood there before, and can be repeated",
            needs: [.faults, .atomicReplace],
            scope: .faultInjection
        ) { stage in
            let (path, content) = (try stage.path("file"), Content.bytes(Content.largeSize))
            if let old { try await stage.put(Content.bytes(old), at: path) }
            let before = try await stage.tree()
            let faults = try stage.faults()
            await faults.arm(Fault(.writeFile, .body(700_000), .fail(InjectedFailure()), times: .max))
            try await expectError(.any, "the upload") {
                try await stage.put(content, at: path, replacing: old != nil)
            }
            await faults.reset()
            try await stage.expectTree(before)
            try await stage.put(content, at: path, replacing: old != nil)
            try await expectContent(stage.read(path), content, of: "the file")
        }
    }
}
