import CloudCore
import CryptoPrimitives
import Foundation
import InMemoryCloud
import Testing

@testable import VaultCrypto

extension TestVault {
    /// The open vault, over its own cloud or what decorates that.
    func unlocked(over delegate: (any CloudProvider)? = nil) throws -> UnlockedVault {
        let delegate = (delegate ?? cloud.makeProvider())
            .streaming(temporaryDirectory: FileManager.default.temporaryDirectory)
        let info =
            kind.version == 8
            ? VaultInfo(VaultConfig.createNew(cipherCombo: kind.scheme))
            : try VaultInfo(legacyVersion: kind.version)
        return UnlockedVault(
            info: info,
            masterkey: Masterkey.createFromRaw(rawKey: SecretBytes(Self.rawKey)),
            files: VaultFiles(delegate: delegate, path: root),
            logger: .shared
        )
    }

    /// Plants the copy of an id in its content folder.
    func plantBackup(of id: String) throws {
        cloud.put(try cryptor.encryptedFile(Array(id.utf8)), at: try contents(of: id).appending("dirid.c9r"))
    }

    /// Where a long name stands, its name, and the place of the content.
    func shortened(_ name: String, in id: String = "") throws -> (entry: CloudPath, name: String) {
        let full = try fullName(name, in: id)
        return (try contents(of: id).appending(FormatSeven.shortened(full)), full)
    }

    /// Plants a file with a long name (formats 7 and 8).
    func plantShortened(_ name: String, _ content: [UInt8], in id: String = "") throws {
        let (entry, full) = try shortened(name, in: id)
        cloud.put(full.utf8, at: try entry.appending("name.c9s"))
        cloud.put(try cryptor.encryptedFile(content), at: try entry.appending("contents.c9r"))
    }
}

/// What a check reported.
struct CheckResult: Sendable {
    var findings: [HealthFinding]
    var summary: HealthSummary

    /// All but the good ones.
    var problems: [HealthFinding] { findings.filter { $0.severity > .good } }

    /// Names and ciphertext paths of all but the good ones, in order.
    var problemPlaces: [String] { problems.map { "\($0.result.rawValue) \($0.ciphertextPath)" }.sorted() }

    static func of(_ vault: UnlockedVault, contents: Bool = false, repairs: Bool = false) async throws -> CheckResult {
        let findings = Locked<[HealthFinding]>([])
        let summary = try await VaultCheck(vault, checksContents: contents, repairs: repairs).run { finding in
            findings.withLock { $0.append(finding) }
        }
        return CheckResult(findings: findings.withLock(\.self), summary: summary)
    }
}

extension VaultProvider {
    /// Every item by path: `folder`, or the kind and the hash of the content.
    func tree() async throws -> [String: String] {
        var tree: [String: String] = [:]
        var folders = [CloudPath.root]
        while let folder = folders.popLast() {
            for item in try await fetchItemListExhaustively(forFolderAt: folder).items {
                switch try await fetchItemMetadata(at: item.cloudPath).itemType {
                case .folder:
                    tree[item.cloudPath.string] = "folder"
                    folders.append(item.cloudPath)
                case .file:
                    let content = try await content(of: item.cloudPath.string)
                    tree[item.cloudPath.string] = "file \(hexText(Digest.sha256(content)))"
                case let other: tree[item.cloudPath.string] = other.rawValue
                }
            }
        }
        return tree
    }
}

/// Lower-case hex.
func hexText(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
