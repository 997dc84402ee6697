public import CloudCore

/// Decrypts the bytes of an encrypted file, or of a part of it, on their way into another sink.
///
/// Give it to a `FileReader` of the ciphertext together with ``ciphertextRange``. Every chunk is authenticated before
/// any of its bytes goes on; chunks are decrypted in parallel and handed on in order. What comes before a damaged chunk
/// goes on, then the error is thrown: the inner sink has everything only after its `ByteSink.finish()`.
/// Memory: about 3 MiB, whatever the length.
public actor DecryptingSink: ByteSink {
    /// A transfer went on behind bytes that never came.
    public struct Gap: Error, Hashable, Sendable, CustomStringConvertible {
        /// What happened, for a person.
        public var description: String { "the transfer skipped a part of the file; try again" }
    }

    /// What to ask the ciphertext's reader for.
    public nonisolated let ciphertextRange: Range<Int>

    private let inner: any ByteSink
    private let cryptor: Cryptor
    private let wanted: Range<Int>
    private let path: CloudPath?
    /// Bytes that must come; `nil` if the size of the file isn't known.
    private let expectedCount: Int?

    private var fileHeader: FileHeader?
    private var assembler: ChunkAssembler
    private var jobs: [Task<DecryptionJob.Result, any Error>] = []
    private var hasStarted = false
    /// What doesn't authenticate, until a restart brings it again.
    private var damage: (any Error)?
    /// What ended the transfer for good, such as an error of the inner sink.
    private var failure: (any Error)?

    /// Prepares to read a range of the cleartext.
    ///
    /// - Parameters:
    ///   - inner: gets the cleartext; its offset 0 is the lower bound of the range.
    ///   - cryptor: of the vault.
    ///   - range: of the cleartext; what lies beyond the end gives no bytes.
    ///   - header: of the file; `nil` to take it from the beginning of the stream, which only a range that begins in
    ///     the first chunk allows.
    ///   - ciphertextSize: of the file, if it is known.
    ///   - path: of the ciphertext, for errors.
    public init(
        into inner: any ByteSink,
        cryptor: Cryptor,
        range: Range<Int>,
        header: FileHeader? = nil,
        ciphertextSize: Int? = nil,
        path: CloudPath? = nil
    ) {
        precondition(header != nil || range.lowerBound < CryptorScheme.cleartextChunkSize, "the header is needed first")
        let chunks = cryptor.scheme.ciphertextRange(ofCleartext: range, fileSize: ciphertextSize)
        self.inner = inner
        self.cryptor = cryptor
        self.path = path
        wanted = range
        fileHeader = header
        ciphertextRange = header == nil ? 0..<chunks.upperBound : chunks
        expectedCount = ciphertextSize == nil ? nil : ciphertextRange.count
        assembler = ChunkAssembler(
            headerSize: header == nil ? cryptor.headerSize : 0,
            chunkSize: cryptor.ciphertextChunkSize,
            firstChunk: range.lowerBound / CryptorScheme.cleartextChunkSize
        )
    }

    /// The header of the file, once it came and was found authentic.
    public var header: FileHeader? { fileHeader }

    /// Begins, or goes on where the transfer restarts.
    ///
    /// - Parameter offset: from the lower bound of ``ciphertextRange``; at most the number of bytes so far. Bytes that
    ///   were decrypted already are not decrypted again.
    /// - Throws: ``Gap``; ``VaultError/fileDoesNotAuthenticate(_:_:)``; what the inner sink throws.
    public func start(at offset: Int) async throws {
        if !hasStarted {
            hasStarted = true
            try await lastingly { inner in try await inner.start(at: 0) }
        }
        if let failure { throw failure }
        do {
            try await deliverAll()
        } catch {
            // A damaged chunk may come whole this time.
            if let failure { throw failure }
        }
        guard assembler.restart(at: offset) else { throw damage ?? Gap() }
        damage = nil
    }

    /// Takes a piece of the ciphertext.
    ///
    /// - Parameter bytes: at most 256 KiB.
    /// - Throws: ``VaultError/fileDoesNotAuthenticate(_:_:)``; what the inner sink throws.
    public func write(_ bytes: Bytes) async throws {
        try checkUndamaged()
        let (headerBytes, chunks) = assembler.take(bytes)
        if let headerBytes {
            do {
                fileHeader = try cryptor.decryptHeader(headerBytes, at: path)
            } catch {
                assembler.forgetAll()
                damage = error
                throw error
            }
        }
        if let chunks { try await decrypt(chunks) }
    }

    /// Decrypts what is left, and finishes the inner sink.
    ///
    /// - Throws: ``VaultError/fileDoesNotAuthenticate(_:_:)``, also for a file that ends within its header or within the
    ///   nonce and tag of a chunk; `FileReaderError.changed` if fewer bytes came than the size of the file
    ///   promised; what the inner sink throws.
    public func finish() async throws {
        try checkUndamaged()
        guard assembler.hasHeader, fileHeader != nil else {
            throw VaultError.fileDoesNotAuthenticate(.header, path)
        }
        if let expectedCount, assembler.count < expectedCount { throw FileReaderError.changed }
        let (number, bytes) = assembler.finish()
        if !bytes.isEmpty { try await decrypt(.init(first: number, assembled: bytes, rest: [])) }
        try await deliverAll()
        try await lastingly { inner in try await inner.finish() }
    }

    private func checkUndamaged() throws {
        if let error = failure ?? damage { throw error }
    }

    private func decrypt(_ chunks: ChunkAssembler.Chunks) async throws {
        guard let cipher = fileHeader?.cipher else { return }
        while jobs.count >= Concurrency.depth { try await deliverOldest() }
        let job = DecryptionJob(cipher: cipher, chunks: chunks)
        jobs.append(Task { @concurrent in try job.run() })
    }

    private func deliverAll() async throws {
        while !jobs.isEmpty { try await deliverOldest() }
    }

    private func deliverOldest() async throws {
        let job = jobs.removeFirst()
        let result = try await lastingly { _ in try await job.value }
        let cleartext = result.cleartext(in: wanted)
        if !cleartext.isEmpty { try await lastingly { inner in try await inner.write(cleartext) } }
        guard result.isComplete else {
            let failure = VaultError.fileDoesNotAuthenticate(.chunk(result.failedChunk), path)
            jobs = []
            assembler.forget(fromChunk: result.failedChunk)
            damage = failure
            throw failure
        }
    }

    /// Runs what can't be made good by a restart: after a failure nothing more goes on.
    private func lastingly<Result: Sendable>(_ body: (any ByteSink) async throws -> Result) async throws -> Result {
        do {
            return try await body(inner)
        } catch {
            failure = error
            throw error
        }
    }
}
