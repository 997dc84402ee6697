public import CloudCore
internal import COpenSSL

/// HMAC (RFC 2104) with one key, for any number of messages.
///
/// Not `Sendable`: one thread at a time. Keying it costs about as much as a short message, so keep one per thread.
@safe
public final class HMACContext {
    /// The hash function.
    public let algorithm: DigestAlgorithm
    private let raw: OpaquePointer

    /// Takes the key and starts a message.
    ///
    /// - Parameters:
    ///   - algorithm: the hash function.
    ///   - key: of any length; one longer than a block of the function is hashed first, as the RFC says.
    /// - Throws: ``CryptoError/libraryFailure(_:)``.
    public init(_ algorithm: DigestAlgorithm, key: SecretBytes) throws(CryptoError) {
        self.algorithm = algorithm
        unsafe raw = try MACKind.hmac.makeContext()
        unsafe try key.withUnsafeBytes { key throws(CryptoError) in
            unsafe try check(
                copenssl_mac_init(raw, OSSL_MAC_PARAM_DIGEST, algorithm.name, key.bytePointer, key.count)
            )
        }
    }

    deinit { unsafe EVP_MAC_CTX_free(raw) }

    /// Adds bytes to the message.
    ///
    /// - Parameter bytes: what comes next.
    /// - Throws: ``CryptoError/libraryFailure(_:)``.
    public func update(_ bytes: UnsafeRawBufferPointer) throws(CryptoError) {
        unsafe try check(EVP_MAC_update(raw, bytes.bytePointer, bytes.count))
    }

    /// Adds bytes to the message.
    ///
    /// - Parameter bytes: what comes next; copied only if they don't lie in one piece.
    /// - Throws: ``CryptoError/libraryFailure(_:)``.
    public func update(_ bytes: some Collection<UInt8>) throws(CryptoError) {
        unsafe try bytes.withBytes { bytes throws(CryptoError) in unsafe try update(bytes) }
    }

    /// Ends the message and starts another one with the same key.
    ///
    /// - Parameter code: gets the first bytes of the code; at most as long as ``DigestAlgorithm/size``, longer traps.
    /// - Throws: ``CryptoError/libraryFailure(_:)``.
    public func finish(into code: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        precondition(code.count <= algorithm.size, "longer than the code")
        let result = unsafe withUnsafeTemporaryAllocation(byteCount: algorithm.size, alignment: 1) { whole in
            var length = 0
            let result = unsafe EVP_MAC_final(raw, whole.bytePointer, &length, whole.count)
            unsafe code.copyMemory(from: UnsafeRawBufferPointer(rebasing: whole[..<code.count]))
            unsafe whole.wipe()
            return result
        }
        try check(result)
        unsafe try check(EVP_MAC_init(raw, nil, 0, nil))
    }

    /// Ends the message and starts another one with the same key.
    ///
    /// - Returns: as many bytes as ``DigestAlgorithm/size``.
    /// - Throws: ``CryptoError/libraryFailure(_:)``.
    public func finish() throws(CryptoError) -> [UInt8] {
        unsafe try [UInt8](count: algorithm.size) { code throws(CryptoError) in unsafe try finish(into: code) }
    }

    /// The code of a message that is at hand.
    ///
    /// - Parameters:
    ///   - message: the message, or its rest after what was added before.
    ///   - code: gets the first bytes of the code; at most as long as ``DigestAlgorithm/size``, longer traps.
    /// - Throws: ``CryptoError/libraryFailure(_:)``.
    public func authenticate(
        _ message: UnsafeRawBufferPointer,
        into code: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        unsafe try update(message)
        unsafe try finish(into: code)
    }
}

@available(*, unavailable)
extension HMACContext: Sendable {}
