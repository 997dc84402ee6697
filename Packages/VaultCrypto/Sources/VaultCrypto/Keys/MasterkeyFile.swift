public import CloudCore
internal import CryptoPrimitives
public import Foundation

/// The contents of `masterkey.cryptomator`: the keys of a vault, locked with a passphrase (vault format, section 2.1).
///
/// A value without secrets; may be shared between tasks.
public struct MasterkeyFile: Sendable {
    /// The most bytes that a masterkey file may have; real ones have about 300.
    public static let maximumSize = 64 * 1024

    /// The format of the vault: 6 or 7; 999 from format 8 on, which `vault.cryptomator` then tells.
    ///
    /// Not trustworthy before the file was unlocked.
    public let version: Int
    let scrypt: ScryptParameters
    let salt: [UInt8]
    let wrappedAESKey: [UInt8]
    let wrappedMACKey: [UInt8]
    let versionMAC: [UInt8]

    /// Reads a local masterkey file; blocks, so call it off the cooperative pool.
    ///
    /// - Parameter url: the file; no more than ``maximumSize`` is read of it.
    /// - Returns: the parsed file.
    /// - Throws: as ``withContentFromData(_:)``, or the error of reading.
    public static func withContentFromURL(_ url: URL) throws -> MasterkeyFile {
        let handle = try FileHandle(forReadingFrom: url)
        defer { try? handle.close() }
        return try withContentFromData(try handle.read(upToCount: maximumSize + 1) ?? Data())
    }

    /// Parses a masterkey file.
    ///
    /// - Parameter data: the bytes of the file, JSON.
    /// - Returns: the parsed file.
    /// - Throws: ``VaultError/malformedMasterkeyFile(_:)`` if it is too large, no JSON, or a member is missing or of the
    ///   wrong form; ``VaultError/unsupportedScryptParameters(costParam:blockSize:)``.
    public static func withContentFromData(_ data: Data) throws -> MasterkeyFile {
        guard data.count <= maximumSize else {
            throw VaultError.malformedMasterkeyFile("larger than \(maximumSize) bytes")
        }
        do {
            return try MasterkeyFile(JSONDecoder().decode(Members.self, from: data))
        } catch let error as DecodingError {
            throw VaultError.malformedMasterkeyFile(error.briefly)
        }
    }

    private init(_ members: Members) throws {
        guard (1...Int(Int32.max)).contains(members.version) else {
            throw VaultError.malformedMasterkeyFile("version \(members.version)")
        }
        version = members.version
        scrypt = try ScryptParameters(costParam: members.scryptCostParam, blockSize: members.scryptBlockSize)
        salt = try Self.decode(members.scryptSalt, "scryptSalt")
        wrappedAESKey = try Self.decode(members.primaryMasterKey, "primaryMasterKey", count: Self.wrappedKeySize)
        wrappedMACKey = try Self.decode(members.hmacMasterKey, "hmacMasterKey", count: Self.wrappedKeySize)
        versionMAC = try Self.decode(members.versionMac, "versionMac", count: Self.versionMACSize)
    }

    /// Derives the key from a passphrase and unlocks the masterkey, on a thread of its own.
    ///
    /// The passphrase is normalised to NFC; if that doesn't unlock the file and what was typed differs, that is tried
    /// once. A running derivation isn't interrupted by cancellation; with 32768 and 8 it takes about 0.1 s and 32 MiB,
    /// at most 1 GiB.
    ///
    /// - Parameters:
    ///   - passphrase: as typed.
    ///   - pepper: appended to the salt; empty in every app.
    /// - Returns: the keys.
    /// - Throws: ``VaultError/wrongPassphrase``; ``VaultError/malformedMasterkeyFile(_:)`` if the version was changed;
    ///   `CancellationError`.
    @concurrent public func unlock(passphrase: String, pepper: [UInt8] = []) async throws -> Masterkey {
        try await unlock(Passphrase(passphrase), pepper: pepper)
    }

    /// Unlocks the masterkey with a passphrase that is kept in wiped memory.
    ///
    /// - Parameters:
    ///   - passphrase: UTF-8, as typed.
    ///   - pepper: appended to the salt; empty in every app.
    /// - Returns: the keys.
    /// - Throws: as for a passphrase in a string.
    @concurrent public func unlock(passphrase: SecretBytes, pepper: [UInt8] = []) async throws -> Masterkey {
        try await unlock(Passphrase(passphrase), pepper: pepper)
    }

    private func unlock(_ passphrase: Passphrase, pepper: [UInt8]) async throws -> Masterkey {
        for bytes in [passphrase.composed, passphrase.asTyped] {
            guard let bytes else { continue }
            try Task.checkCancellation()
            if let masterkey = try await BlockingWork.run({ try unlockedOnce(with: bytes, pepper: pepper) }) {
                return masterkey
            }
        }
        throw VaultError.wrongPassphrase
    }

    /// - Returns: `nil` if the keys can't be unwrapped.
    private func unlockedOnce(with passphrase: SecretBytes, pepper: [UInt8]) throws -> Masterkey? {
        let kek = try scrypt.key(from: passphrase, salt: salt + pepper)
        let masterkey: Masterkey
        do {
            masterkey = Masterkey.createFromRaw(
                aesMasterKey: try KeyWrap.unwrap(wrappedAESKey, with: kek),
                macMasterKey: try KeyWrap.unwrap(wrappedMACKey, with: kek)
            )
        } catch CryptoError.authenticationFailed {
            return nil
        }
        guard try holds(masterkey) else {
            throw VaultError.malformedMasterkeyFile("incorrect version or versionMac")
        }
        return masterkey
    }

    /// Whether a key, which came from elsewhere, is the one in this file, as far as its version's MAC tells.
    ///
    /// - Parameter masterkey: such as from a recovery key.
    /// - Returns: `false` also if the version was changed.
    /// - Throws: an error of the cryptographic library.
    public func holds(_ masterkey: Masterkey) throws -> Bool {
        ConstantTime.equal(try Self.versionMAC(of: version, with: masterkey), versionMAC)
    }
}
