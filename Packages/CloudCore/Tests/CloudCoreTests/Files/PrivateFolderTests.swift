import CloudCore
import Foundation
import Testing

@Suite("createPrivateFolder")
struct PrivateFolderTests {
    @Test("makes a folder and its parents private, and leaves one that is there")
    func making() async throws {
        try await withFolder { folder in
            let deep = folder("a")("b")("c")
            try FileManager.default.createPrivateFolder(at: deep)
            for made in [deep, folder("a")("b"), folder("a")] { #expect(try made.permissions() == 0o700) }
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: deep.path)
            try FileManager.default.createPrivateFolder(at: deep)
            #expect(try deep.permissions() == 0o755)
        }
    }

    @Test("many at once make one")
    func racing() async throws {
        try await withFolder { folder in
            try await withThrowingTaskGroup { group in
                for _ in 0..<50 {
                    group.addTask { try FileManager.default.createPrivateFolder(at: folder("x")("y")("z")) }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("a file in the way is an error")
    func blocked() async throws {
        try await withFolder { folder in
            try folder("f").write([])
            #expect(throws: LocalFileError.parentMissing) {
                try FileManager.default.createPrivateFolder(at: folder("f"))
            }
            #expect(throws: LocalFileError.self) { try FileManager.default.createPrivateFolder(at: folder("f")("g")) }
        }
    }
}
