internal import CloudCore
internal import CryptoPrimitives
internal import Foundation

/// The header, the content key and the nonces with which one content is encrypted.
struct EncryptionAttempt: Sendable {
    private static let seedSize = 32

    /// The state of the content that is encrypted.
    let identity: SourceIdentity?
    private let cryptor: Cryptor
    private let header: FileHeader
    private let headerBytes: [UInt8]
    let seed: SecretBytes
    private let nonces: ContextPool<NonceSequence>

    /// A new attempt.
    init(cryptor: Cryptor, identity: SourceIdentity?) throws {
        let header = try cryptor.createHeader()
        try self.init(
            cryptor: cryptor,
            header: header,
            headerBytes: cryptor.encryptHeader(header),
            seed: Random.secret(count: Self.seedSize),
            identity: identity
        )
    }

    private init(
        cryptor: Cryptor,
        header: FileHeader,
        headerBytes: [UInt8],
        seed: SecretBytes,
        identity: SourceIdentity?
    ) {
        self.cryptor = cryptor
        self.header = header
        self.headerBytes = headerBytes
        self.seed = seed
        self.identity = identity
        nonces = ContextPool { try NonceSequence(seed: seed) }
    }

    /// Encrypts consecutive chunks; the header stands before chunk 0.
    ///
    /// - Returns: the bytes of the file, and a part of their tags, which differs for another cleartext.
    func encrypt(_ cleartext: Bytes, chunks: Range<Int>) throws -> (bytes: [UInt8], fingerprint: UInt64) {
        try nonces.withContext { nonces in
            unsafe try header.cipher.encrypt(
                cleartext,
                chunks: chunks,
                after: chunks.lowerBound == 0 ? headerBytes : []
            ) {
                unsafe try nonces.write($0, into: $1)
            }
        }
    }

    /// Differs for every attempt and every content.
    var ciphertextIdentity: SourceIdentity? {
        get throws {
            guard let identity else { return nil }
            let digest = try HMAC.sha256(Array("identity".utf8) + headerBytes + identity.rawValue.utf8, key: seed)
            return SourceIdentity(rawValue: "vault:" + Base64URL.encode(digest))
        }
    }
}

extension EncryptionAttempt {
    private static let checkpointVersion: UInt8 = 1

    /// Sealed header, seed, length and identity; `nil` without identity.
    func checkpoint(length: Int) throws -> Data? {
        guard let identity else { return nil }
        let content = unsafe seed.withUnsafeBytes { seed in
            unsafe headerBytes + seed + UInt64(length).bigEndianBytes + identity.rawValue.utf8
        }
        let nonce = try Random.bytes(count: AESGCM.nonceSize)
        let sealed = try AESGCM.seal(
            content,
            key: Self.checkpointKey(of: cryptor),
            nonce: nonce,
            authenticating: [Self.checkpointVersion]
        )
        return Data([Self.checkpointVersion] + nonce + sealed)
    }

    /// Goes on with an earlier attempt.
    ///
    /// - Returns: `nil` if the checkpoint is damaged, or of another vault, scheme or content.
    init?(checkpoint: Data, cryptor: Cryptor, identity: SourceIdentity?, length: Int) {
        let sealed = Array(checkpoint.dropFirst())
        guard let identity, checkpoint.first == Self.checkpointVersion,
            let key = try? Self.checkpointKey(of: cryptor),
            let content = try? AESGCM.open(
                sealed.dropFirst(AESGCM.nonceSize),
                key: key,
                nonce: sealed.prefix(AESGCM.nonceSize),
                authenticating: [Self.checkpointVersion]
            )
        else { return nil }
        let header = content.prefix(cryptor.headerSize)
        let seed = content.dropFirst(header.count).prefix(Self.seedSize)
        let expected = UInt64(length).bigEndianBytes + identity.rawValue.utf8
        guard content.dropFirst(header.count + seed.count).elementsEqual(expected),
            let fileHeader = try? cryptor.decryptHeader(header)
        else { return nil }
        self.init(
            cryptor: cryptor,
            header: fileHeader,
            headerBytes: Array(header),
            seed: SecretBytes(seed),
            identity: identity
        )
    }

    /// A key of its own, so that no key of the vault's format meets a nonce of ours.
    private static func checkpointKey(of cryptor: Cryptor) throws -> SecretBytes {
        try HKDF.sha256(
            key: cryptor.masterkey.rawKey,
            info: Array("cloudaccess upload checkpoint \(cryptor.scheme.rawValue)".utf8),
            count: 32
        )
    }
}
