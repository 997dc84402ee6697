/// One of the encodings of RFC 4648: a few bits to the character, padded to whole groups.
struct BaseEncoding: Sendable {
    private let alphabet: [UInt8]
    private let bits: Int
    private let groupSize: Int  // characters for the least number of whole bytes
    private let values: [UInt8?]

    /// - Parameters:
    ///   - alphabet: a power of two characters, in the order of their values.
    ///   - ignoresCase: whether upper-case letters are read as the lower-case ones of the alphabet.
    init(_ alphabet: String, ignoresCase: Bool = false) {
        self.alphabet = Array(alphabet.utf8)
        bits = self.alphabet.count.trailingZeroBitCount
        groupSize = 8 >> min(bits.trailingZeroBitCount, 3)
        var values = [UInt8?](repeating: nil, count: 256)
        for (value, character) in self.alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        if ignoresCase {
            for (value, character) in alphabet.uppercased().utf8.enumerated() { values[Int(character)] = UInt8(value) }
        }
        self.values = values
    }

    func encode(_ bytes: some Collection<UInt8>, padded: Bool) -> String {
        unsafe bytes.withBytes { bytes in unsafe encode(bytes, padded: padded) }
    }

    private func encode(_ bytes: UnsafeRawBufferPointer, padded: Bool) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 8 / bits / groupSize + 1) * groupSize)
        var (pending, pendingBits) = (0, 0)
        unsafe bytes.forEach { byte in
            pending = (pending & 0xFF) << 8 | Int(byte)
            pendingBits += 8
            while pendingBits >= bits {
                pendingBits -= bits
                text.append(alphabet[(pending >> pendingBits) & (alphabet.count - 1)])
            }
        }
        if pendingBits > 0 { text.append(alphabet[(pending << (bits - pendingBits)) & (alphabet.count - 1)]) }
        while padded, !text.count.isMultiple(of: groupSize) { text.append(UInt8(ascii: "=")) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes what ``encode(_:padded:)`` gives, with padding or without.
    ///
    /// - Returns: `nil` for other characters, a length or padding that doesn't fit, and bits set that belong to no byte.
    func decode(_ text: some StringProtocol) -> [UInt8]? {
        let characters = Array(text.utf8)
        let end = characters.lastIndex { $0 != UInt8(ascii: "=") }.map { $0 + 1 } ?? 0
        let padding = characters.count - end
        guard padding == 0 || padding == (groupSize - end % groupSize) % groupSize else { return nil }

        var bytes: [UInt8] = []
        bytes.reserveCapacity(end * bits / 8)
        var (pending, pendingBits) = (0, 0)
        for character in characters[..<end] {
            guard let value = values[Int(character)] else { return nil }
            pending = (pending & 0xFF) << bits | Int(value)
            pendingBits += bits
            if pendingBits >= 8 {
                pendingBits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> pendingBits))
            }
        }
        let isWhole = pendingBits < bits && pending & ((1 << pendingBits) - 1) == 0
        return isWhole ? bytes : nil
    }
}
