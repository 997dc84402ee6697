internal import CloudCore
internal import Foundation

/// Reads and writes the files in the folder of a vault that its keys and its configuration are kept in.
struct VaultFiles: Sendable {
    /// The most bytes of either file; real ones have a few hundred.
    private static let maximumSize = MasterkeyFile.maximumSize

    let delegate: any StreamingCloudProvider
    /// The folder of the vault.
    let path: CloudPath

    /// The bytes of both files, fetched at once; `nil` for one that is missing.
    func fetch() async throws -> (masterkey: [UInt8]?, config: [UInt8]?) {
        async let masterkey = read(VaultEntry.masterkey)
        async let config = read(VaultEntry.config)
        return try await (masterkey, config)
    }

    /// Whether there is a folder for content folders.
    var hasData: Bool {
        get async throws {
            do {
                return try await delegate.fetchItemMetadata(at: path.appending(VaultEntry.data)).itemType == .folder
            } catch CloudProviderError.itemNotFound {
                return false
            }
        }
    }

    /// The bytes of a file, one more than is allowed if it is too large; `nil` if it is missing.
    private func read(_ name: String) async throws -> [UInt8]? {
        let sink = DataSink(limit: Self.maximumSize + 1)
        do {
            let reader = try await delegate.openFile(at: path.appending(name))
            try await reader.read(0..<Self.maximumSize + 1, into: sink, observer: .none)
        } catch CloudProviderError.itemNotFound, CloudProviderError.itemTypeMismatch {
            return nil
        }
        return await sink.bytes
    }

    /// Writes a file, so that it survives a power failure where the delegate can do that.
    func write(_ bytes: [UInt8], to name: String, condition: WriteCondition) async throws {
        let file = try path.appending(name)
        guard let durable = delegate.capability((any DurableWriting).self) else {
            _ = try await delegate.writeFile(
                from: DataSource(bytes),
                to: file,
                condition: condition,
                resuming: nil,
                observer: .none
            )
            return
        }
        try await durable.writeDurably(bytes, to: file, condition: condition)
    }

    /// Writes the backup of a file (vault format, section 12); one that is there already is only compared.
    ///
    /// - Returns: where the backup is.
    /// - Throws: `CloudProviderError.itemAlreadyExists` if something else has the name of the backup.
    func backUp(_ contents: [UInt8], of name: String) async throws -> CloudPath {
        let backup = BackupName.name(for: name, contents: contents)
        do {
            try await write(contents, to: backup, condition: .absent)
        } catch CloudProviderError.itemAlreadyExists {
            guard try await read(backup) == contents else { throw CloudProviderError.itemAlreadyExists }
        }
        return try path.appending(backup)
    }

    /// Replaces the masterkey file with one request, which commits; its backup is written before.
    ///
    /// - Parameters:
    ///   - old: the contents that the file has; `nil` if there is no file.
    ///   - new: the contents that it gets.
    /// - Throws: the delegate's error if the old file stands as it was; ``MasterkeyReplacementError``.
    func replaceMasterkey(_ old: [UInt8]?, with new: [UInt8]) async throws {
        guard let old else { return try await write(new, to: VaultEntry.masterkey, condition: .absent) }
        let backup = try await backUp(old, of: VaultEntry.masterkey)
        try Task.checkCancellation()
        do {
            try await write(new, to: VaultEntry.masterkey, condition: .none)
        } catch {
            let standing = try? await afterCommitPoint { try await read(VaultEntry.masterkey) }
            if standing == new { return }
            guard standing == old else { throw MasterkeyReplacementError(backup: backup) }
            throw error
        }
    }
}
