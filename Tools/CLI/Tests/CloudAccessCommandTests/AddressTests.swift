import CloudCore
import Foundation
import Testing

@testable import CloudAccessCommand

@Suite("Addresses")
struct AddressTests {
    @Test(
        "split at the first colon before the first slash",
        arguments: [
            ("work:/a/b", "work", "/a/b"), ("work:a/b", "work", "/a/b"), ("work:", "work", "/"),
            ("work:/a:b", "work", "/a:b"), ("local:/tmp", "local", "/tmp"),
        ]
    )
    func remote(text: String, remote: String, path: String) throws {
        let address = try Address(text)
        #expect(address.remote == remote)
        #expect(try address.cloudPath().string == path)
    }

    @Test("without a colon before the first slash are local", arguments: ["/tmp/a:b", "./a:b", "a", ".", "/"])
    func local(text: String) throws {
        #expect(try Address(text).remote == nil)
    }

    @Test("local '.' and '..' stand for what they mean")
    func dots() throws {
        let here = FileManager.default.currentDirectoryPath
        #expect(try Address(".").cloudPath().string == here)
        #expect(try Address("/tmp/../etc/./passwd").cloudPath().string == "/etc/passwd")
        #expect(try Address("/..").cloudPath().string == "/")
    }

    @Test("'.' and '..' are refused on a remote", arguments: ["r:/a/../b", "r:/./a", "r:.."])
    func remoteDots(text: String) throws {
        let address = try Address(text)
        #expect(throws: (any Error).self) { try address.cloudPath() }
    }

    @Test("names of remotes", arguments: ["a", "0", "my-remote_1.x", "x."])
    func goodNames(name: String) throws {
        try Address.checkRemoteName(name)
    }

    @Test("names that no remote can have", arguments: ["", "local", "A", "-a", ".a", "_a", "a b", "ä", "a/b", "a:b"])
    func badNames(name: String) {
        #expect(throws: UsageError.self) { try Address.checkRemoteName(name) }
    }
}
