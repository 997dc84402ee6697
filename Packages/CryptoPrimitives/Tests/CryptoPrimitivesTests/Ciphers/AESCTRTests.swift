import CloudCore
import CryptoPrimitives
import TestData
import TestDataTesting
import Testing

@Suite("AES-CTR")
struct AESCTRTests {
    struct Vector: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let key, initialCounter, plaintext, ciphertext: HexBytes

        var testDescription: String { name }
    }

    @Test(
        "SP 800-38A, and a counter that wraps around",
        .requiresSharedData,
        arguments: try SharedData.json(Fixture<Vector>.self, "vectors/nist/sp800-38a-aes256-ctr.json").vectors
    )
    func specification(_ vector: Vector) throws {
        let (key, counter) = (vector.key.secret, vector.initialCounter.bytes)
        #expect(try AESCTR.apply(vector.plaintext.bytes, key: key, counter: counter) == vector.ciphertext.bytes)
        #expect(try AESCTR.apply(vector.ciphertext.bytes, key: key, counter: counter) == vector.plaintext.bytes)
        // A message may end within a block.
        for count in 0...vector.plaintext.bytes.count {
            let part = try AESCTR.apply(vector.plaintext.bytes.prefix(count), key: key, counter: counter)
            #expect(part == Array(vector.ciphertext.bytes.prefix(count)))
        }
        // The counter after one block; 128 bits, big endian.
        let next = counter.allSatisfy { $0 == 0xFF } ? [UInt8](repeating: 0, count: 16) : incremented(counter)
        let rest = try AESCTR.apply(vector.plaintext.bytes.dropFirst(16), key: key, counter: next)
        #expect(rest == Array(vector.ciphertext.bytes.dropFirst(16)))
    }

    private func incremented(_ counter: [UInt8]) -> [UInt8] {
        var result = counter
        for index in result.indices.reversed() {
            result[index] &+= 1
            if result[index] != 0 { break }
        }
        return result
    }

    /// SP 800-38A, F.5.1 and F.5.3: the first block with the shorter keys.
    @Test("128 and 192 bits")
    func shorterKeys() throws {
        let counter: HexBytes = "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
        let plaintext: HexBytes = "6bc1bee22e409f96e93d7e117393172a"
        let key128: HexBytes = "2b7e151628aed2a6abf7158809cf4f3c"
        let key192: HexBytes = "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b"
        let ciphertext128: HexBytes = "874d6191b620e3261bef6864990db6ce"
        let ciphertext192: HexBytes = "1abc932417521ca24f2b0459fe7e6e0b"
        #expect(
            try AESCTR.apply(plaintext.bytes, key: key128.secret, counter: counter.bytes) == ciphertext128.bytes
        )
        #expect(
            try AESCTR.apply(plaintext.bytes, key: key192.secret, counter: counter.bytes) == ciphertext192.bytes
        )
    }

    @Test("one context starts anew with each message, in place")
    func context() throws {
        let context = try AESCTRContext(key: SecretBytes([UInt8](repeating: 7, count: 32)))
        let counter = [UInt8](repeating: 9, count: 16)
        let original = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        var buffer = original
        for round in 1...4 {
            unsafe try buffer.withUnsafeMutableBytes { buffer in
                unsafe try counter.withUnsafeBytes { counter in
                    unsafe try context.apply(UnsafeRawBufferPointer(buffer), counter: counter, into: buffer)
                }
            }
            #expect((buffer == original) == round.isMultiple(of: 2))
        }
    }

    @Test("sizes of keys and counters")
    func sizes() {
        let key = SecretBytes([UInt8](repeating: 0, count: 32))
        #expect(throws: CryptoError.invalidParameter("a counter of 12 bytes (16)")) {
            try AESCTR.apply([1], key: key, counter: [UInt8](repeating: 0, count: 12))
        }
        #expect(throws: CryptoError.invalidKeySize(31)) {
            try AESCTR.apply([1], key: key[0..<31], counter: [UInt8](repeating: 0, count: 16))
        }
    }
}
