import Foundation
import Testing

@testable import CloudCore

/// Runs a test with a folder of its own.
func withFolder<Result: Sendable>(_ body: (URL) async throws -> Result) async throws -> Result {
    try await withTemporaryFolder(in: FileManager.default.temporaryDirectory, body)
}

extension URL {
    func callAsFunction(_ name: String) -> URL { appendingPathComponent(name) }

    func write(_ bytes: some Sequence<UInt8>) throws {
        try Data(bytes).write(to: self)
    }

    func bytes() throws -> [UInt8] { try Array(Data(contentsOf: self)) }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    func attribute(_ key: FileAttributeKey) throws -> Any? {
        try FileManager.default.attributesOfItem(atPath: path)[key]
    }

    func permissions() throws -> Int { try #require(attribute(.posixPermissions) as? NSNumber).intValue }
}

/// Bytes that repeat only after 251, so that a shifted piece is found out.
func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 % 251) } }

func metadata(_ path: CloudPath, type: CloudItemType = .file, size: Int? = nil, date: Date? = nil) -> CloudItemMetadata
{
    CloudItemMetadata(name: path.name, cloudPath: path, itemType: type, lastModifiedDate: date, size: size)
}

/// Whatever `body` throws, as text.
func thrown(by body: () async throws -> some Any) async -> String {
    do {
        return "returned \(try await body())"
    } catch {
        return "\(type(of: error)).\(error)"
    }
}

/// Becomes a user without any rights, in the child process of an exit test.
///
/// Root may write everywhere; other users can't take off more rights, nor need to.
func dropPrivileges() {
    if geteuid() == 0 {
        precondition(setgid(65534) == 0 && setuid(65534) == 0, "no other uid to be had")
    }
}
