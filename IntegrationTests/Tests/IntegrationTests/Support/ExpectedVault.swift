import CloudCore
import Foundation
import TestData
import VaultCrypto

/// What `expected.json` says about a vault of the shared data.
struct ExpectedVault: Decodable, Sendable {
    struct Entry: Decodable, Sendable {
        var path: String
        var type: CloudItemType
        var size: Known<Int>?
        var sha256: Known<String>?
    }

    /// A value, or nothing where the file says "unknown".
    struct Known<Value: Decodable & Sendable>: Decodable, Sendable {
        var value: Value?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let isUnknown = (try? container.decode(String.self)) == "unknown"
            value = isUnknown ? nil : try container.decode(Value.self)
        }
    }

    var passphrase: String
    var format: Int?
    var cipherCombo: CryptorScheme?
    var recoveryKey: String?
    var vaultConfigFile: String?
    /// Absent for the special sets, which have members of their own.
    var tree: [Entry]?

    static func load(_ name: String) throws -> ExpectedVault {
        try SharedData.json(ExpectedVault.self, "vaults/\(name)/expected.json")
    }

    /// One line an item that isn't in both.
    func differences(from contents: VaultContents) throws -> [String] {
        var expected = VaultContents()
        for entry in tree ?? [] {
            let node: VaultContents.Node? =
                switch entry.type {
                case .folder: .folder
                case .file: entry.sha256?.value.map { .file(size: entry.size?.value ?? -1, sha256: $0) }
                default: .symlink
                }
            if let node { expected.insert(node, at: try CloudPath(entry.path)) }
        }
        return contents.differences(from: expected)
    }
}
