public import CloudCore

/// AES-SIV (RFC 5297): deterministic authenticated encryption with any number of associated-data components.
///
/// S2V is written here over CMAC, because OpenSSL 3.0's own cipher can't encrypt an empty plaintext and leaves out empty
/// components. Immutable; threads may share one instance.
public final class AESSIV: Sendable {
    /// Bytes by which a sealed message is longer: the synthetic IV, which stands first.
    public static let overhead = 16
    /// The most associated-data components (RFC 5297, section 2.6: 127 strings, the plaintext being one).
    public static let maximumComponents = 126

    private let keys: Result<Keys, CryptoError>

    /// Takes the two halves of a key.
    ///
    /// A key of a wrong size is reported when it is first used.
    ///
    /// - Parameters:
    ///   - macKey: K1, for S2V: 16, 24 or 32 bytes.
    ///   - ctrKey: K2, for counter mode: as long as `macKey`.
    public init(macKey: SecretBytes, ctrKey: SecretBytes) {
        keys = Result { () throws(CryptoError) in try Keys(macKey: macKey, ctrKey: ctrKey) }
    }

    /// Takes a key as the RFC writes it: K1 followed by K2.
    ///
    /// - Parameter key: 32, 48 or 64 bytes.
    /// - Throws: ``CryptoError/invalidKeySize(_:)``; ``CryptoError/libraryFailure(_:)``.
    public init(key: SecretBytes) throws(CryptoError) {
        guard key.count.isMultiple(of: 2) else { throw .invalidKeySize(key.count) }
        let half = key.count / 2
        keys = .success(try Keys(macKey: key[0..<half], ctrKey: key[half..<key.count]))
    }

    /// Encrypts and authenticates a message; the same input gives the same output.
    ///
    /// - Parameters:
    ///   - plaintext: of any length, also empty.
    ///   - components: associated data, in order. No component and one empty component give different results.
    /// - Returns: the synthetic IV followed by the ciphertext.
    /// - Throws: ``CryptoError/invalidKeySize(_:)``; ``CryptoError/invalidParameter(_:)`` for too many components;
    ///   ``CryptoError/libraryFailure(_:)``.
    public func seal(
        _ plaintext: some Collection<UInt8>,
        authenticating components: [[UInt8]] = []
    ) throws(CryptoError) -> [UInt8] {
        let keys = try keys.get()
        return unsafe try plaintext.withBytes { plaintext throws(CryptoError) in
            let iv = unsafe try keys.syntheticIV(components, plaintext)
            return unsafe try [UInt8](count: Self.overhead + plaintext.count) { sealed throws(CryptoError) in
                unsafe try iv.withBytes { unsafe sealed.copyMemory(from: $0) }
                let ciphertext = unsafe UnsafeMutableRawBufferPointer(rebasing: sealed[Self.overhead...])
                unsafe try keys.applyCounterMode(to: plaintext, iv: iv, into: ciphertext)
            }
        }
    }

    /// Decrypts a message and checks that it is authentic.
    ///
    /// - Parameters:
    ///   - sealed: the synthetic IV followed by the ciphertext.
    ///   - components: those the message was sealed with.
    /// - Returns: the plaintext.
    /// - Throws: ``CryptoError/authenticationFailed``, also for fewer than 16 bytes;
    ///   ``CryptoError/invalidKeySize(_:)``; ``CryptoError/invalidParameter(_:)`` for too many components;
    ///   ``CryptoError/libraryFailure(_:)``.
    public func open(
        _ sealed: some Collection<UInt8>,
        authenticating components: [[UInt8]] = []
    ) throws(CryptoError) -> [UInt8] {
        let keys = try keys.get()
        return unsafe try sealed.withBytes { sealed throws(CryptoError) in
            guard sealed.count >= Self.overhead else { throw .authenticationFailed }
            let iv = unsafe Block(UnsafeRawBufferPointer(rebasing: sealed[..<Self.overhead]))
            let ciphertext = unsafe UnsafeRawBufferPointer(rebasing: sealed[Self.overhead...])
            return unsafe try [UInt8](count: ciphertext.count) { plaintext throws(CryptoError) in
                unsafe try keys.applyCounterMode(to: ciphertext, iv: iv, into: plaintext)
                let expected = unsafe try keys.syntheticIV(components, UnsafeRawBufferPointer(plaintext))
                let isAuthentic = unsafe try expected.withBytes { expected throws(CryptoError) in
                    unsafe try iv.withBytes { unsafe ConstantTime.equal(expected, $0) }
                }
                guard isAuthentic else { throw .authenticationFailed }
            }
        }
    }
}

extension AESSIV {
    private struct Keys: Sendable {
        private let cmac: CMAC
        private let codeOfZeroes: Block
        private let ctrKey: SecretBytes

        init(macKey: SecretBytes, ctrKey: SecretBytes) throws(CryptoError) {
            guard macKey.count == ctrKey.count else { throw .invalidKeySize(ctrKey.count) }
            cmac = try CMAC(key: macKey)
            codeOfZeroes = try cmac.code(of: Block())
            self.ctrKey = ctrKey
        }

        /// S2V (RFC 5297, section 2.4), the plaintext being the last string.
        func syntheticIV(_ components: [[UInt8]], _ plaintext: UnsafeRawBufferPointer) throws(CryptoError) -> Block {
            guard components.count <= AESSIV.maximumComponents else {
                throw .invalidParameter("\(components.count) components (0 to \(AESSIV.maximumComponents))")
            }
            var sum = codeOfZeroes
            for component in components {
                sum =
                    sum.doubled
                    ^ (unsafe try component.withBytes { bytes throws(CryptoError) in
                        unsafe try cmac.code(of: bytes)
                    })
            }
            let split = plaintext.count - Block.scalarCount
            guard split >= 0 else {
                var padded = unsafe Block(plaintext)
                padded[plaintext.count] = 0x80
                return try cmac.code(of: sum.doubled ^ padded)
            }
            let head = unsafe UnsafeRawBufferPointer(rebasing: plaintext[..<split])
            let tail = unsafe sum ^ Block(UnsafeRawBufferPointer(rebasing: plaintext[split...]))
            return unsafe try tail.withBytes { tail throws(CryptoError) in unsafe try cmac.code(of: head, tail) }
        }

        /// Counter mode from the IV without bits 31 and 63, counted from the right (RFC 5297, section 2.5).
        func applyCounterMode(
            to input: UnsafeRawBufferPointer,
            iv: Block,
            into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            var counter = iv
            counter[8] &= 0x7F
            counter[12] &= 0x7F
            let context = try AESCTRContext(key: ctrKey)
            unsafe try counter.withBytes { counter throws(CryptoError) in
                unsafe try context.apply(input, counter: counter, into: output)
            }
        }
    }
}
