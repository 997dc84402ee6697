import Foundation
import Testing

@testable import FileCoordination

@Suite("Lock folder")
struct LockFolderTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var environment: [String: String]
        var expected: [String]
    }

    @Test(
        "candidates",
        arguments: [
            Row(
                testDescription: "an override is the only one",
                environment: ["CLOUDACCESS_FC_DIR": "/x", "XDG_RUNTIME_DIR": "/r", "HOME": "/h"],
                expected: ["/x"]
            ),
            Row(
                testDescription: "runtime folder, state folder, temporary folder",
                environment: ["XDG_RUNTIME_DIR": "/r", "XDG_STATE_HOME": "/s", "HOME": "/h"],
                expected: [
                    "/r/cloudaccess/fc", "/run/user/7/cloudaccess/fc", "/s/cloudaccess/fc", "/tmp/cloudaccess-7/fc",
                ]
            ),
            Row(
                testDescription: "the state folder is in the home folder unless it is named",
                environment: ["HOME": "/h", "XDG_STATE_HOME": "relative"],
                expected: ["/run/user/7/cloudaccess/fc", "/h/.local/state/cloudaccess/fc", "/tmp/cloudaccess-7/fc"]
            ),
            Row(
                testDescription: "an empty environment leaves two",
                environment: [:],
                expected: ["/run/user/7/cloudaccess/fc", "/tmp/cloudaccess-7/fc"]
            ),
        ]
    )
    func candidates(_ row: Row) {
        #expect(LockFolder.candidates(environment: row.environment, uid: 7) == row.expected)
    }

    @Test("missing folders are made, for this user alone")
    func creation() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "a/b").path
        try LockFolder.prepare(path)
        try LockFolder.prepare(path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test("a folder that others may use, a link and a file are refused", arguments: ["open", "link", "file"])
    func notPrivate(_ name: String) throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: name)
        switch name {
        case "open":
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
        case "link": try FileManager.default.createSymbolicLink(at: url, withDestinationURL: folder.url)
        default: try Data().write(to: url)
        }
        #expect(throws: FileCoordinationError.lockFolderNotPrivate(path: url.path)) {
            try LockFolder.prepare(url.path)
        }
    }

    @Test("the folder that the system should provide is not made")
    func systemFolder() {
        #expect(throws: FileCoordinationError.lockFolderUnavailable(path: "/run/user/4000000001", errno: ENOENT)) {
            try LockFolder.prepare("/run/user/4000000001/cloudaccess/fc")
        }
    }

    @Test("an access fails with the reason when the folder can't be used, and a later one works")
    func accessFails() async throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "file")
        try Data().write(to: url)
        let coordinator = RangeLockCoordinator(lockFolder: url)
        await #expect(throws: FileCoordinationError.lockFolderNotPrivate(path: url.path)) {
            try await coordinator.read(url, options: []) { _ in Issue.record("ran") }
        }
        try FileManager.default.removeItem(at: url)
        try await coordinator.read(url, options: []) { _ in }
    }
}
