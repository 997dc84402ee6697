/// How expensive a masterkey file makes its key derivation (RFC 7914); p is always 1.
struct ScryptParameters: Hashable, Sendable {
    /// Memory that a derivation may take.
    ///
    /// A masterkey file comes from the cloud: without a bound, a hostile one would exhaust the machine.
    static let memoryLimit = 1 << 30  // bytes
    /// N of all files that current apps write.
    static let defaultCostParam = 1 << 15
    /// r of all files that apps write.
    static let defaultBlockSize = 8

    /// N.
    let costParam: Int
    /// r.
    let blockSize: Int

    /// Checks the parameters before anything is derived.
    ///
    /// - Throws: ``VaultError/unsupportedScryptParameters(costParam:blockSize:)`` unless N is a power of two greater
    ///   than 1 and less than 2^(16·r), r is positive, and both together take at most ``memoryLimit``.
    init(costParam: Int, blockSize: Int) throws(VaultError) {
        let block = blockSize.multipliedReportingOverflow(by: 128)
        let memory = block.partialValue.multipliedReportingOverflow(by: costParam)
        guard costParam > 1, costParam & (costParam - 1) == 0, blockSize > 0,
            !block.overflow, !memory.overflow, memory.partialValue <= Self.memoryLimit,
            costParam.trailingZeroBitCount < 16 * blockSize
        else { throw .unsupportedScryptParameters(costParam: costParam, blockSize: blockSize) }
        self.costParam = costParam
        self.blockSize = blockSize
    }

    /// The memory that a derivation takes, in bytes.
    var memory: Int { 128 * costParam * blockSize }

    /// What a new passphrase is derived with: not cheaper than before, and still within what can be read again.
    var strengthened: ScryptParameters {
        get throws(VaultError) {
            let mostExpensive = Self.memoryLimit / 128 / Self.defaultBlockSize
            return try ScryptParameters(
                costParam: min(max(Self.defaultCostParam, costParam), mostExpensive),
                blockSize: Self.defaultBlockSize
            )
        }
    }
}
