internal import CloudCore
internal import Foundation

enum DownloadCases {
    static let cases = sizes + contents + failures

    private static let sizes =
        Content.sizes.map { size in
            ConformanceCase("download.size.\(size)", "a file of \(size) bytes is downloaded byte by byte") { stage in
                try await expectRoundTrip(size, on: stage)
            }
        } + [
            ConformanceCase(
                "download.thresholds",
                "files around every size at which the provider changes its ways are downloaded byte by byte"
            ) { stage in
                for size in stage.fixture.traits.thresholds.flatMap(Content.around) {
                    try await expectRoundTrip(size, on: stage)
                }
            }
        ]

    private static func expectRoundTrip(_ size: Int, on stage: Stage) async throws {
        let (content, path, url) = (Content.bytes(size), try stage.path("file \(size)"), stage.freshURL())
        try await stage.put(content, at: path, replacing: true)
        let metadata = try await stage.download(path, to: url)
        try await expectContent(stage.bytes(of: url), content, of: "the local file")
        try expectEqual(metadata.size, size, "the returned size")
        try expectEqual(metadata.cloudPath, path, "the returned path")
        try expectEqual(metadata.itemType, .file, "the returned type")
    }

    private static let contents = [
        ConformanceCase(
            "download.date",
            "the returned date and the local file's are the date that the metadata tell"
        ) { stage in
            try await stage.put("file")
            let path = try stage.path("file")
            let fetched = try await stage.provider.fetchItemMetadata(at: path)
            let url = stage.freshURL()
            let returned = try await stage.download(path, to: url)
            try expectEqual(returned.lastModifiedDate, fetched.lastModifiedDate, "the returned date")
            guard let date = fetched.lastModifiedDate else { return }
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            let local = try unwrap(attributes[.modificationDate] as? Date, "a date of the local file")
            try expect(abs(local.timeIntervalSince(date)) < 0.001, "the local date \(date)", got: "\(local)")
        },
        ConformanceCase("download.afterReplacing", "a download gives the content that stands now") { stage in
            try await stage.put(Content.bytes(100, seed: 1), "file")
            _ = try await stage.read("file")
            try await stage.put(Content.bytes(200, seed: 2), "file", replacing: true)
            try await expectContent(stage.read("file"), Content.bytes(200, seed: 2), of: "the file")
        },
        ConformanceCase("download.inParallel", "eight downloads at once don't mix up their bytes") { stage in
            for number in 0..<8 {
                try await stage.put(Content.bytes(70_000, seed: UInt64(number + 1)), "file \(number)")
            }
            try await inParallel(Array(0..<8), atOnce: 8) { number in
                let content = try await stage.read("file \(number)")
                try expectContent(content, Content.bytes(70_000, seed: UInt64(number + 1)), of: "file \(number)")
            }
        },
    ]

    private static let failures = [
        ConformanceCase(
            "download.failing",
            "a download that fails in its midst leaves nothing local, and can be repeated",
            needs: [.faults],
            scope: .faultInjection
        ) { stage in
            let content = Content.bytes(Content.largeSize)
            try await stage.put(content, "file")
            let faults = try stage.faults()
            await faults.arm(Fault(.readFile, .body(700_000), .fail(InjectedFailure()), times: .max))
            let url = stage.freshURL()
            let before = try FileManager.default.contentsOfDirectory(atPath: stage.local.path)
            try await expectError(.any, "the download") { try await stage.download(stage.path("file"), to: url) }
            let after = try FileManager.default.contentsOfDirectory(atPath: stage.local.path)
            try expectEqual(after.sorted(), before.sorted(), "the local files")
            await faults.reset()
            try await expectContent(stage.read("file"), content, of: "the file")
        }
    ]
}
