internal import CryptoPrimitives
internal import Foundation

extension Cryptor {
    /// The name under which the contents of a folder lie in the vault: `d/`, its first two characters, `/`, the rest.
    ///
    /// - Parameter id: the directory id as bytes, as found; empty for the root.
    /// - Returns: 32 characters of Base32.
    /// - Throws: an error of the cryptographic library.
    public func encryptDirId(_ id: [UInt8]) throws -> String {
        try Base32.encode(Digest.sha1(names.seal(id)))
    }

    /// Encrypts a name.
    ///
    /// - Parameters:
    ///   - name: normalised to NFC here.
    ///   - dirId: of the folder that holds the item, as bytes, as found; empty for the root.
    ///   - encoding: of the vault's format.
    /// - Returns: the encrypted name, without prefix or extension.
    /// - Throws: an error of the cryptographic library.
    public func encryptFileName(_ name: String, dirId: [UInt8], encoding: NameEncoding) throws -> String {
        let cleartext = Array(name.precomposedStringWithCanonicalMapping.utf8)
        return encoding.encode(try names.seal(cleartext, authenticating: [dirId]))
    }

    /// Decrypts a name.
    ///
    /// - Parameters:
    ///   - name: the encrypted name, without prefix or extension.
    ///   - dirId: of the folder that holds the item, as bytes, as found; empty for the root.
    ///   - encoding: of the vault's format.
    /// - Returns: the name as it was stored, not normalised.
    /// - Throws: ``VaultError/nameDoesNotAuthenticate(_:)``, also for a name that isn't encoded exactly as
    ///   ``encryptFileName(_:dirId:encoding:)`` would, or isn't UTF-8.
    public func decryptFileName(_ name: String, dirId: [UInt8], encoding: NameEncoding) throws -> String {
        guard let ciphertext = encoding.decode(name) else { throw VaultError.nameDoesNotAuthenticate(name) }
        do {
            let cleartext = try names.open(ciphertext, authenticating: [dirId])
            if let text = String(validating: cleartext, as: UTF8.self) { return text }
        } catch CryptoError.authenticationFailed {
            // The same for the caller: nothing that an app has written.
        }
        throw VaultError.nameDoesNotAuthenticate(name)
    }
}
