/// Dropbox's content hash: SHA-256 of the SHA-256 values of every block of 4 MiB.
///
/// Not `Sendable`: one thread at a time.
public final class DropboxContentHash {
    private static let blockSize = 4 * 1024 * 1024  // bytes

    private let whole = IncrementalDigest(.sha256)
    private let block = IncrementalDigest(.sha256)
    private var blockCount = 0

    /// Starts a hash.
    public init() {}

    /// Adds bytes.
    ///
    /// - Parameter bytes: what comes next.
    public func update(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while !rest.isEmpty {
            let part = rest.prefix(Self.blockSize - blockCount)
            block.update(part)
            blockCount += part.count
            rest = rest.dropFirst(part.count)
            if blockCount == Self.blockSize { endBlock() }
        }
    }

    /// Ends the hash and starts another one.
    ///
    /// - Returns: 32 bytes.
    public func finish() -> [UInt8] {
        if blockCount > 0 { endBlock() }
        return whole.finish()
    }

    private func endBlock() {
        whole.update(block.finish())
        blockCount = 0
    }
}

@available(*, unavailable, message: "one thread at a time")
extension DropboxContentHash: Sendable {}
