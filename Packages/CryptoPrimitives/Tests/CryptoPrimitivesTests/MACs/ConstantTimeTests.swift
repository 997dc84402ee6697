import CloudCore
import CryptoPrimitives
import Testing

@Suite("Constant-time comparison")
struct ConstantTimeTests {
    @Test("the same bytes are equal, and none with one bit changed", arguments: [1, 16, 33])
    func bits(_ count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        #expect(ConstantTime.equal(bytes, Array(bytes)))
        #expect(ConstantTime.equal(SecretBytes(bytes), SecretBytes(bytes)))
        for bit in 0..<8 * count {
            var changed = bytes
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(!ConstantTime.equal(bytes, changed))
            #expect(!ConstantTime.equal(SecretBytes(changed), SecretBytes(bytes)))
        }
    }

    @Test("another length is unequal")
    func lengths() {
        #expect(ConstantTime.equal([], []))
        #expect(!ConstantTime.equal([], [0]))
        #expect(!ConstantTime.equal([1, 2, 3], [1, 2]))
        #expect(!ConstantTime.equal([1, 2], [1, 2, 3][...]))
        #expect(!ConstantTime.equal(SecretBytes([1]), SecretBytes([])))
    }
}
