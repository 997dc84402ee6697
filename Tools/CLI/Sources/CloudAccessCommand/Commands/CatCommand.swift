internal import CloudCore

/// `cat`: a file's contents on standard output.
enum CatCommand {
    static let spec = CommandSpec(
        words: ["cat"],
        operands: "ADDR",
        operandCount: 1...1,
        options: [
            .value("--range", "A-B", "Bytes A to B, counted from 0, both included; A- to the end, -N the last N.")
        ] + Locations.vaultOptions,
        summary: "Writes a file's contents to standard output.",
        run: { session, arguments in try await run(session, arguments) }
    )

    @concurrent private static func run(_ session: Session, _ arguments: Arguments) async throws -> CommandStatus {
        let range = try arguments.value("--range").map { text throws(UsageError) in try ByteRange(text) }
        let text = arguments.operands[0]
        try await session.at(text) {
            let location = try await Locations(session, arguments).location(text)
            let reader = try await location.streamingProvider.openFile(at: location.path)
            let wanted = range?.resolved(size: reader.metadata.size) ?? 0..<(reader.metadata.size ?? .max)
            // A whole file is read though it is empty: that is how a damaged one shows.
            guard range == nil || !wanted.isEmpty else { return }
            try await session.interruption.item {
                try await reader.read(wanted, into: StandardOutputSink(session.output), observer: .none)
            }
        }
        return .done
    }
}

/// A range of bytes as it is typed: `A-B`, `A-` or `-N`.
enum ByteRange: Hashable, Sendable {
    case closed(Int, Int)
    case from(Int)
    case last(Int)

    init(_ text: String) throws(UsageError) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            throw Self.malformed(text)
        }
        switch (Int(parts[0]), Int(parts[1])) {
        case (let first?, let last?) where first <= last: self = .closed(first, last)
        case (let first?, nil) where parts[1].isEmpty: self = .from(first)
        case (nil, let count?) where parts[0].isEmpty: self = .last(count)
        default: throw Self.malformed(text)
        }
    }

    /// The half-open range of a file of `size` bytes; where the size is unknown, the last bytes can't be told.
    func resolved(size: Int?) -> Range<Int> {
        let end = size ?? .max
        return switch self {
        case .closed(let first, let last): min(first, end)..<min(last == .max ? last : last + 1, end)
        case .from(let first): min(first, end)..<end
        case .last(let count): max(0, end - count)..<end
        }
    }

    private static func malformed(_ text: String) -> UsageError {
        UsageError("--range: '\(text)' is none of A-B, A- and -N")
    }
}

/// Writes to standard output, which can't go back.
private struct StandardOutputSink: ByteSink {
    private let output: Output
    private let written = Locked(0)

    init(_ output: Output) {
        self.output = output
    }

    @concurrent func start(at offset: Int) async throws {
        guard written.withLock({ $0 == offset }) else {
            throw Failure(.failed, "outputCanNotGoBack", "the transfer broke off and can't go on in a pipe; try again")
        }
    }

    @concurrent func write(_ bytes: Bytes) async throws {
        try await output.write(bytes)
        written.withLock { $0 += bytes.count }
    }

    @concurrent func finish() async throws {}
}
