import CloudCore
import CryptoPrimitives
import TestDataTesting
import Testing

@Suite("AES-GCM")
struct AESGCMTests {
    struct Group: Decodable, Sendable, CustomTestStringConvertible {
        struct Vector: Decodable, Sendable {
            let tcId: Int
            let key, iv, aad, msg, ct, tag: HexBytes
            let result: WycheproofResult
        }
        let keySize: Int
        let ivSize: Int
        let tests: [Vector]

        var testDescription: String { "\(keySize)-bit key, \(ivSize)-bit nonce" }
    }

    @Test("Wycheproof", .requiresSharedData, arguments: try Wycheproof<Group>.groups("aes_gcm"))
    func wycheproof(_ group: Group) throws {
        let isNonceSizeTaken = (1...AESGCM.maximumNonceSize).contains(group.ivSize / 8)
        for vector in group.tests {
            let (key, nonce, data) = (vector.key.secret, vector.iv.bytes, vector.aad.bytes)
            let sealed = Result { () throws(CryptoError) in
                try AESGCM.seal(vector.msg.bytes, key: key, nonce: nonce, authenticating: data)
            }
            let opened = Result { () throws(CryptoError) in
                try AESGCM.open(vector.ct.bytes + vector.tag.bytes, key: key, nonce: nonce, authenticating: data)
            }
            guard isNonceSizeTaken else {
                let refusal = CryptoError.invalidParameter("a nonce of \(nonce.count) bytes (1 to 128)")
                #expect(sealed == .failure(refusal), "tcId \(vector.tcId)")
                #expect(opened == .failure(refusal), "tcId \(vector.tcId)")
                continue
            }
            if vector.result == .valid {
                #expect(sealed == .success(vector.ct.bytes + vector.tag.bytes), "tcId \(vector.tcId)")
                #expect(opened == .success(vector.msg.bytes), "tcId \(vector.tcId)")
            } else {
                #expect(opened == .failure(.authenticationFailed), "tcId \(vector.tcId)")
            }
        }
    }

    /// McGrew and Viega, "The Galois/Counter Mode of Operation", test case 16.
    enum Case16 {
        static let key: HexBytes = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"
        static let nonce: HexBytes = "cafebabefacedbaddecaf888"
        static let data: HexBytes = "feedfacedeadbeeffeedfacedeadbeefabaddad2"
        static let plaintext: HexBytes = """
            d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72\
            1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39
            """
        static let ciphertext: HexBytes = """
            522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa\
            8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662
            """
        static let tag: HexBytes = "76fc6ece0f4e1768cddf8853bb2d551b"
        static let sealed = ciphertext.bytes + tag.bytes
    }

    @Test("test case 16 of the specification")
    func case16() throws {
        let sealed = try AESGCM.seal(
            Case16.plaintext.bytes,
            key: Case16.key.secret,
            nonce: Case16.nonce.bytes,
            authenticating: Case16.data.bytes
        )
        #expect(sealed == Case16.sealed)
    }

    @Test("nothing opens with a byte changed, left out or added", arguments: Case16.sealed.indices)
    func changedByte(_ index: Int) {
        var changed = Case16.sealed
        changed[index] ^= 0x01
        expectRefusal(changed)
        changed[index] ^= 0x81
        expectRefusal(changed)
        expectRefusal(Array(Case16.sealed.prefix(index)))
        expectRefusal(Case16.sealed + [UInt8](repeating: 0, count: index + 1))
    }

    @Test("nothing opens with other associated data, another nonce or another key")
    func changedSurroundings() {
        for (index, byte) in Case16.data.bytes.enumerated() {
            var data = Case16.data.bytes
            data[index] = byte ^ 0x10
            expectRefusal(Case16.sealed, data: data)
        }
        expectRefusal(Case16.sealed, data: [])
        for (index, byte) in Case16.nonce.bytes.enumerated() {
            var nonce = Case16.nonce.bytes
            nonce[index] = byte ^ 0x10
            expectRefusal(Case16.sealed, nonce: nonce)
        }
        for (index, byte) in Case16.key.bytes.enumerated() {
            var key = Case16.key.bytes
            key[index] = byte ^ 0x10
            expectRefusal(Case16.sealed, key: key)
        }
    }

