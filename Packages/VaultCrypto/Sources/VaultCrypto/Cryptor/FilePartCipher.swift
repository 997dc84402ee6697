internal import CloudCore
internal import CryptoPrimitives

/// Keyed contexts for the header of files, or for the chunks of one file: both are a nonce, encrypted bytes and a tag.
///
/// Used by one task at a time, and allocates nothing per part.
final class FilePartCipher {
    private enum Contexts {
        case gcm(AESGCMContext)
        case ctrMac(AESCTRContext, HMACContext)
    }

    private let scheme: CryptorScheme
    private let contexts: Contexts
    /// What is authenticated along with a chunk: its number and the header's nonce, in the order of the scheme.
    private var binding: [UInt8]
    private let numberOffset: Int

    /// - Parameters:
    ///   - scheme: of the vault.
    ///   - key: encrypts: the vault's key for headers, the content key for chunks.
    ///   - macKey: of the vault; only SIV_CTRMAC uses it.
    ///   - headerNonce: binds chunks to their file; `nil` for headers.
    /// - Throws: `CryptoError` if the library fails.
    init(scheme: CryptorScheme, key: SecretBytes, macKey: SecretBytes, headerNonce: [UInt8]?) throws {
        self.scheme = scheme
        let number = [UInt8](repeating: 0, count: headerNonce == nil ? 0 : MemoryLayout<UInt64>.size)
        let nonce = headerNonce ?? []
        switch scheme {
        case .sivGcm:
            contexts = .gcm(try AESGCMContext(key: key))
            binding = number + nonce
            numberOffset = 0
        case .sivCtrMac:
            contexts = .ctrMac(try AESCTRContext(key: key), try HMACContext(.sha256, key: macKey))
            binding = nonce + number
            numberOffset = nonce.count
        }
    }

    /// Encrypts a part whose nonce is in place already.
    ///
    /// - Parameters:
    ///   - cleartext: 0 bytes or more.
    ///   - number: of the chunk; not looked at for headers.
    ///   - part: nonce, as many bytes as the cleartext has, and the tag.
    /// - Throws: `CryptoError` if the library fails.
    func seal(
        _ cleartext: UnsafeRawBufferPointer,
        number: Int = 0,
        into part: UnsafeMutableRawBufferPointer
    ) throws {
        unsafe try withBinding(to: number) { binding in
            let parts = unsafe Fields(UnsafeRawBufferPointer(part), scheme)
            let encrypted = unsafe UnsafeMutableRawBufferPointer(rebasing: part[parts.encryptedRange])
            let tag = unsafe UnsafeMutableRawBufferPointer(rebasing: part[parts.encryptedRange.upperBound...])
            switch contexts {
            case .gcm(let context):
                unsafe try context.seal(
                    cleartext,
                    nonce: parts.nonce,
                    authenticating: binding,
                    into: encrypted,
                    tag: tag
                )
            case .ctrMac(let cipher, let mac):
                unsafe try cipher.apply(cleartext, counter: parts.nonce, into: encrypted)
                unsafe try mac.update(binding)
                unsafe try mac.authenticate(parts.authenticated, into: tag)
            }
        }
    }

    /// Authenticates and decrypts a part.
    ///
    /// - Parameters:
    ///   - part: at least a nonce and a tag.
    ///   - number: of the chunk; not looked at for headers.
    ///   - cleartext: as many bytes as there are between nonce and tag.
    /// - Returns: `false` if the part doesn't authenticate; the cleartext is not to be used then.
    /// - Throws: `CryptoError` if the library fails.
    func open(
        _ part: UnsafeRawBufferPointer,
        number: Int = 0,
        into cleartext: UnsafeMutableRawBufferPointer
    ) throws -> Bool {
        unsafe try withBinding(to: number) { binding in
            let fields = unsafe Fields(part, scheme)
            switch contexts {
            case .gcm(let context):
                do {
                    unsafe try context.open(
                        fields.encrypted,
                        tag: fields.tag,
                        nonce: fields.nonce,
                        authenticating: binding,
                        into: cleartext
                    )
                    return true
                } catch CryptoError.authenticationFailed {
                    return false
                }
            case .ctrMac(let cipher, let mac):
                unsafe try mac.update(binding)
                guard unsafe try mac.verify(fields.authenticated, fields.tag) else { return false }
                unsafe try cipher.apply(fields.encrypted, counter: fields.nonce, into: cleartext)
                return true
            }
        }
    }

    private func withBinding<Result>(
        to number: Int,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        unsafe try binding.withUnsafeMutableBytes { bytes in
            if unsafe !bytes.isEmpty {
                unsafe bytes.storeBytes(of: UInt64(number).bigEndian, toByteOffset: numberOffset, as: UInt64.self)
            }
            return unsafe try body(UnsafeRawBufferPointer(bytes))
        }
    }
}

/// What a part consists of.
@safe
private struct Fields {
    let nonce: UnsafeRawBufferPointer
    let encrypted: UnsafeRawBufferPointer
    let tag: UnsafeRawBufferPointer
    /// What the MAC of SIV_CTRMAC covers.
    let authenticated: UnsafeRawBufferPointer
    let encryptedRange: Range<Int>

    init(_ part: UnsafeRawBufferPointer, _ scheme: CryptorScheme) {
        encryptedRange = scheme.nonceSize..<part.count - scheme.tagSize
        unsafe nonce = UnsafeRawBufferPointer(rebasing: part[..<scheme.nonceSize])
        unsafe encrypted = UnsafeRawBufferPointer(rebasing: part[encryptedRange])
        unsafe tag = UnsafeRawBufferPointer(rebasing: part[encryptedRange.upperBound...])
        unsafe authenticated = UnsafeRawBufferPointer(rebasing: part[..<encryptedRange.upperBound])
    }
}

extension HMACContext {
    /// Ends the message and compares its code, in constant time.
    fileprivate func verify(_ message: UnsafeRawBufferPointer, _ code: UnsafeRawBufferPointer) throws -> Bool {
        unsafe try withUnsafeTemporaryAllocation(byteCount: code.count, alignment: 1) { expected in
            unsafe try authenticate(message, into: expected)
            return unsafe ConstantTime.equal(UnsafeRawBufferPointer(expected), code)
        }
    }
}
