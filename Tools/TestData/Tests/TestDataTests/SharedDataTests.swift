import Foundation
import TestDataTesting
import Testing

@testable import TestData

@Suite("Shared data")
struct SharedDataTests {
    @Test("the environment names the folder")
    func environmentWins() {
        let folder = SharedData.folder(
            environment: ["CLOUDACCESS_SHARED": "/somewhere/data"],
            sourceFile: URL(fileURLWithPath: "/clone/Tools/TestData/Sources/TestData/SharedData.swift")
        )
        #expect(folder.path == "/somewhere/data")
    }

    @Test("without it, shared beside the folder that holds Packages and Makefile", arguments: [nil, ""])
    func besideTheRepository(variable: String?) throws {
        let parent = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: parent) }
        let clone = parent.appendingPathComponent("a clone")
        let sources = clone.appendingPathComponent("Tools/TestData/Sources")
        for folder in [sources, clone.appendingPathComponent("Packages")] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try Data().write(to: clone.appendingPathComponent("Makefile"))

        let folder = SharedData.folder(
            environment: variable.map { ["CLOUDACCESS_SHARED": $0] } ?? [:],
            sourceFile: sources.appendingPathComponent("SharedData.swift")
        )
        #expect(folder.path == parent.appendingPathComponent("shared").path)
    }

    @Test("a missing file is an error that names it")
    func missingFile() {
        let path = SharedData.folder.appendingPathComponent("vectors/no-such-file").path
        #expect(throws: SharedDataError.missing(path: path)) {
            try SharedData.url("vectors/no-such-file")
        }
    }

    @Test("a vault unpacks to its folder", .requiresSharedData)
    func unpacksVault() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let vault = try await SharedData.unpackVault("v8-gcm-java-a", into: folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: vault.path)
        #expect(Set(names).isSuperset(of: ["d", "masterkey.cryptomator", "vault.cryptomator"]))
    }

    @Test("what tar says is in the error", .requiresSharedData)
    func unpackingFails() async throws {
        await #expect {
            try await SharedData.unpackVault("v8-gcm-java-a", into: URL(fileURLWithPath: "/nonexistent/folder"))
        } throws: { error in
            guard case SharedDataError.unpackingFailed(_, let message) = error else { return false }
            return message.contains("/nonexistent/folder")
        }
    }
}
