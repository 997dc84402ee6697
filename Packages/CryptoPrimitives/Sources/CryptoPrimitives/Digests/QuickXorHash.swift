/// Microsoft's quickXorHash of OneDrive and SharePoint: a checksum against mistakes, not against attackers.
///
/// Each byte is XORed into 160 bits, 11 bits after the one before it and around the end; the length is XORed into the
/// last 64 bits.
public struct QuickXorHash: Hashable, Sendable {
    private static let size = 20  // bytes
    private static let shift = 11  // bits

    private var cells = [UInt8](repeating: 0, count: size)
    private var bit = 0
    private var length: UInt64 = 0

    /// Starts a checksum.
    public init() {}

    /// Adds bytes.
    ///
    /// - Parameter bytes: what comes next.
    public mutating func update(_ bytes: some Collection<UInt8>) {
        unsafe bytes.withBytes { bytes in
            unsafe bytes.forEach { byte in
                let shifted = UInt16(byte) << UInt16(bit % 8)
                let cell = bit / 8
                cells[cell] ^= UInt8(truncatingIfNeeded: shifted)
                cells[(cell + 1) % Self.size] ^= UInt8(shifted >> 8)
                bit = (bit + Self.shift) % (Self.size * 8)
            }
            length += UInt64(bytes.count)
        }
    }

    /// The checksum of the bytes so far: 20 bytes.
    public var value: [UInt8] {
        var value = cells
        for index in 0..<8 {
            value[Self.size - 8 + index] ^= UInt8(truncatingIfNeeded: length >> UInt64(8 * index))
        }
        return value
    }
}
