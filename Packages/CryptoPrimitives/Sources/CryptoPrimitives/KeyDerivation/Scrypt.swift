public import CloudCore
internal import COpenSSL

/// scrypt (RFC 7914): a key from a passphrase, expensive in time and memory.
public enum Scrypt: Sendable {
    /// What a derivation may take unless the caller says otherwise.
    public static let defaultMaximumMemory = 1 << 30  // bytes

    private static let maximumProduct = (1 << 30) - 1  // of r and p; RFC 7914, section 6

    /// Derives a key; blocks, for about 0.1 s with N = 32768 and r = 8.
    ///
    /// Parameters from a file are checked before anything is allocated. 128·N·r·p bounds the memory and, since all of
    /// it is gone through twice, the time.
    ///
    /// - Parameters:
    ///   - passphrase: of any length.
    ///   - salt: of any length.
    ///   - costParameter: N, a power of two greater than 1 and less than 2^(16·r).
    ///   - blockSize: r, 1 or more.
    ///   - parallelization: p, 1 or more; r·p is less than 2^30. The lanes run one after the other.
    ///   - count: bytes of the key, 1 or more.
    ///   - maximumMemory: the most that 128·N·r·p may be, in bytes.
    /// - Returns: the key.
    /// - Throws: ``CryptoError/invalidParameter(_:)``; ``CryptoError/memoryLimitExceeded(needed:limit:)``;
    ///   ``CryptoError/libraryFailure(_:)``, also if there is not so much memory.
    public static func derive(
        from passphrase: SecretBytes,
        salt: some Collection<UInt8>,
        costParameter: Int,
        blockSize: Int,
        parallelization: Int = 1,
        count: Int,
        maximumMemory: Int = defaultMaximumMemory
    ) throws(CryptoError) -> SecretBytes {
        try validate(costParameter, blockSize, parallelization, maximumMemory)
        guard (1...Int(Int32.max)).contains(count) else {
            throw .invalidParameter("a key of \(count) bytes (1 to 2^31 - 1)")
        }
        // OpenSSL counts two more blocks, and one per lane (crypto/evp/pbe_scrypt.c).
        let memory = 128 * blockSize * (costParameter + 2 + parallelization)
        return unsafe try passphrase.withUnsafeBytes { passphrase throws(CryptoError) in
            unsafe try salt.withBytes { salt throws(CryptoError) in
                unsafe try SecretBytes(count: count) { key throws(CryptoError) in
                    let result = unsafe EVP_PBE_scrypt(
                        passphrase.characterPointer,
                        passphrase.count,
                        salt.bytePointer,
                        salt.count,
                        UInt64(costParameter),
                        UInt64(blockSize),
                        UInt64(parallelization),
                        UInt64(memory),
                        key.bytePointer,
                        key.count
                    )
                    try check(result)
                }
            }
        }
    }

    private static func validate(_ n: Int, _ r: Int, _ p: Int, _ limit: Int) throws(CryptoError) {
        guard r >= 1, r <= maximumProduct else { throw .invalidParameter("scrypt block size \(r) (1 to 2^30 - 1)") }
        guard p >= 1, p <= maximumProduct / r else {
            throw .invalidParameter("scrypt parallelization \(p) (at least 1, times the block size at most 2^30 - 1)")
        }
        guard n > 1, n & (n - 1) == 0, n.trailingZeroBitCount < 16 * r else {
            throw .invalidParameter("scrypt cost \(n) (a power of two, more than 1, less than 2^(16·\(r)))")
        }
        let (needed, overflow) = (128 * r * p).multipliedReportingOverflow(by: n)
        guard !overflow, needed <= limit else {
            throw .memoryLimitExceeded(needed: overflow ? .max : needed, limit: limit)
        }
    }
}
