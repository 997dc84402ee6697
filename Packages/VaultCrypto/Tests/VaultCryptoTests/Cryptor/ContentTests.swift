import CloudCore
import Testing

@testable import VaultCrypto

@Suite("Headers and chunks")
struct ContentTests {
    @Test("headers and chunks are those of the vectors, and back", arguments: Fixture.contents.contents)
    func vectors(_ vector: ContentVectors.Content) throws {
        let cryptor = Fixture.cryptor(vector.cipherCombo)
        let header = cryptor.header(nonce: hex(vector.headerNonce), contentKey: .init(hex(vector.contentKey)))
        #expect(cryptor.headerSize == vector.headerSize)
        #expect(try cryptor.encryptHeader(header) == hex(vector.headerHex))
        let read = try cryptor.decryptHeader(hex(vector.headerHex))
        #expect(read.nonce == header.nonce)
        #expect(read.contentKey.revealed == hex(vector.contentKey))
        for chunk in vector.chunks {
            let (cleartext, ciphertext) = (hex(chunk.cleartextHex), hex(chunk.ciphertextHex))
            let encrypted = try cryptor.encryptChunk(
                cleartext[...],
                number: chunk.chunkNumber,
                header: header,
                nonce: hex(chunk.chunkNonce)
            )
            #expect(encrypted == ciphertext)
            #expect(try cryptor.decryptChunk(ciphertext[...], number: chunk.chunkNumber, header: read) == cleartext)
        }
    }

    @Test("every header and every chunk has its own nonce and key", arguments: CryptorScheme.allCases)
    func fresh(_ scheme: CryptorScheme) throws {
        let cryptor = Fixture.cryptor(scheme)
        let (one, other) = (try cryptor.createHeader(), try cryptor.createHeader())
        #expect(one.nonce != other.nonce)
        #expect(one.contentKey.revealed != other.contentKey.revealed)
        let chunks = try (0..<2).map { _ in try cryptor.encryptChunk([1, 2, 3], number: 0, header: one) }
        #expect(chunks[0].prefix(scheme.nonceSize) != chunks[1].prefix(scheme.nonceSize))
    }

    @Test("a header with any byte changed doesn't authenticate", arguments: CryptorScheme.allCases)
    func flippedHeader(_ scheme: CryptorScheme) throws {
        let cryptor = Fixture.cryptor(scheme)
        let bytes = try cryptor.encryptHeader(cryptor.createHeader())
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x80
            #expect(throws: VaultError.fileDoesNotAuthenticate(.header, nil)) { try cryptor.decryptHeader(changed) }
        }
        for size in [0, 1, bytes.count - 1] {
            #expect(throws: VaultError.fileDoesNotAuthenticate(.header, nil)) {
                try cryptor.decryptHeader(bytes.prefix(size))
            }
        }
        #expect(throws: VaultError.fileDoesNotAuthenticate(.header, nil)) { try cryptor.decryptHeader(bytes + [0]) }
    }

    @Test("a header of zeroes doesn't authenticate (F-VCRY-08)", arguments: CryptorScheme.allCases)
    func zeroHeader(_ scheme: CryptorScheme) {
        #expect(throws: VaultError.fileDoesNotAuthenticate(.header, nil)) {
            try Fixture.cryptor(scheme).decryptHeader(Array(repeating: 0, count: scheme.headerSize))
        }
    }

    @Test("a header of another vault doesn't authenticate (F-VCRY-10)", arguments: CryptorScheme.allCases)
    func foreignHeader(_ scheme: CryptorScheme) throws {
        let other = Cryptor(masterkey: try .createNew(), scheme: scheme)
        let bytes = try other.encryptHeader(other.createHeader())
        #expect(throws: VaultError.fileDoesNotAuthenticate(.header, nil)) {
            try Fixture.cryptor(scheme).decryptHeader(bytes)
        }
    }

    @Test("a chunk with any byte changed doesn't authenticate", arguments: CryptorScheme.allCases)
    func flippedChunk(_ scheme: CryptorScheme) throws {
        let cryptor = Fixture.cryptor(scheme)
        let header = try cryptor.createHeader()
        let chunk = try cryptor.encryptChunk(testContent(100)[...], number: 3, header: header)
        for index in chunk.indices {
            var changed = chunk
            changed[index] ^= 1
            #expect(throws: VaultError.fileDoesNotAuthenticate(.chunk(3), nil)) {
                try cryptor.decryptChunk(changed[...], number: 3, header: header)
            }
        }
    }

    @Test(
        "a chunk elsewhere, of another file, cut or lengthened doesn't authenticate",
        arguments: CryptorScheme.allCases
    )
    func foreignChunk(_ scheme: CryptorScheme) throws {
        let cryptor = Fixture.cryptor(scheme)
        let header = try cryptor.createHeader()
        let chunk = try cryptor.encryptChunk(testContent(32_768)[...], number: 3, header: header)
        #expect(try cryptor.decryptChunk(chunk[...], number: 3, header: header) == testContent(32_768))
        #expect(throws: VaultError.fileDoesNotAuthenticate(.chunk(2), nil)) {
            try cryptor.decryptChunk(chunk[...], number: 2, header: header)
        }
        #expect(throws: VaultError.fileDoesNotAuthenticate(.chunk(3), nil)) {
            try cryptor.decryptChunk(chunk[...], number: 3, header: cryptor.createHeader())
        }
        for size in [0, 1, scheme.chunkOverhead - 1, scheme.chunkOverhead, chunk.count - 1] {
            #expect(throws: VaultError.fileDoesNotAuthenticate(.chunk(3), nil)) {
                try cryptor.decryptChunk(chunk.prefix(size), number: 3, header: header)
            }
        }
        #expect(throws: VaultError.fileDoesNotAuthenticate(.chunk(3), nil)) {
            try cryptor.decryptChunk((chunk + [0])[...], number: 3, header: header)
        }
    }

    @Test("what doesn't authenticate says which part and what it is")
    func texts() throws {
        let error = VaultError.fileDoesNotAuthenticate(.chunk(9), try CloudPath("/d/AA/B/c.c9r"))
        #expect(error.category == .notAuthentic)
        #expect(error.description == "the encrypted file /d/AA/B/c.c9r is damaged: its block 9 does not authenticate")
    }
}
