import CloudCore
import Foundation
import VaultCrypto

/// Encrypts or decrypts in memory and prints the bytes of cleartext a second; runs as a process of its own, so that the
/// suite can pin it to one processor.
struct MemoryWorker {
    enum Direction: String {
        case encrypt, decrypt
    }

    private static let command = "memory-worker"
    private let direction: Direction
    private let scheme: CryptorScheme
    private let size: Int

    init?(_ arguments: [String]) {
        guard arguments.count == 4, arguments[0] == Self.command,
            let direction = Direction(rawValue: arguments[1]), let scheme = CryptorScheme(rawValue: arguments[2]),
            let size = Int(arguments[3])
        else { return nil }
        self.direction = direction
        self.scheme = scheme
        self.size = size
    }

    /// The arguments that start a worker.
    static func arguments(_ direction: Direction, _ scheme: CryptorScheme, size: Int) -> [String] {
        [command, direction.rawValue, scheme.rawValue, String(size)]
    }

    func run() async throws {
        let cryptor = Cryptor(masterkey: try Masterkey.createNew(), scheme: scheme)
        let seconds =
            switch direction {
            case .encrypt: try await encrypt(cryptor)
            case .decrypt: try await decrypt(cryptor)
            }
        print(Double(size) / seconds)
    }

    private func encrypt(_ cryptor: Cryptor) async throws -> Double {
        let source = try EncryptingSource(RepeatedBytes(length: size), cryptor: cryptor)
        return try await seconds { try await source.copy(0..<source.length, into: NullSink()) }
    }

    private func decrypt(_ cryptor: Cryptor) async throws -> Double {
        let source = try EncryptingSource(RepeatedBytes(length: size), cryptor: cryptor)
        let collected = CiphertextSink()
        try await source.copy(0..<source.length, into: collected)
        let pieces = await collected.pieces
        let sink = DecryptingSink(
            into: NullSink(),
            cryptor: cryptor,
            range: 0..<size,
            ciphertextSize: cryptor.ciphertextSize(ofCleartext: size)
        )
        return try await seconds {
            try await sink.start(at: 0)
            for piece in pieces { try await sink.write(piece) }
            try await sink.finish()
        }
    }

    private func seconds(_ body: () async throws -> Void) async rethrows -> Double {
        try await ContinuousClock().measure(body) / .seconds(1)
    }
}

/// The same bytes again and again, without a copy.
private struct RepeatedBytes: ByteSource {
    let length: Int
    var modificationDate: Date? { nil }
    var identity: SourceIdentity? { SourceIdentity(rawValue: "zeroes") }
    private let piece = [UInt8](repeating: 7, count: Bytes.maximumPiece)

    init(length: Int) {
        self.length = length
    }

    @concurrent func read(at offset: Int, atMost count: Int) async throws -> Bytes {
        piece.prefix(min(count, length - offset))
    }
}

private struct NullSink: ByteSink {
    @concurrent func start(at offset: Int) async throws {}
    @concurrent func write(_ bytes: Bytes) async throws {}
    @concurrent func finish() async throws {}
}

private actor CiphertextSink: ByteSink {
    private(set) var pieces: [Bytes] = []
    func start(at offset: Int) {}
    func write(_ bytes: Bytes) { pieces.append(bytes) }
    func finish() {}
}