    private func expectRefusal(
        _ sealed: [UInt8],
        key: [UInt8] = Case16.key.bytes,
        nonce: [UInt8] = Case16.nonce.bytes,
        data: [UInt8] = Case16.data.bytes
    ) {
        #expect(throws: CryptoError.authenticationFailed) {
            try AESGCM.open(sealed, key: SecretBytes(key), nonce: nonce, authenticating: data)
        }
    }

    @Test("one context seals and opens by turns, in place, with nonces of several sizes")
    func context() throws {
        let context = try AESGCMContext(key: Case16.key.secret)
        var (buffer, tag) = (Case16.plaintext.bytes, [UInt8](repeating: 0, count: AESGCM.tagSize))
        for _ in 0..<3 {
            try run(context, &buffer, &tag, seals: true)
            #expect(buffer == Case16.ciphertext.bytes)
            #expect(tag == Case16.tag.bytes)
            try run(context, &buffer, &tag, seals: false)
            #expect(buffer == Case16.plaintext.bytes)

            var (other, otherTag) = (buffer, tag)
            try run(context, &other, &otherTag, nonce: [1, 2, 3, 4, 5, 6, 7, 8], seals: true)
            #expect(other != Case16.ciphertext.bytes)
        }
    }

    @Test("what doesn't authenticate leaves zeroes, and the context usable")
    func wipedOutput() throws {
        let context = try AESGCMContext(key: Case16.key.secret)
        for badTag in [Case16.tag.bytes.map { $0 ^ 1 }, Array(Case16.tag.bytes.prefix(12)), []] {
            var (buffer, tag) = (Case16.ciphertext.bytes, badTag)
            #expect(throws: CryptoError.authenticationFailed) { try run(context, &buffer, &tag, seals: false) }
            #expect(buffer == [UInt8](repeating: 0, count: buffer.count))
        }
        var (buffer, tag) = (Case16.ciphertext.bytes, Case16.tag.bytes)
        try run(context, &buffer, &tag, seals: false)
        #expect(buffer == Case16.plaintext.bytes)
    }

    /// Works in place on `buffer`.
    private func run(
        _ context: AESGCMContext,
        _ buffer: inout [UInt8],
        _ tag: inout [UInt8],
        nonce: [UInt8] = Case16.nonce.bytes,
        seals: Bool
    ) throws {
        unsafe try buffer.withUnsafeMutableBytes { buffer in
            unsafe try tag.withUnsafeMutableBytes { tag in
                unsafe try nonce.withUnsafeBytes { nonce in
                    unsafe try Case16.data.bytes.withUnsafeBytes { data in
                        let input = UnsafeRawBufferPointer(buffer)
                        if seals {
                            unsafe try context.seal(input, nonce: nonce, authenticating: data, into: buffer, tag: tag)
                        } else {
                            let tag = UnsafeRawBufferPointer(tag)
                            unsafe try context.open(input, tag: tag, nonce: nonce, authenticating: data, into: buffer)
                        }
                    }
                }
            }
        }
    }

    @Test("the sample of the README")
    func sample() throws {
        let key = try Random.secret(count: 32)
        let nonce = try Random.bytes(count: AESGCM.nonceSize)
        let sealed = try AESGCM.seal("hello".utf8, key: key, nonce: nonce)
        let opened = try AESGCM.open(sealed, key: key, nonce: nonce)
        #expect(opened == Array("hello".utf8))
        #expect(sealed.count == 5 + AESGCM.tagSize)
    }

    @Test("keys have 16, 24 or 32 bytes", arguments: [0, 8, 15, 17, 31, 33, 64])
    func keySizes(_ size: Int) {
        #expect(throws: CryptoError.invalidKeySize(size)) {
            try AESGCMContext(key: SecretBytes([UInt8](repeating: 1, count: size)))
        }
    }
}
