internal import CloudCore

/// How an encrypted file is cut into the pieces that are encrypted and handed out at once.
///
/// Piece 0 is the header and the first chunks, every other one as many chunks.
struct PieceLayout: Sendable {
    /// With the header still less than `Bytes.maximumPiece`.
    static let chunksPerPiece = 7

    private let scheme: CryptorScheme
    private let cleartextLength: Int

    init(scheme: CryptorScheme, cleartextLength: Int) {
        self.scheme = scheme
        self.cleartextLength = cleartextLength
    }

    private var cleartextPerPiece: Int { Self.chunksPerPiece * CryptorScheme.cleartextChunkSize }
    private var ciphertextPerPiece: Int { Self.chunksPerPiece * scheme.ciphertextChunkSize }

    /// Number of pieces, at least 1.
    var count: Int { max(1, (cleartextLength + cleartextPerPiece - 1) / cleartextPerPiece) }

    func piece(at ciphertextOffset: Int) -> Int {
        max(0, ciphertextOffset - scheme.headerSize) / ciphertextPerPiece
    }

    /// The numbers of the chunks in a piece.
    func chunks(ofPiece piece: Int) -> Range<Int> {
        let first = piece * Self.chunksPerPiece
        let size = CryptorScheme.cleartextChunkSize
        return first..<first + (cleartextRange(ofPiece: piece).count + size - 1) / size
    }

    func cleartextRange(ofPiece piece: Int) -> Range<Int> {
        let begin = piece * cleartextPerPiece
        return begin..<min(cleartextLength, begin + cleartextPerPiece)
    }

    func ciphertextStart(ofPiece piece: Int) -> Int {
        piece == 0 ? 0 : scheme.headerSize + piece * ciphertextPerPiece
    }
}
