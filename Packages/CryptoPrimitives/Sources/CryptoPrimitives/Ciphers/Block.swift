/// The 16 bytes of a block of AES.
typealias Block = SIMD16<UInt8>

extension Block {
    /// - Parameter bytes: at most 16; zeroes follow.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.init()
        unsafe Swift.withUnsafeMutableBytes(of: &self) { unsafe $0.copyMemory(from: bytes) }
    }

    /// The block times x in the field of 2^128 elements (RFC 5297, section 2.3), in constant time.
    var doubled: Block {
        var result = self &<< 1
        for index in 0..<15 { result[index] |= self[index + 1] >> 7 }
        result[15] ^= 0x87 &* (self[0] >> 7)
        return result
    }

    /// Lends the bytes.
    func withBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws(CryptoError) -> Result
    ) throws(CryptoError) -> Result {
        unsafe try Swift.withUnsafeBytes(of: self, body)
    }
}
