internal import CFileCalls
public import Foundation

/// Why a ``FileSecretStore`` can't be used; nothing was changed.
public enum FileSecretStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file holds something else than secrets; it is kept as it is.
    case unreadable(path: String)
    /// File or folder belong to another user, or another user may write the folder.
    case notPrivate(path: String)
    /// A link stands in place of the file.
    case isLink(path: String)

    /// What happened and what to do, for a person.
    public var description: String {
        switch self {
        case .unreadable(let path):
            "\(path) can't be read as a file of secrets; it was left as it is: repair it, or move it away and log in again"
        case .notPrivate(let path):
            "\(path) can be changed by other users: make it your own (chown) and private (chmod go-rwx)"
        case .isLink(let path):
            "\(path) is a symbolic link: put the file itself there"
        }
    }
}

/// Keeps secrets in a file that only its user can read, for machines without a keychain.
///
/// The secrets are **not encrypted**: `secrets.json`, mode 0600 in a folder of mode 0700, with values in base64. Every
/// change replaces the file whole under a lock that other processes respect, and is on the disk when the method
/// returns. What killed writers left behind is swept with the next change. A file or folder of the user's own that
/// others could read is made private; one of another user is refused, and so is a link. While a secret passes through
/// the JSON coder, copies of it are in memory that is not wiped.
public struct FileSecretStore: SecretStore {
    private let directory: URL
    private let file: DurableFile
    private let lock: FileLock

    /// Names a store, which need not be there; nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - directory: the folder of `secrets.json`, made if it is missing.
    ///   - clock: the clock on which the lock is waited for.
    public init(directory: URL, clock: any Clock<Duration> = ContinuousClock()) {
        self.directory = directory
        file = DurableFile(directory.appendingPathComponent("secrets.json"))
        lock = FileLock(at: directory.appendingPathComponent("secrets.lock"), clock: clock)
    }

    /// Loads a secret.
    ///
    /// - Parameters:
    ///   - service: names the user of the secret.
    ///   - account: names the secret.
    /// - Returns: `nil` if there is none.
    /// - Throws: ``FileSecretStoreError``, ``LocalFileError``.
    @concurrent public func load(service: String, account: String) async throws -> SecretBytes? {
        guard var bytes = try await contents().secret(service: service, account: account).map(Array.init) else {
            return nil
        }
        return SecretBytes(taking: &bytes)
    }

    /// Saves a secret, replacing the one that is there.
    ///
    /// - Parameters:
    ///   - secret: the new value.
    ///   - service: names the user of the secret.
    ///   - account: names the secret.
    /// - Throws: ``FileSecretStoreError``, ``LocalFileError``, `CancellationError` while it waits for other writers.
    @concurrent public func save(_ secret: SecretBytes, service: String, account: String) async throws {
        let value = unsafe secret.withUnsafeBytes { unsafe Data($0) }
        try await change { $0.setSecret(value, service: service, account: account) }
    }

    /// Deletes a secret; there may be none.
    ///
    /// - Parameters:
    ///   - service: names the user of the secret.
    ///   - account: names the secret.
    /// - Throws: as ``save(_:service:account:)``.
    @concurrent public func delete(service: String, account: String) async throws {
        try await change { $0.setSecret(nil, service: service, account: account) }
    }

    /// The accounts of a service.
    ///
    /// - Parameter service: names the user of the secrets.
    /// - Returns: in no order.
    /// - Throws: as ``load(service:account:)``.
    @concurrent public func accounts(of service: String) async throws -> [String] {
        try await contents().accounts(of: service)
    }

    @concurrent private func change(_ body: (inout SecretFileContents) -> Void) async throws {
        try await BlockingWork.run {
            try FileManager.default.createPrivateFolder(at: directory)
            try OpenFile.folder(directory.localPath()).makePrivate(mode: 0o700, path: directory.path)
        }
        try await lock.withLock {
            try await file.sweep()
            let old = try await contents()
            var new = old
            body(&new)
            guard new != old else { return }
            try await file.write(new.encoded())
        }
    }

    @concurrent private func contents() async throws -> SecretFileContents {
        let path = file.url.path
        let bytes = try await BlockingWork.run { () -> [UInt8]? in
            do {
                guard let open = try file.open() else { return nil }
                try open.makePrivate(mode: 0o600, path: path)
                return try open.readAll(limit: 16 * 1024 * 1024)
            } catch LocalFileError.failed(errno: ELOOP) {
                throw FileSecretStoreError.isLink(path: path)
            } catch CloudProviderError.itemTypeMismatch {
                throw FileSecretStoreError.unreadable(path: path)
            }
        }
        guard let bytes else { return SecretFileContents() }
        guard let contents = SecretFileContents(bytes) else { throw FileSecretStoreError.unreadable(path: path) }
        return contents
    }
}

/// What `secrets.json` holds.
private struct SecretFileContents: Codable, Equatable, Sendable {
    private var version = 1
    /// Values by service and account; the coder makes base64 of them.
    private var secrets: [String: [String: Data]] = [:]

    init() {}

    init?(_ bytes: [UInt8]) {
        guard let contents = try? JSONDecoder().decode(Self.self, from: Data(bytes)), contents.version == 1 else {
            return nil
        }
        self = contents
    }

    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try Array(encoder.encode(self))
    }

    func secret(service: String, account: String) -> Data? {
        secrets[service]?[account]
    }

    func accounts(of service: String) -> [String] {
        secrets[service].map { Array($0.keys) } ?? []
    }

    mutating func setSecret(_ value: Data?, service: String, account: String) {
        secrets[service, default: [:]][account] = value
        if secrets[service]?.isEmpty == true { secrets[service] = nil }
    }
}

extension OpenFile {
    /// Takes permissions from others; refuses what belongs to another user.
    fileprivate func makePrivate(mode: UInt32, path: String) throws {
        let state = try state()
        guard state.permissions & 0o077 != 0 || state.owner != geteuid() else { return }
        // A folder with the sticky bit is shared on purpose, such as /tmp: not ours to close.
        guard state.owner == geteuid(), state.permissions & 0o1000 == 0 else {
            throw FileSecretStoreError.notPrivate(path: path)
        }
        _ = try fileCall { fchmod(descriptor, mode_t(mode)) }
    }
}
