import CloudCore
import Foundation
import Testing

@Suite("FileSecretStore")
struct FileSecretStoreTests {
    private func bytes(_ secret: SecretBytes?) -> [UInt8]? {
        secret.map { unsafe $0.withUnsafeBytes { unsafe Array($0) } }
    }

    @Test(
        "gives back what was saved, any bytes",
        arguments: [[], [0], Array(0...255), Array("pass wörd\n".utf8)] as [[UInt8]]
    )
    func roundTrip(_ value: [UInt8]) async throws {
        try await withFolder { folder in
            let store = FileSecretStore(directory: folder("cfg"))
            #expect(try await store.load(service: "s", account: "a") == nil)
            try await store.save(SecretBytes([1]), service: "s", account: "a")
            try await store.save(SecretBytes(value), service: "s", account: "a")
            try await store.save(SecretBytes([2]), service: "s2", account: "a")
            try await store.save(SecretBytes([3]), service: "s", account: "b/ü\n")
            #expect(
                try await bytes(FileSecretStore(directory: folder("cfg")).load(service: "s", account: "a")) == value
            )
            #expect(try await Set(store.accounts(of: "s")) == ["a", "b/ü\n"])
            try await store.delete(service: "s", account: "a")
            try await store.delete(service: "s", account: "a")
            #expect(try await store.load(service: "s", account: "a") == nil)
            #expect(try await bytes(store.load(service: "s2", account: "a")) == [2])
            #expect(try await store.accounts(of: "nobody").isEmpty)
        }
    }

    @Test("file and folder are private from the start, whatever the umask")
    func modes() async throws {
        try await withFolder { folder in
            await #expect(processExitsWith: .success) { [path = folder.path as String] in
                umask(0)
                let store = FileSecretStore(directory: URL(fileURLWithPath: path)("a")("cfg"))
                try await store.save(SecretBytes([1]), service: "s", account: "a")
            }
            #expect(try folder("a")("cfg").permissions() == 0o700)
            for name in try folder("a")("cfg").names() { #expect(try folder("a")("cfg")(name).permissions() == 0o600) }
        }
    }

    @Test("what others could read is made private")
    func tightening() async throws {
        try await withFolder { folder in
            let store = FileSecretStore(directory: folder)
            try await store.save(SecretBytes([1]), service: "s", account: "a")
            let manager = FileManager.default
            try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
            try manager.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder("secrets.json").path)
            #expect(try await bytes(store.load(service: "s", account: "a")) == [1])
            #expect(try folder("secrets.json").permissions() == 0o600)
            try await store.save(SecretBytes([2]), service: "s", account: "a")
            #expect(try folder.permissions() == 0o700)
        }
    }

    @Test(
        "a folder that is shared, or of another user, is refused",
        .enabled(if: geteuid() == 0, "needs root to give files away")
    )
    func foreign() async throws {
        try await withFolder { folder in
            let manager = FileManager.default
            try manager.createDirectory(at: folder("shared"), withIntermediateDirectories: false)
            try manager.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: folder("shared").path)
            try manager.createDirectory(at: folder("foreign"), withIntermediateDirectories: false)
            #expect(unsafe chown(folder("foreign").path, 65534, 65534) == 0)
            for name in ["shared", "foreign"] {
                await #expect(throws: FileSecretStoreError.notPrivate(path: folder(name).path)) {
                    try await FileSecretStore(directory: folder(name)).save(
                        SecretBytes([1]),
                        service: "s",
                        account: "a"
                    )
                }
                #expect(try folder(name).names().isEmpty)
            }
            #expect(try folder("shared").permissions() == 0o1777)
            try folder("secrets.json").write(Array(#"{"version":1,"secrets":{}}"#.utf8))
            #expect(unsafe chown(folder("secrets.json").path, 65534, 65534) == 0)
            await #expect(throws: FileSecretStoreError.notPrivate(path: folder("secrets.json").path)) {
                try await FileSecretStore(directory: folder).load(service: "s", account: "a")
            }
        }
    }

    @Test(
        "a file that holds something else is reported and stays as it is",
        arguments: [
            "", "{", "[]", "{}", #"{"version":2,"secrets":{}}"#, #"{"version":1,"secrets":{"s":{"a":"?"}}}"#,
            "\u{FEFF}\0",
        ]
    )
    func unreadable(_ text: String) async throws {
        try await withFolder { folder in
            let file = folder("secrets.json")
            try file.write(Array(text.utf8))
            let store = FileSecretStore(directory: folder)
            let error = FileSecretStoreError.unreadable(path: file.path)
            await #expect(throws: error) { try await store.load(service: "s", account: "a") }
            await #expect(throws: error) { try await store.accounts(of: "s") }
            await #expect(throws: error) { try await store.save(SecretBytes([1]), service: "s", account: "a") }
            await #expect(throws: error) { try await store.delete(service: "s", account: "a") }
            #expect(try file.bytes() == Array(text.utf8))
        }
    }

    @Test("a link in place of the file is refused, one at a temporary name is swept and not followed")
    func links() async throws {
        try await withFolder { folder in
            let manager = FileManager.default
            try folder("victim").write([7])
            try manager.createSymbolicLink(
                at: folder(".cloudaccess-secrets.json-1.part"),
                withDestinationURL: folder("victim")
            )
            let store = FileSecretStore(directory: folder)
            try await store.save(SecretBytes([1]), service: "s", account: "a")
            #expect(try folder.names() == ["secrets.json", "secrets.lock", "victim"])
            try manager.removeItem(at: folder("secrets.json"))
            try manager.createSymbolicLink(at: folder("secrets.json"), withDestinationURL: folder("victim"))
            await #expect(throws: FileSecretStoreError.isLink(path: folder("secrets.json").path)) {
                try await store.save(SecretBytes([1]), service: "s", account: "a")
            }
            #expect(try folder("victim").bytes() == [7])
        }
    }

    @Test("processes and tasks that save at once lose nothing")
    func concurrency() async throws {
        try await withFolder { folder in
            let store = FileSecretStore(directory: folder)
            try await withThrowingTaskGroup { group in
                for process in ["p1", "p2", "p3"] {
                    group.addTask {
                        _ = await #expect(processExitsWith: .success) {
                            [path = folder.path as String, process = process as String] in
                            let store = FileSecretStore(directory: URL(fileURLWithPath: path))
                            for number in 0..<20 {
                                try await store.save(
                                    SecretBytes([UInt8(number)]),
                                    service: process,
                                    account: "\(number)"
                                )
                            }
                        }
                    }
                }
                for number in 0..<20 {
                    group.addTask {
                        try await store.save(SecretBytes([UInt8(number)]), service: "own", account: "\(number)")
                    }
                }
                try await group.waitForAll()
            }
            for service in ["own", "p1", "p2", "p3"] {
                #expect(try await store.accounts(of: service).count == 20)
                for number in 0..<20 {
                    #expect(try await bytes(store.load(service: service, account: "\(number)")) == [UInt8(number)])
                }
            }
            #expect(try folder.names() == ["secrets.json", "secrets.lock"])
        }
    }

    @Test("a writer that is killed at any time leaves the old or the new secrets, and the next one sweeps")
    func kills() async throws {
        try await withFolder { folder in
            let store = FileSecretStore(directory: folder)
            try await store.save(SecretBytes([0]), service: "s", account: "a")
            for _ in 0..<10 {
                await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
                    let store = FileSecretStore(directory: URL(fileURLWithPath: path))
                    let killer = Task.detached {
                        for _ in 0..<Int.random(in: 1...200) { await Task.yield() }
                        _ = raise(SIGKILL)
                    }
                    for number in 0... {
                        try await store.save(SecretBytes([UInt8(number % 256)]), service: "s", account: "a")
                    }
                    await killer.value
                }
                #expect(try await store.load(service: "s", account: "a")?.count == 1)
            }
            try await store.save(SecretBytes([1]), service: "s", account: "b")
            #expect(try folder.names() == ["secrets.json", "secrets.lock"])
        }
    }
}
