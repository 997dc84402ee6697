import CloudCore
import Foundation
import InMemoryCloud

@testable import VaultCrypto

/// The kinds of vaults that there are.
enum TestVaultKind: String, CaseIterable, Sendable {
    case format6, format7, format8CTRMAC, format8GCM

    var scheme: CryptorScheme { self == .format8GCM ? .sivGcm : .sivCtrMac }
    var version: Int { self == .format6 ? 6 : self == .format7 ? 7 : 8 }
    var isFormat6: Bool { self == .format6 }

    static let withFolders = allCases.filter { !$0.isFormat6 }
}

/// An empty vault in an in-memory cloud, and the means to plant ciphertext in it.
struct TestVault: Sendable {
    static let path = "/Vault"
    static let rawKey = (0..<64).map { UInt8($0) }
    static let otherRawKey = Array(rawKey.reversed())

    let kind: TestVaultKind
    let cloud: InMemoryCloud
    let root: CloudPath
    let cryptor: Cryptor
    private let masterkey: Masterkey

    init(_ kind: TestVaultKind, in cloud: InMemoryCloud = InMemoryCloud(), rawKey: [UInt8] = Self.rawKey) throws {
        self.kind = kind
        self.cloud = cloud
        root = try CloudPath(Self.path)
        masterkey = Masterkey.createFromRaw(rawKey: SecretBytes(rawKey))
        cryptor = Cryptor(masterkey: masterkey, scheme: kind.scheme)
        cloud.makeFolder(at: try contents(of: ""))
        if kind.isFormat6 { cloud.makeFolder(at: try root.appending("m")) }
    }

    /// A vault over a cloud that must not be listed without need.
    static func overExpensiveCloud(_ kind: TestVaultKind) throws -> TestVault {
        var settings = InMemoryCloud.Settings()
        settings.cheapListing = false
        return try TestVault(kind, in: InMemoryCloud(settings))
    }

    func makeProvider(over delegate: (any CloudProvider)? = nil) throws -> VaultProvider {
        let delegate = delegate ?? cloud.makeProvider()
        guard kind.version == 8 else {
            return try VaultProviderFactory.createLegacyVaultProvider(
                from: masterkey,
                vaultVersion: kind.version,
                vaultPath: root,
                with: delegate
            )
        }
        let config = VaultConfig.createNew(cipherCombo: kind.scheme)
        return try VaultProviderFactory.createVaultProvider(
            from: UnverifiedVaultConfig(token: config.toToken(rawKey: masterkey.rawKey)),
            masterkey: masterkey,
            vaultPath: root,
            with: delegate
        )
    }

    // MARK: Places among the ciphertext, as the format says

    func contents(of id: String) throws -> CloudPath {
        let hash = try cryptor.encryptDirId(Array(id.utf8))
        return try root.appending(path: "d/\(hash.prefix(2))/\(hash.dropFirst(2))")
    }

    /// The encrypted name, with the prefix of format 6 or the ending of the others, however long.
    func fullName(_ name: String, _ type: CloudItemType = .file, in id: String = "") throws -> String {
        let encoding: NameEncoding = kind.isFormat6 ? .base32 : .base64url
        let encrypted = try cryptor.encryptFileName(name, dirId: Array(id.utf8), encoding: encoding)
        guard kind.isFormat6 else { return encrypted + ".c9r" }
        return (type == .folder ? "0" : type == .symlink ? "1S" : "") + encrypted
    }

    /// The entry of an item with a short name.
    func entry(_ name: String, _ type: CloudItemType = .file, in id: String = "") throws -> CloudPath {
        try contents(of: id).appending(fullName(name, type, in: id))
    }

    /// The file that holds the content, the id or the target of an item with a short name.
    func body(_ name: String, _ type: CloudItemType = .file, in id: String = "") throws -> CloudPath {
        let entry = try entry(name, type, in: id)
        guard !kind.isFormat6, type != .file else { return entry }
        return try entry.appending(type == .folder ? "dir.c9r" : "symlink.c9r")
    }

    // MARK: Planting

    func plantFolder(_ name: String, id: String, in parentId: String = "") throws {
        cloud.put(id.utf8, at: try body(name, .folder, in: parentId))
        cloud.makeFolder(at: try contents(of: id))
    }

    func plantFile(_ name: String, _ content: [UInt8], in id: String = "") throws {
        cloud.put(try cryptor.encryptedFile(content), at: try body(name, in: id))
    }

    func plantLink(_ name: String, to target: String, in id: String = "") throws {
        cloud.put(try cryptor.encryptedFile(Array(target.utf8)), at: try body(name, .symlink, in: id))
    }

    /// The id of a folder, as the ciphertext has it.
    func id(of name: String, in parentId: String = "") throws -> String? {
        cloud.contents(at: try body(name, .folder, in: parentId)).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension CloudProvider {
    /// The names that a folder is listed with.
    func names(in path: String = "/") async throws -> Set<String> {
        let list = try await fetchItemListExhaustively(forFolderAt: CloudPath(path))
        precondition(Set(list.items.map { Array($0.name.utf8) }).count == list.items.count, "a name is listed twice")
        return Set(list.items.map(\.name))
    }

    /// The types of a folder's items by name.
    func types(in path: String = "/") async throws -> [String: CloudItemType] {
        let list = try await fetchItemListExhaustively(forFolderAt: CloudPath(path))
        return Dictionary(uniqueKeysWithValues: list.items.map { ($0.name, $0.itemType) })
    }
}

extension StreamingCloudProvider {
    /// Writes a small file.
    @discardableResult
    func put(
        _ content: [UInt8],
        at path: String,
        _ condition: WriteCondition = .none
    ) async throws -> CloudItemMetadata {
        try await writeFile(
            from: DataSource(content),
            to: CloudPath(path),
            condition: condition,
            resuming: nil,
            observer: .none
        )
    }

    /// The content of a file.
    func content(of path: String) async throws -> [UInt8] {
        let sink = TestSink()
        try await openFile(at: CloudPath(path)).readAll(into: sink)
        return await sink.bytes
    }
}
