public import CloudCore
internal import CryptoPrimitives
public import Foundation

extension MasterkeyFile {
    /// The version that a masterkey file of format 8 has; the format stands in `vault.cryptomator`.
    public static let versionOfFormat8 = 999
    /// N of new files.
    public static let defaultScryptCostParam = ScryptParameters.defaultCostParam

    /// Locks a masterkey with a passphrase, with a new salt, on a thread of its own.
    ///
    /// - Parameters:
    ///   - masterkey: what to lock.
    ///   - vaultVersion: 6 or 7, or ``versionOfFormat8``.
    ///   - passphrase: normalised to NFC here.
    ///   - pepper: appended to the salt; empty in every app.
    ///   - scryptCostParam: a power of two; `nil` for 32768. Lower ones are for tests.
    /// - Returns: the contents of `masterkey.cryptomator`.
    /// - Throws: ``VaultError/unsupportedScryptParameters(costParam:blockSize:)``, `CancellationError`, or an error of
    ///   the random generator.
    @concurrent public static func lock(
        masterkey: Masterkey,
        vaultVersion: Int,
        passphrase: String,
        pepper: [UInt8] = [],
        scryptCostParam: Int? = nil
    ) async throws -> Data {
        try await lock(masterkey, vaultVersion, Passphrase(passphrase), pepper, scryptCostParam)
    }

    /// Locks a masterkey with a passphrase that is kept in wiped memory.
    ///
    /// - Parameters:
    ///   - masterkey: what to lock.
    ///   - vaultVersion: 6 or 7, or ``versionOfFormat8``.
    ///   - passphrase: UTF-8, normalised to NFC here.
    ///   - pepper: appended to the salt; empty in every app.
    ///   - scryptCostParam: a power of two; `nil` for 32768. Lower ones are for tests.
    /// - Returns: the contents of `masterkey.cryptomator`.
    /// - Throws: as for a passphrase in a string.
    @concurrent public static func lock(
        masterkey: Masterkey,
        vaultVersion: Int,
        passphrase: SecretBytes,
        pepper: [UInt8] = [],
        scryptCostParam: Int? = nil
    ) async throws -> Data {
        try await lock(masterkey, vaultVersion, Passphrase(passphrase), pepper, scryptCostParam)
    }

    /// Locks the same masterkey with another passphrase; the vault's files and its configuration stay valid.
    ///
    /// The new key derivation is at least as expensive as 32768 and 8, and, up to the limit of 1 GiB, as before.
    ///
    /// - Parameters:
    ///   - oldPassphrase: unlocks this file.
    ///   - newPassphrase: normalised to NFC here.
    ///   - pepper: appended to both salts; empty in every app.
    /// - Returns: the contents of the new `masterkey.cryptomator`, of the same version.
    /// - Throws: as ``unlock(passphrase:pepper:)-(String,_)``.
    @concurrent public func changePassphrase(
        from oldPassphrase: String,
        to newPassphrase: String,
        pepper: [UInt8] = []
    ) async throws -> Data {
        let masterkey = try await unlock(passphrase: oldPassphrase, pepper: pepper)
        return try await relock(masterkey, Passphrase(newPassphrase), pepper)
    }

    /// Locks the same masterkey with another passphrase, both kept in wiped memory.
    ///
    /// - Parameters:
    ///   - oldPassphrase: unlocks this file.
    ///   - newPassphrase: UTF-8, normalised to NFC here.
    ///   - pepper: appended to both salts; empty in every app.
    /// - Returns: the contents of the new `masterkey.cryptomator`, of the same version.
    /// - Throws: as ``unlock(passphrase:pepper:)-(SecretBytes,_)``.
    @concurrent public func changePassphrase(
        from oldPassphrase: SecretBytes,
        to newPassphrase: SecretBytes,
        pepper: [UInt8] = []
    ) async throws -> Data {
        let masterkey = try await unlock(passphrase: oldPassphrase, pepper: pepper)
        return try await relock(masterkey, Passphrase(newPassphrase), pepper)
    }

    /// Locks the masterkey of this file with another passphrase, at no lower a cost.
    func relock(_ masterkey: Masterkey, _ passphrase: Passphrase, _ pepper: [UInt8] = []) async throws -> Data {
        try await Self.lock(masterkey, version, passphrase, pepper, scrypt.strengthened.costParam)
    }

    private static func lock(
        _ masterkey: Masterkey,
        _ vaultVersion: Int,
        _ passphrase: Passphrase,
        _ pepper: [UInt8],
        _ costParam: Int?
    ) async throws -> Data {
        precondition((1...Int(Int32.max)).contains(vaultVersion), "the version of a vault has 31 bits")
        try Task.checkCancellation()
        let scrypt = try ScryptParameters(
            costParam: costParam ?? ScryptParameters.defaultCostParam,
            blockSize: ScryptParameters.defaultBlockSize
        )
        let salt = try Random.bytes(count: saltSize)
        return try await BlockingWork.run {
            let kek = try scrypt.key(from: passphrase.composed, salt: salt + pepper)
            return Members(
                version: vaultVersion,
                scryptSalt: Base64.encode(salt),
                scryptCostParam: scrypt.costParam,
                scryptBlockSize: scrypt.blockSize,
                primaryMasterKey: Base64.encode(try KeyWrap.wrap(masterkey.aesMasterKey, with: kek)),
                hmacMasterKey: Base64.encode(try KeyWrap.wrap(masterkey.macMasterKey, with: kek)),
                versionMac: Base64.encode(try versionMAC(of: vaultVersion, with: masterkey))
            ).json
        }
    }
}
