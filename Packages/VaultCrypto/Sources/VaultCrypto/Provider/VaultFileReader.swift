internal import CloudCore

/// One version of one file of a vault.
struct VaultFileReader: FileReader {
    let metadata: CloudItemMetadata
    private let ciphertext: any FileReader
    private let cryptor: Cryptor
    private let header = Locked<FileHeader?>(nil)

    /// Makes a reader; `metadata` is that of the cleartext.
    init(metadata: CloudItemMetadata, ciphertext: any FileReader, cryptor: Cryptor) {
        self.metadata = metadata
        self.ciphertext = ciphertext
        self.cryptor = cryptor
    }

    @concurrent func read(_ range: Range<Int>, into sink: any ByteSink, observer: TransferObserver) async throws {
        let isWhole = range.lowerBound == 0 && range.upperBound >= metadata.size ?? .max
        if !isWhole, range.isEmpty || range.lowerBound >= metadata.size ?? .max {
            try await sink.start(at: 0)
            return try await sink.finish()
        }
        let decryption = DecryptingSink(
            into: sink,
            cryptor: cryptor,
            range: range,
            header: isWhole ? nil : try await header(before: range),
            ciphertextSize: ciphertext.metadata.size,
            path: ciphertext.metadata.cloudPath
        )
        let inner = isWhole ? observer : TransferObserver(moved: observer.moved)
        try await ciphertext.read(decryption.ciphertextRange, into: decryption, observer: inner)
        if let header = await decryption.header { self.header.withLock { $0 = header } }
    }

    /// The file's header, which is read once; `nil` if the range begins so early that it is read along.
    private func header(before range: Range<Int>) async throws -> FileHeader? {
        if let known = header.withLock({ $0 }) { return known }
        guard range.lowerBound >= CryptorScheme.cleartextChunkSize else { return nil }
        let sink = DataSink(limit: cryptor.headerSize)
        try await ciphertext.read(0..<cryptor.headerSize, into: sink, observer: .none)
        let read: FileHeader
        do {
            read = try cryptor.decryptHeader(await sink.bytes[...])
        } catch VaultError.fileDoesNotAuthenticate(let part, _) {
            throw VaultError.fileDoesNotAuthenticate(part, ciphertext.metadata.cloudPath)
        }
        header.withLock { $0 = read }
        return read
    }
}
