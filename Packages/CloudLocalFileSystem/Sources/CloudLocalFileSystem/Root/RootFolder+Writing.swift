internal import CFileCalls
internal import CloudCore
internal import Foundation

/// A file that is being written, and the place that it will take.
struct StagedWrite: Sendable {
    var file: StagedFile
    var folder: OpenFile
    var cloudPath: CloudPath
    var condition: WriteCondition
}

extension RootFolder {
    /// Checks everything that can be known before bytes move, and makes the file to write them to.
    func stageFile(for cloudPath: CloudPath, _ condition: WriteCondition) throws -> StagedWrite {
        guard !cloudPath.isRoot else { throw CloudProviderError.itemAlreadyExists }
        try checkName(of: cloudPath)
        let folder = try parent(of: cloudPath, as: .new)
        _ = try replacedEntry(cloudPath.name, in: folder, condition)
        return StagedWrite(
            file: try StagedFile(in: folder),
            folder: folder,
            cloudPath: cloudPath,
            condition: condition
        )
    }

    /// Puts a written file in place, under the condition it was staged with.
    ///
    /// - Parameters:
    ///   - write: holds all its bytes.
    ///   - date: becomes the modification date.
    ///   - isDurable: whether file and name are on the disk before this returns.
    /// - Returns: the new item's metadata.
    /// - Throws: `CloudProviderError.itemAlreadyExists`, `RevisionMismatch`, `LocalFileError`, ``CallFailure``.
    func commit(_ write: StagedWrite, date: Date?, isDurable: Bool = false) throws -> CloudItemMetadata {
        let (name, folder, file) = (write.cloudPath.name, write.folder, write.file)
        let replaced = try replacedEntry(name, in: folder, write.condition)
        if let replaced, replaced.offloaded == nil {
            _ = try call(.new) { fchmod(file.file.descriptor, mode_t(replaced.status.mode) & 0o777) }
        }
        if let date { try file.setModificationDate(date) }
        if isDurable { try file.file.synchronize() }
        if let replaced, replaced.offloaded == nil {
            try file.commit(replacing: name)
        } else {
            do {
                try file.commit(as: name)
            } catch CloudProviderError.itemAlreadyExists where write.condition == .none {
                try file.commit(replacing: name)  // somebody who doesn't coordinate was faster
            }
        }
        if let placeholder = replaced, placeholder.offloaded != nil {
            _ = unsafe unlinkat(folder.descriptor, placeholder.diskName, 0)  // else the listing tells of it
        }
        if isDurable { try folder.reopenedForReading?.synchronize() }
        let entry = Entry(diskName: name, status: try file.file.status())
        return entry.metadata(name: try storedName(of: entry, named: name, in: folder), at: write.cloudPath)
    }

    /// The file that a write replaces, if there is one and the condition allows it.
    private func replacedEntry(
        _ name: String,
        in folder: OpenFile,
        _ condition: WriteCondition
    ) throws -> Entry? {
        let entry = try entry(name, in: folder)
        if let entry, entry.type != .file || condition == .absent { throw CloudProviderError.itemAlreadyExists }
        if case .revision(let revision) = condition, entry?.status.revision != revision { throw RevisionMismatch() }
        return entry
    }
}

extension StagedWrite {
    /// Writes all bytes of a source; while one piece is written, the next one is read.
    ///
    /// - Parameters:
    ///   - source: the content.
    ///   - observer: told after every piece.
    /// - Throws: what the source throws; ``SourceError/changed`` if it ends early; `CancellationError`; what a full
    ///   disk stands for.
    func fill(from source: any ByteSource, observer: TransferObserver) async throws {
        let length = source.length
        var offset = 0
        var piece = try await source.piece(at: offset)
        while offset < length {
            try Task.checkCancellation()
            guard !piece.isEmpty else { throw SourceError.changed }
            let end = offset + piece.count
            async let next = source.piece(at: end)
            try await perform { [piece, offset] in try file.write(piece, at: offset) }
            offset = end
            observer.moved(offset, length)
            piece = try await next
        }
    }

    /// Copies all bytes of an open file within the kernel.
    ///
    /// - Parameter source: a regular file and its status when it was opened.
    /// - Throws: ``FileReaderError/changed``; `CancellationError`; what a full disk stands for.
    func copy(_ source: OpenedFile) async throws {
        let step = 64 << 20  // bytes between two checks for cancellation
        var offset = 0
        while offset < source.status.size {
            try Task.checkCancellation()
            let count = min(step, source.status.size - offset)
            offset += try await perform { [offset] in try copy(count, of: source.file, at: offset) }
        }
        guard try source.file.status() == source.status else { throw FileReaderError.changed }
    }

    private func copy(_ count: Int, of source: OpenFile, at offset: Int) throws -> Int {
        do {
            let copied = try call(.new) {
                cfc_copy_range(source.descriptor, Int64(offset), file.file.descriptor, Int64(offset), count)
            }
            guard copied > 0 else { throw FileReaderError.changed }
            return copied
        } catch let failure as CallFailure where [EXDEV, ENOSYS, EINVAL, EOPNOTSUPP].contains(failure.code) {
            return try copyThroughMemory(count, of: source, at: offset)
        }
    }

    /// For file systems and kernels that don't copy by themselves.
    private func copyThroughMemory(_ count: Int, of source: OpenFile, at offset: Int) throws -> Int {
        let size = min(count, Bytes.maximumPiece)
        let piece = try unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
            initialized = try call(.existing) {
                unsafe pread(source.descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            }
        }
        guard !piece.isEmpty else { throw FileReaderError.changed }
        try file.write(piece[...], at: offset)
        return piece.count
    }
}

extension ByteSource {
    /// The next piece, empty at the end.
    fileprivate func piece(at offset: Int) async throws -> Bytes {
        offset < length ? try await read(at: offset, atMost: Bytes.maximumPiece) : []
    }
}
