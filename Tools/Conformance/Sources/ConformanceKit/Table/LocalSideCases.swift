internal import CloudCore
internal import Foundation

/// The third part of the table: the local side of downloads and uploads.
enum LocalSideCases {
    static let cases = downloads + uploads

    private static let downloads: [ConformanceCase] = [
        download("fileExists", "itemAlreadyExists, and leaves the file as it is", .alreadyExists) { url in
            try Data("mine".utf8).write(to: url)
        } check: { url in
            try expectEqual(try String(contentsOf: url, encoding: .utf8), "mine", "the local file")
        },
        download("danglingLink", "itemAlreadyExists, and leaves the link as it is", .alreadyExists) { url in
            try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: "nowhere")
        } check: { url in
            let target = try FileManager.default.destinationOfSymbolicLink(atPath: url.path)
            try expectEqual(target, "nowhere", "the link's target")
        },
        download("folder", "itemAlreadyExists, and leaves the folder as it is", .alreadyExists) { url in
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        } check: { url in
            try expectEqual(try FileManager.default.contentsOfDirectory(atPath: url.path), [], "the local folder")
        },
        download("specialFile", "itemAlreadyExists, and leaves the pipe as it is", .alreadyExists) { url in
            try makePipe(at: url)
        } check: { url in
            let type = try FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType
            try expect(type != .typeRegular, "the pipe", got: "a file")
        },
        ConformanceCase(
            "download.local.parentMissing",
            "a download into a missing local folder is LocalFileError.parentMissing, without a request"
        ) { stage in
            try await stage.put("file")
            try await stage.expectError(
                .local(.parentMissing),
                "the download",
                withoutRequest: {
                    try await stage.download(
                        stage.path("file"),
                        to: stage.local.appendingPathComponent("missing/file", isDirectory: false)
                    )
                }
            )
        },
        ConformanceCase(
            "download.local.notPermitted",
            "a download into a local folder that may not be written is LocalFileError.notPermitted, without a request",
            needs: [.unprivilegedUser]
        ) { stage in
            try await stage.put("file")
            let folder = stage.local.appendingPathComponent("folder", isDirectory: true)
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o555]
            )
            try await stage.expectError(
                .local(.notPermitted),
                "the download",
                withoutRequest: {
                    try await stage.download(stage.path("file"), to: folder.appendingPathComponent("file"))
                }
            )
        },
        ConformanceCase(
            "download.local.noSpace",
            "a download to a full local disk is LocalFileError.noSpace, never quotaInsufficient, and leaves no file",
            needs: [.smallDisk]
        ) { stage in
            try await stage.put(Content.bytes(Content.largeSize), "large")
            let url = try unwrap(stage.fixture.smallDisk, "the fixture's smallDisk")
                .appendingPathComponent(UUID().uuidString)
            try await expectError(.local(.noSpace), "the download") {
                try await stage.download(stage.path("large"), to: url)
            }
            try stage.expectNoFile(at: url)
        },
    ]

    private static let uploads: [ConformanceCase] = [
        upload("missing", "of a missing local file is itemNotFound", .notFound) { _ in },
        upload("folder", "of a local folder is itemTypeMismatch", .typeMismatch) { url in
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        },
        upload("specialFile", "of a pipe is itemTypeMismatch", .typeMismatch) { url in try makePipe(at: url) },
        upload(
            "notPermitted",
            "of a local file that may not be read is LocalFileError.notPermitted",
            .local(.notPermitted),
            needs: [.unprivilegedUser]
        ) { url in
            try Data("secret".utf8).write(to: url)
            try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: url.path)
        },
    ]

    private static func download(
        _ name: String,
        _ result: String,
        _ error: ExpectedError,
        prepare: @escaping @Sendable (URL) throws -> Void,
        check: @escaping @Sendable (URL) throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(
            "download.local.\(name)",
            "a download to a local URL at which something stands is \(result), without a request"
        ) { stage in
            try await stage.put("file")
            let url = stage.freshURL()
            try prepare(url)
            try await stage.expectError(
                error,
                "the download",
                withoutRequest: {
                    try await stage.download(stage.path("file"), to: url)
                }
            )
            try check(url)
        }
    }

    private static func upload(
        _ name: String,
        _ result: String,
        _ error: ExpectedError,
        needs: Set<Need> = [],
        prepare: @escaping @Sendable (URL) throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(
            "upload.local.\(name)",
            "an upload \(result), without a request",
            needs: needs
        ) { stage in
            let url = stage.freshURL()
            try prepare(url)
            let before = try await stage.tree()
            try await stage.expectError(
                error,
                "the upload",
                withoutRequest: {
                    try await stage.provider.uploadFile(
                        from: url,
                        to: stage.path("file"),
                        replaceExisting: true,
                        progress: nil,
                        onTaskCreation: nil
                    )
                }
            )
            try await stage.expectTree(before)
        }
    }

    private static func makePipe(at url: URL) throws {
        guard unsafe mkfifo(url.path, 0o600) == 0 else { throw LocalFileError(errno: errno) }
    }
}
