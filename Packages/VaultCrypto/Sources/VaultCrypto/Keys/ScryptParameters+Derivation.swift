internal import CloudCore
internal import CryptoPrimitives

extension ScryptParameters {
    private static let keySize = 32  // bytes

    /// Derives the key that wraps the keys of a vault; takes time and ``memory``, so call it off the cooperative pool.
    func key(from passphrase: SecretBytes, salt: [UInt8]) throws -> SecretBytes {
        try Scrypt.derive(
            from: passphrase,
            salt: salt,
            costParameter: costParam,
            blockSize: blockSize,
            count: Self.keySize,
            maximumMemory: Self.memoryLimit
        )
    }
}
