import CloudCore
import ConformanceKit
import Foundation
import InMemoryCloud

extension Defect {
    /// Mistakes of metadata, listings and downloads.
    static let ofReading: [Defect] = [
        Defect(
            "metadata have a size that is one too large",
            foundBy: "metadata.inSubfolder",
            "metadata.agreesWithListing",
            "metadata.size.afterReplacing"
        ) {
            $0.metadata = { base, path in
                var metadata = try await base.fetchItemMetadata(at: path)
                metadata.size = metadata.size.map { $0 + 1 }
                return metadata
            }
        },
        Defect("metadata of what lies below nothing are invented", foundBy: "metadata.ancestor*") {
            $0.metadata = { base, path in
                try await orElse(invented(path)) { try await base.fetchItemMetadata(at: path) }
            }
        },
        Defect(
            "metadata have the time of the request",
            foundBy: "upload.metadata",
            "moveFile.keepsMetadata",
            "download.date"
        ) {
            $0.metadata = { base, path in
                var metadata = try await base.fetchItemMetadata(at: path)
                metadata.lastModifiedDate = Date()
                return metadata
            }
        },
        Defect("the root is known without a request", foundBy: "metadata.root.proves") {
            $0.metadata = { base, path in path.isRoot ? .root : try await base.fetchItemMetadata(at: path) }
        },
        Defect("links are files", foundBy: "links.metadata", "links.listed") {
            $0.metadata = { base, path in asFile(try await base.fetchItemMetadata(at: path)) }
            $0.list = { base, path, token in
                var list = try await base.fetchItemList(forFolderAt: path, withPageToken: token)
                list.items = list.items.map(asFile)
                return list
            }
        },
        Defect(
            "listings have an entry that isn't there",
            foundBy: "list.empty",
            "list.everyEntryOnce",
            "list.isCurrent",
            "list.prefixes",
            "list.pageSize*",
            "createFolder.isEmpty",
            "createFolder.again",
            "deleteFolder.empty",
            "upload.isListed",
            "elsewhere.nestedRecreated",
            "elsewhere.bothCreate",
            "elsewhere.swapped"
        ) {
            $0.list = { base, path, token in
                var list = try await base.fetchItemList(forFolderAt: path, withPageToken: token)
                list.items.append(invented(try path.appending("ghost")))
                return list
            }
        },
        Defect(
            "listings lack their last entry",
            foundBy: "fixture.standardTree",
            "list.tenThousand",
            "createFolder.nested",
            "concurrency.listing",
            "concurrency.fiftyUploads",
            "list.everyEntryOnce"
        ) {
            $0.list = { base, path, token in
                var list = try await base.fetchItemList(forFolderAt: path, withPageToken: token)
                list.items = list.items.dropLast()
                return list
            }
        },
        Defect("listings drop silently what can't be an item", foundBy: "list.skipped") {
            $0.list = { base, path, token in
                var list = try await base.fetchItemList(forFolderAt: path, withPageToken: token)
                list.skipped = []
                return list
            }
        },
        Defect("page tokens aren't checked", foundBy: "list.pageToken.*") {
            $0.list = { base, path, token in
                do {
                    return try await base.fetchItemList(forFolderAt: path, withPageToken: token)
                } catch CloudProviderError.pageTokenInvalid, CloudProviderError.itemNotFound {
                    return CloudItemList(items: [])
                }
            }
        },
        Defect("the first page comes again and again", foundBy: "list.changesBetweenPages") {
            $0.list = { base, path, token in
                var list = try await base.fetchItemList(forFolderAt: path, withPageToken: nil)
                list.nextPageToken = (token ?? "") + "x"
                return list
            }
        },
        Defect("a folder that is gone is no permission", foundBy: "list.deletedBetweenPages") {
            $0.list = { base, path, token in
                do {
                    return try await base.fetchItemList(forFolderAt: path, withPageToken: token)
                } catch {
                    throw CloudProviderError.unauthorized
                }
            }
        },
        Defect("a page that fails is an empty one", foundBy: "list.failingPage") {
            $0.list = { base, path, token in
                try await orElse(CloudItemList(items: [])) {
                    try await base.fetchItemList(forFolderAt: path, withPageToken: token)
                }
            }
        },
        Defect(
            "downloads have a byte too many",
            foundBy: "download.size.*",
            "download.thresholds",
            "download.afterReplacing",
            "download.inParallel",
            "upload.afterDeletion",
            "concurrency.replacing",
            "concurrency.sharedProvider",
            "names.deepPath",
            "moveFile.swap"
        ) {
            $0.download = { base, call in
                let metadata = try await call(base)
                let file = try FileHandle(forWritingTo: call.file)
                _ = try file.seekToEnd()
                try file.write(contentsOf: Data([0]))
                try file.close()
                return metadata
            }
        },
        Defect(
            "a download that fails leaves a file",
            foundBy: "download.failing",
            "cancel.download",
            "task.cancelInClosure.download"
        ) {
            $0.download = { base, call in
                do {
                    return try await call(base)
                } catch {
                    try Data("part".utf8).write(to: call.file)
                    throw error
                }
            }
        },
        Defect("ranges have a byte too many", foundBy: "range.*", "open.backPressure") {
            $0.open = { base, path in
                DefectiveReader(base: try await base.openFile(at: path)) { reader, range, sink, observer in
                    try await reader.read(range, into: sink, observer: observer)
                    try await sink.write([0])
                    if range.count > 1_000_000 { try await sink.finish() }
                    observer.moved(1_000_000, 1_000_000)
                }
            }
        },
        Defect("a reader opens the file again for each read", foundBy: "open.replacedMeanwhile") {
            $0.open = { base, path in
                DefectiveReader(base: try await base.openFile(at: path)) { _, range, sink, observer in
                    try await base.openFile(at: path).read(range, into: sink, observer: observer)
                }
            }
        },
        Defect("a file that is gone has zeros", foundBy: "open.deletedMeanwhile") {
            $0.open = { base, path in
                DefectiveReader(base: try await base.openFile(at: path)) { reader, range, sink, observer in
                    do { try await reader.read(range, into: sink, observer: observer) } catch {
                        try await sink.write([0])
                    }
                }
            }
        },
        Defect("every path can be opened", foundBy: "open.likeDownload") {
            $0.open = { base, path in
                do { return try await base.openFile(at: path) } catch {
                    return DefectiveReader(base: NoReader(metadata: invented(path))) { _, _, _, _ in }
                }
            }
        },
        Defect("errors of a sink are lost", foundBy: "open.sinkFails") {
            $0.open = { base, path in
                DefectiveReader(base: try await base.openFile(at: path)) { reader, range, sink, observer in
                    try await orElse(()) { try await reader.read(range, into: sink, observer: observer) }
                }
            }
        },
        Defect("ranges offer tasks", foundBy: "task.notForRanges") {
            $0.open = { base, path in
                DefectiveReader(base: try await base.openFile(at: path)) { reader, range, sink, observer in
                    try await reader.read(range, into: sink, observer: observer)
                    await observer.downloadTask?(NoTask())
                }
            }
        },
    ]

    private static func asFile(_ metadata: CloudItemMetadata) -> CloudItemMetadata {
        var metadata = metadata
        if metadata.itemType == .symlink { metadata.itemType = .file }
        return metadata
    }
}

private struct NoReader: FileReader {
    let metadata: CloudItemMetadata

    @concurrent func read(_ range: Range<Int>, into sink: any ByteSink, observer: TransferObserver) async throws {}
}

private final class NoTask: DownloadTask {
    let identifier = 0
    let state = TransferTaskState.suspended
    let countOfBytesTransferred = 0
    let countOfBytesExpected: Int? = nil

    func suspend() {}
    func resume() {}
    func cancel() {}
}
