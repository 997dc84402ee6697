import CloudCore
import CloudLocalFileSystem
import ConformanceKit
import ConformanceTesting
import FileCoordination
import Foundation
import Testing

@Suite("Local file system provider")
struct ConformanceTests {
    @Test("conforms", arguments: ConformanceCase.all)
    func conforms(_ requirement: ConformanceCase) async throws {
        let disk = requirement.needs.contains(.quota) && SmallDisk.isAvailable ? try SmallDisk() : nil
        try await requirement.run { try Self.fixture(in: $0, on: disk) }
    }

    @Test("conforms as another user", arguments: ConformanceCase.unprivileged)
    func conformsUnprivileged(_ requirement: ConformanceCase) async {
        await #expect(processExitsWith: .success) { [name = requirement.name as String] in
            try await runUnprivileged(name) { try Self.fixture(in: $0) }
        }
    }

    private static func fixture(in folder: URL, on disk: SmallDisk? = nil) throws -> Fixture {
        let place = ProcessInfo.processInfo.environment["CLOUDACCESS_LOCAL_TESTS"].map { URL(filePath: $0) }
        let root = (disk?.url ?? place ?? folder).appending(path: "account-\(UUID().uuidString)")
        let locks = folder.appending(path: "locks")
        let coordinator = RangeLockCoordinator(lockFolder: locks)
        let makeProvider = { @Sendable (pageSize: Int) in
            try LocalFileSystemProvider(rootURL: root, coordinator: coordinator, pageSize: pageSize)
        }
        let scratch = folder.appending(path: "scratch")
        for url in [root, scratch] {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        }
        var fixture = Fixture(provider: try makeProvider(1000), traits: traits, scratch: scratch)
        fixture.secondProvider = { try makeProvider(1000) }
        fixture.pagedProvider = { try makeProvider($0) }
        fixture.otherAccount = {
            let other = folder.appending(path: "other")
            try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
            return try LocalFileSystemProvider(rootURL: other, coordinator: coordinator)
        }
        fixture.makeLink = { path, target in
            try FileManager.default.createSymbolicLink(atPath: root.path + path.string, withDestinationPath: target)
        }
        fixture.makeUnlistable = { folder in
            #expect(makeFile(named: [0x62, 0xE9, 0x74, 0x65], in: root.path + folder.string))
            return folder.string + "/b%E9te"
        }
        #if os(Linux)
        fixture.killer = LocalKiller(root: root, locks: locks)
        #else
        fixture.traits.lacking[.kills] = "the calls of the C library are counted on Linux only"
        #endif
        if let disk {
            fixture.limitSpace = { try disk.limit(to: $0) }
        } else {
            fixture.traits.lacking[.quota] = "a disk that can be filled takes root and a machine that allows mounting"
        }
        return fixture
    }

    private static let traits = ProviderTraits(
        lacking: [
            .opaqueLinks: "links below the root are read through",
            .bothKinds: "a name in a folder leads to one item",
            .checkpoints: "an interrupted write leaves nothing to go on from",
            .transferTasks: "there are no requests",
            .faults: "there is no service between the provider and the disk",
        ],
        thresholds: [256 * 1024],
        dateResolution: 0.000_001
    )
}
