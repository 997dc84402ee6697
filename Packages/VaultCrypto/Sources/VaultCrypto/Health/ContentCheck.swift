internal import CloudCore

/// Decrypts files and reports what of them doesn't authenticate.
struct ContentCheck: Sendable {
    let store: CiphertextStore
    let reporter: HealthReporter

    /// Decrypts an encrypted file to its end, whatever of it is damaged.
    ///
    /// - Parameters:
    ///   - file: of the ciphertext.
    ///   - path: of the item inside the vault, if it is known.
    /// - Throws: errors of the delegate and of whoever takes the findings.
    func check(_ file: CloudPath, path: CloudPath?) async throws {
        let reader: any FileReader
        do {
            reader = try await store.delegate.openFile(at: file)
        } catch CloudProviderError.itemNotFound, CloudProviderError.itemTypeMismatch {
            return  // gone since it was listed
        }
        let size = reader.metadata.size
        var chunk = 0
        var header: FileHeader?
        while true {
            let decryption = DecryptingSink(
                into: DiscardingSink(),
                cryptor: store.cryptor,
                range: chunk * CryptorScheme.cleartextChunkSize..<Int.max,
                header: header,
                ciphertextSize: size,
                path: file
            )
            if header != nil, decryption.ciphertextRange.isEmpty { return }
            do {
                return try await reader.read(decryption.ciphertextRange, into: decryption, observer: .none)
            } catch VaultError.fileDoesNotAuthenticate(.chunk(let damaged), _) {
                try await reporter.report(HealthFinding(.unauthenticChunk, at: file, path: path, chunk: damaged))
                header = await decryption.header
                chunk = damaged + 1
            } catch VaultError.fileDoesNotAuthenticate(.header, _) {
                return try await reporter.report(HealthFinding(.unauthenticHeader, at: file, path: path))
            }
        }
    }
}

/// Takes bytes that nobody wants.
private struct DiscardingSink: ByteSink {
    @concurrent func start(at offset: Int) async throws {}
    @concurrent func write(_ bytes: Bytes) async throws {}
    @concurrent func finish() async throws {}
}
