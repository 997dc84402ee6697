internal import CloudCore
internal import CryptoPrimitives

/// `hash`: hashes of files, the service's own where it keeps that type.
enum HashCommand {
    static let spec = CommandSpec(
        words: ["hash"],
        operands: "ADDR…",
        operandCount: 1...Int.max,
        options: [
            .value("--type", HashType.allCases.map(\.rawValue).joined(separator: "|"), "Which hash (default: sha256).")
        ] + Locations.vaultOptions,
        summary: "Prints the hashes of files.",
        details: "A hash that the service keeps is taken from there, else the file is read.",
        run: { session, arguments in try await run(session, arguments) }
    )

    @concurrent private static func run(_ session: Session, _ arguments: Arguments) async throws -> CommandStatus {
        let name = arguments.value("--type") ?? HashType.sha256.rawValue
        guard let type = HashType(rawValue: name) else {
            let known = HashType.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("--type: '\(name)' is none of \(known)")
        }
        let locations = try await Locations(session, arguments)
        let tally = Tally(session)
        for location in try await locations.all(arguments.operands) {
            try session.interruption.checkMayStart()
            let hex = try await tally.attempt(location.address.text) {
                try await session.interruption.item { try await hash(location, type) }
            }
            if let hex { try await session.output.line("\(hex)  \(location.address.text)") }
        }
        return tally.status(ofOneItem: arguments.operands.count == 1)
    }

    private static func hash(_ location: Location, _ type: HashType) async throws -> String {
        let reader = try await location.streamingProvider.openFile(at: location.path)
        if let kept = reader.metadata.contentHash, kept.type == type.rawValue { return kept.hex }
        let sink = HashSink(type)
        try await reader.readAll(into: sink)
        return await Hex.encode(sink.value)
    }
}

/// The hashes that the command knows, by the names of ``ContentHash/type``.
enum HashType: String, CaseIterable, Sendable {
    case md5, sha1, sha256, sha512, crc32, dropbox, quickxor
}

/// Hashes what is written; a transfer that goes back starts anew or fails.
private actor HashSink: ByteSink {
    private let type: HashType
    private var hash: RunningHash
    private var position = 0
    private(set) var value: [UInt8] = []

    init(_ type: HashType) {
        self.type = type
        hash = RunningHash(type)
    }

    func start(at offset: Int) throws {
        guard offset != position else { return }
        guard offset == 0 else {
            throw Failure(
                .failed,
                "hashCanNotGoBack",
                "the transfer broke off and can't go on in the middle; try again"
            )
        }
        hash = RunningHash(type)
        position = 0
    }

    func write(_ bytes: Bytes) {
        hash.update(bytes)
        position += bytes.count
    }

    func finish() {
        value = hash.value()
    }
}

/// One hash over pieces.
private enum RunningHash {
    case digest(IncrementalDigest)
    case crc32(CRC32)
    case dropbox(DropboxContentHash)
    case quickxor(QuickXorHash)

    init(_ type: HashType) {
        self =
            switch type {
            case .md5: .digest(IncrementalDigest(.md5))
            case .sha1: .digest(IncrementalDigest(.sha1))
            case .sha256: .digest(IncrementalDigest(.sha256))
            case .sha512: .digest(IncrementalDigest(.sha512))
            case .crc32: .crc32(CRC32())
            case .dropbox: .dropbox(DropboxContentHash())
            case .quickxor: .quickxor(QuickXorHash())
            }
    }

    mutating func update(_ bytes: Bytes) {
        switch self {
        case .digest(let digest): digest.update(bytes)
        case .crc32(var crc):
            crc.update(bytes)
            self = .crc32(crc)
        case .dropbox(let hash): hash.update(bytes)
        case .quickxor(var hash):
            self = .crc32(CRC32())  // the hash has one owner while it changes, so that its cells aren't copied
            hash.update(bytes)
            self = .quickxor(hash)
        }
    }

    func value() -> [UInt8] {
        switch self {
        case .digest(let digest): digest.finish()
        case .crc32(let crc): unsafe withUnsafeBytes(of: crc.value.bigEndian) { unsafe Array($0) }
        case .dropbox(let hash): hash.finish()
        case .quickxor(let hash): hash.value
        }
    }
}
