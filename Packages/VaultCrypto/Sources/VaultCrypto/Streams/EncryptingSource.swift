public import CloudCore
internal import CryptoPrimitives
public import Foundation

/// The encryption of a `ByteSource`: one attempt to store its content as a file of a vault.
///
/// An attempt has one header and one random seed, and the nonce of each chunk is derived from the seed, so that any
/// range can be read again, in any order and by several tasks, with the same bytes (vault format, section 8). Since a
/// nonce must never meet two cleartexts, the attempt ends as soon as the content is found changed: by the identity of
/// the inner source, compared before the first and after every read, and, because an identity can miss a quick change
/// and some sources have none, by comparing the tags of what is encrypted again with those of the first time.
///
/// Chunks are encrypted in parallel, a few hundred KiB ahead of the reader. Memory: about 3 MiB, whatever the length.
public final class EncryptingSource: ByteSource {
    /// The size of the encrypted file, header included.
    public let length: Int
    /// Whether the attempt of a checkpoint goes on: the bytes are those that an earlier source gave.
    public let isResumed: Bool

    private let inner: any ByteSource
    let attempt: EncryptionAttempt
    private let layout: PieceLayout
    private let pieces: PieceCache

    /// Begins an attempt, or goes on with an earlier one.
    ///
    /// - Parameters:
    ///   - inner: the cleartext.
    ///   - cryptor: of the vault.
    ///   - checkpoint: what ``checkpoint`` was, perhaps in another process. One of another vault, another content, or
    ///     that is damaged, leads to a new attempt.
    /// - Throws: an error of the random generator or of the cryptographic library.
    public init(_ inner: any ByteSource, cryptor: Cryptor, resuming checkpoint: Data? = nil) throws {
        let identity = inner.identity
        let resumed = checkpoint.flatMap {
            EncryptionAttempt(checkpoint: $0, cryptor: cryptor, identity: identity, length: inner.length)
        }
        attempt = try resumed ?? EncryptionAttempt(cryptor: cryptor, identity: identity)
        isResumed = resumed != nil
        self.identity = try attempt.ciphertextIdentity
        self.inner = inner
        length = cryptor.ciphertextSize(ofCleartext: inner.length)
        layout = PieceLayout(scheme: cryptor.scheme, cleartextLength: inner.length)
        // An identity finds most changes by itself: fingerprints of the first 14 GiB are enough then.
        let fingerprintCount = identity == nil ? layout.count : min(layout.count, 1 << 16)
        pieces = PieceCache(pieceCount: layout.count, fingerprintCount: fingerprintCount)
    }

    /// When the inner source changed last.
    public var modificationDate: Date? { inner.modificationDate }

    /// Names this attempt to encrypt this content; `nil` if the inner source has no identity.
    public let identity: SourceIdentity?

    /// What lets another source, in another process too, give the same bytes; `nil` if the inner source has no identity.
    ///
    /// Sealed with a key of the vault: it may be stored, and tells nothing about the content.
    ///
    /// - Throws: an error of the cryptographic library.
    public var checkpoint: Data? {
        get throws { try attempt.checkpoint(length: inner.length) }
    }

    /// Reads a piece of the encrypted file.
    ///
    /// - Parameters:
    ///   - offset: 0 to ``length``.
    ///   - count: more than 0.
    /// - Returns: up to 7 chunks, and never beyond a multiple of these.
    /// - Throws: `SourceError.changed`, also from all later reads; what the inner source throws; `CancellationError`.
    @concurrent public func read(at offset: Int, atMost count: Int) async throws -> Bytes {
        precondition((0...length).contains(offset) && count > 0, "nothing to read there")
        guard offset < length else { return [] }
        let number = layout.piece(at: offset)
        let piece = try await piece(number)
        let begin = piece.startIndex + offset - layout.ciphertextStart(ofPiece: number)
        let bytes = piece[begin..<min(piece.endIndex, begin + count)]
        if offset + bytes.count > length - Self.heldBack { try await checkWhole() }
        return bytes
    }

    /// What is handed out only when all of the content was read and is known not to have changed meanwhile.
    private static let heldBack = 64 * 1024  // bytes; CONFORMANCE.md, Upload

    private func checkWhole() async throws {
        _ = try await piece(layout.count - 1)
        do {
            guard try await inner.read(at: inner.length, atMost: 1).isEmpty else { throw SourceError.changed }
            try checkIdentity()
        } catch SourceError.changed {
            pieces.end()
            throw SourceError.changed
        }
    }

    private func piece(_ number: Int) async throws -> Bytes {
        try await pieces.piece(number, by: .init(read: cleartext, encrypt: encrypted))
    }

    private func encrypted(_ number: Int, _ cleartext: Bytes) throws -> Bytes {
        let (bytes, fingerprint) = try attempt.encrypt(cleartext, chunks: layout.chunks(ofPiece: number))
        guard pieces.confirm(fingerprint, ofPiece: number) else { throw SourceError.changed }
        return bytes[...]
    }

    @concurrent private func cleartext(_ number: Int) async throws -> Bytes {
        let range = layout.cleartextRange(ofPiece: number)
        try checkIdentity()
        guard !range.isEmpty else { return [] }
        let first = try await read(range)
        guard first.count < range.count else { return first }
        var whole = Array(first)
        whole.reserveCapacity(range.count)
        while whole.count < range.count {
            whole += try await read(range.lowerBound + whole.count..<range.upperBound)
        }
        return whole[...]
    }

    private func read(_ range: Range<Int>) async throws -> Bytes {
        let bytes = try await inner.read(at: range.lowerBound, atMost: range.count)
        try checkIdentity()
        guard !bytes.isEmpty else { throw SourceError.changed }
        return bytes.prefix(range.count)
    }

    private func checkIdentity() throws {
        guard inner.identity == attempt.identity else { throw SourceError.changed }
    }
}
