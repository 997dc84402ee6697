import CloudCore
import CloudLocalFileSystem
import FileCoordination
import Foundation
import Testing

/// Permissions don't bind root, so these run in a child process that gave root up.
@Suite("Permissions")
struct PermissionTests {
    @Test("EACCES and EPERM are unauthorized, and what throws changes nothing")
    func unauthorized() async throws {
        let root = try Root()
        for folder in ["/closed/inside", "/read-only", "/tree/locked", "/open"] { try root.makeFolder(folder) }
        for file in ["/secret", "/read-only/file", "/tree/file", "/tree/locked/file", "/open/file"] {
            try root.put("x", at: file)
        }
        for path in ["", "/tree", "/open", "/open/file"] { try root.setMode(0o777, at: path) }
        try root.setMode(0o000, at: "/secret")
        try root.setMode(0o700, at: "/closed")
        try root.setMode(0o755, at: "/read-only")
        let path = root.url.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            try becomeAnotherUser()
            let locks = FileManager.default.temporaryDirectory.appending(path: "locks-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: locks) }
            let provider = try LocalFileSystemProvider(
                rootURL: URL(filePath: path),
                coordinator: RangeLockCoordinator(lockFolder: locks)
            )
            let calls: [@Sendable () async throws -> Void] = [
                { _ = try await provider.openFile(at: CloudPath("/secret")) },
                { _ = try await provider.fetchItemList(forFolderAt: CloudPath("/closed"), withPageToken: nil) },
                { _ = try await provider.fetchItemMetadata(at: CloudPath("/closed/inside")) },
                { try await provider.write("y", to: "/read-only/new") },
                { try await provider.write("y", to: "/read-only/file", .none) },
                { try await provider.createFolder(at: CloudPath("/read-only/new")) },
                { try await provider.deleteFile(at: CloudPath("/read-only/file")) },
                { try await provider.moveFile(from: CloudPath("/read-only/file"), to: CloudPath("/moved")) },
                { try await provider.moveFile(from: CloudPath("/open/file"), to: CloudPath("/read-only/moved")) },
                { try await provider.deleteFolder(at: CloudPath("/tree")) },
            ]
            for (number, call) in calls.enumerated() {
                let diagnostics = ServiceDiagnostics()
                await #expect(throws: CloudProviderError.unauthorized, "call \(number)") {
                    try await ServiceDiagnostics.$current.withValue(diagnostics) { try await call() }
                }
                #expect(diagnostics.lastAnswer?.text == "Permission denied", "call \(number)")
            }
        }
        #expect(try root.names() == ["closed", "open", "read-only", "secret", "tree"])
        #expect(try root.names(in: "/read-only") == ["file"])
        #expect(try root.names(in: "/tree/locked") == ["file"])
        #expect(try root.names(in: "/open") == ["file"])
    }

    @Test("a root that may be searched but not listed can be used")
    func unlistableRoot() async throws {
        let root = try Root()
        try root.makeFolder("/inside")
        try root.setMode(0o777, at: "/inside")
        try root.setMode(0o711, at: "")
        let path = root.url.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            try becomeAnotherUser()
            let locks = FileManager.default.temporaryDirectory.appending(path: "locks-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: locks) }
            let provider = try LocalFileSystemProvider(
                rootURL: URL(filePath: path),
                coordinator: RangeLockCoordinator(lockFolder: locks)
            )
            try await provider.write("x", to: "/inside/file")
            #expect(try await provider.text(at: "/inside/file") == "x")
            await #expect(throws: CloudProviderError.unauthorized) {
                try await provider.fetchItemMetadata(at: .root)
            }
        }
        try root.setMode(0o755, at: "")
        #expect(try root.names(in: "/inside") == ["file"])
    }

    @Test("a foreign user gets a coordinator of its own without any set-up")
    func sharedCoordinator() async throws {
        let root = try Root()
        try root.setMode(0o777, at: "")
        let path = root.url.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            try becomeAnotherUser()
            let provider = try LocalFileSystemProvider(rootURL: URL(filePath: path))
            try await provider.write("x", to: "/file")
        }
        #expect(try root.names() == ["file"])
    }
}

/// Gives root up for good; nothing to do for another user, whom permissions bind anyway.
private func becomeAnotherUser() throws {
    guard geteuid() == 0 else { return }
    let nobody: uid_t = 65534
    guard setgroups(0, nil) == 0, setgid(nobody) == 0, setuid(nobody) == 0, geteuid() == nobody else {
        throw LocalFileError(errno: errno)
    }
}

extension Root {
    fileprivate func setMode(_ mode: Int, at path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: disk(path))
        if path.isEmpty {
            // The temporary folder around the root must let the other user through.
            let base = url.deletingLastPathComponent().path
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: base)
        }
    }
}
