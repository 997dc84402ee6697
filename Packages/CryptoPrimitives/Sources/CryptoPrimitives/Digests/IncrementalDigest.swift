internal import COpenSSL

/// A hash over bytes that come in pieces.
///
/// Not `Sendable`: one thread at a time. Traps if OpenSSL is configured without the function or has no memory.
@safe
public final class IncrementalDigest {
    /// The hash function.
    public let algorithm: DigestAlgorithm
    private let raw: OpaquePointer

    /// Starts a hash.
    ///
    /// - Parameter algorithm: the function.
    public init(_ algorithm: DigestAlgorithm) {
        guard let raw = unsafe EVP_MD_CTX_new() else { fatalError("no memory for a hash") }
        unsafe self.raw = raw
        self.algorithm = algorithm
        start()
    }

    deinit { unsafe EVP_MD_CTX_free(raw) }

    /// Adds bytes.
    ///
    /// - Parameter bytes: what comes next.
    public func update(_ bytes: UnsafeRawBufferPointer) {
        let result = unsafe EVP_DigestUpdate(raw, bytes.baseAddress, bytes.count)
        precondition(result == 1, "hashing fails only without memory")
    }

    /// Adds bytes.
    ///
    /// - Parameter bytes: what comes next; copied only if they don't lie in one piece.
    public func update(_ bytes: some Collection<UInt8>) {
        unsafe bytes.withBytes { bytes in unsafe update(bytes) }
    }

    /// Ends the hash and starts another one.
    ///
    /// - Returns: as many bytes as ``DigestAlgorithm/size``.
    public func finish() -> [UInt8] {
        var value = [UInt8](repeating: 0, count: algorithm.size)
        let result = unsafe EVP_DigestFinal_ex(raw, &value, nil)
        precondition(result == 1, "hashing fails only without memory")
        start()
        return value
    }

    private func start() {
        let result = unsafe EVP_DigestInit_ex2(raw, algorithm.fetched, nil)
        precondition(result == 1, "hashing fails only without memory")
    }
}

@available(*, unavailable)
extension IncrementalDigest: Sendable {}
