public import CloudCore
internal import CryptoPrimitives

/// The two keys of a vault, from which everything else in it follows.
///
/// Immutable, wiped when the last reference goes; may be shared between tasks.
public final class Masterkey: Sendable {
    /// Bytes of each of the two keys.
    static let keySize = 32

    /// Encrypts file headers and, as the second half of a SIV key, names; 32 bytes.
    public let aesMasterKey: SecretBytes
    /// Authenticates names, and headers and chunks of the cipher combination SIV_CTRMAC; 32 bytes.
    public let macMasterKey: SecretBytes
    /// ``aesMasterKey`` followed by ``macMasterKey``, 64 bytes: what signs the configuration of a vault.
    public let rawKey: SecretBytes

    private init(aesMasterKey: SecretBytes, macMasterKey: SecretBytes) {
        self.aesMasterKey = aesMasterKey
        self.macMasterKey = macMasterKey
        rawKey = aesMasterKey + macMasterKey
    }

    /// Makes the keys of a new vault.
    ///
    /// - Returns: keys from the system's random generator.
    /// - Throws: an error of the random generator.
    public static func createNew() throws -> Masterkey {
        try createFromRaw(
            aesMasterKey: Random.secret(count: keySize),
            macMasterKey: Random.secret(count: keySize)
        )
    }

    /// Takes keys that come from elsewhere, such as from a recovery key.
    ///
    /// - Parameters:
    ///   - aesMasterKey: 32 bytes; any other number traps.
    ///   - macMasterKey: 32 bytes; any other number traps.
    /// - Returns: the two as a masterkey.
    public static func createFromRaw(aesMasterKey: SecretBytes, macMasterKey: SecretBytes) -> Masterkey {
        precondition(aesMasterKey.count == keySize && macMasterKey.count == keySize, "a key of a vault has 32 bytes")
        return Masterkey(aesMasterKey: aesMasterKey, macMasterKey: macMasterKey)
    }

    /// Takes the raw key of a vault.
    ///
    /// - Parameter rawKey: 64 bytes, the encryption key first; any other number traps.
    /// - Returns: its two halves as a masterkey.
    public static func createFromRaw(rawKey: SecretBytes) -> Masterkey {
        precondition(rawKey.count == 2 * keySize, "the raw key of a vault has 64 bytes")
        return createFromRaw(
            aesMasterKey: rawKey[0..<keySize],
            macMasterKey: rawKey[keySize..<2 * keySize]
        )
    }
}
