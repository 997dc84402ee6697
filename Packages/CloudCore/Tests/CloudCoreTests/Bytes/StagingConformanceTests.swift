import CloudCore
import ConformanceKit
import ConformanceTesting
import Foundation
import InMemoryCloud
import Testing

@Suite("StagingProvider over a cloud that moves files only")
struct StagingConformanceTests {
    @Test("conforms", arguments: ConformanceCase.all)
    func conforms(_ requirement: ConformanceCase) async throws {
        try await requirement.run { try Self.fixture(in: $0) }
    }

    @Test("conforms as another user", arguments: ConformanceCase.unprivileged)
    func conformsUnprivileged(_ requirement: ConformanceCase) async {
        await #expect(processExitsWith: .success) { [name = requirement.name as String] in
            try await runUnprivileged(name) { try Self.fixture(in: $0) }
        }
    }

    private static func fixture(in folder: URL) throws -> Fixture {
        let staged = { @Sendable (provider: any CloudProvider) -> any CloudProvider in
            StagingProvider(FilesOnly(base: provider), temporaryDirectory: folder)
        }
        var fixture = InMemoryCloud().fixture(root: try CloudPath("/conformance"), scratch: folder)
        fixture.provider = staged(fixture.provider)
        if let make = fixture.secondProvider { fixture.secondProvider = { staged(try await make()) } }
        if let make = fixture.pagedProvider { fixture.pagedProvider = { staged(try await make($0)) } }
        if let make = fixture.otherAccount { fixture.otherAccount = { staged(try await make()) } }
        fixture.traits.lacking[.ranges] = "the file is downloaded whole"
        fixture.traits.lacking[.checkpoints] = "the file is uploaded whole"
        fixture.traits.lacking[.conditionalWrites] = "a revision is compared before the upload"
        return fixture
    }
}

/// Hides that a provider streams.
private struct FilesOnly: CloudProvider {
    let base: any CloudProvider

    func capability<Capability>(_ type: Capability.Type) -> Capability? {
        type == (any StreamingCloudProvider).self ? nil : base.capability(type)
    }

    @concurrent func fetchItemMetadata(at cloudPath: CloudPath) async throws -> CloudItemMetadata {
        try await base.fetchItemMetadata(at: cloudPath)
    }

    @concurrent func fetchItemList(
        forFolderAt cloudPath: CloudPath,
        withPageToken pageToken: String?
    ) async throws -> CloudItemList {
        try await base.fetchItemList(forFolderAt: cloudPath, withPageToken: pageToken)
    }

    @concurrent func downloadFile(
        from cloudPath: CloudPath,
        to localURL: URL,
        progress: Progress?,
        onTaskCreation: (@concurrent @Sendable (any DownloadTask) async -> Void)?
    ) async throws -> CloudItemMetadata {
        try await base.downloadFile(from: cloudPath, to: localURL, progress: progress, onTaskCreation: onTaskCreation)
    }

    @concurrent func uploadFile(
        from localURL: URL,
        to cloudPath: CloudPath,
        replaceExisting: Bool,
        progress: Progress?,
        onTaskCreation: (@concurrent @Sendable (any UploadTask) async -> Void)?
    ) async throws -> CloudItemMetadata {
        try await base.uploadFile(
            from: localURL,
            to: cloudPath,
            replaceExisting: replaceExisting,
            progress: progress,
            onTaskCreation: onTaskCreation
        )
    }

    @concurrent func createFolder(at cloudPath: CloudPath) async throws { try await base.createFolder(at: cloudPath) }
    @concurrent func deleteFile(at cloudPath: CloudPath) async throws { try await base.deleteFile(at: cloudPath) }
    @concurrent func deleteFolder(at cloudPath: CloudPath) async throws { try await base.deleteFolder(at: cloudPath) }
    @concurrent func moveFile(from source: CloudPath, to target: CloudPath) async throws {
        try await base.moveFile(from: source, to: target)
    }
    @concurrent func moveFolder(from source: CloudPath, to target: CloudPath) async throws {
        try await base.moveFolder(from: source, to: target)
    }
}
