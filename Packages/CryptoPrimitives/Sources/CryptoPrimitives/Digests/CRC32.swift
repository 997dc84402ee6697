/// CRC-32 (IEEE 802.3; RFC 1952, section 8, as in zlib): a checksum against mistakes, not against attackers.
public struct CRC32: Hashable, Sendable {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(byte) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    private var state = ~UInt32(0)

    /// Starts a checksum.
    public init() {}

    /// The checksum of the bytes so far.
    public var value: UInt32 { ~state }

    /// Adds bytes.
    ///
    /// - Parameter bytes: what comes next.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        let table = Self.table
        state = unsafe bytes.reduce(state) { state, byte in
            table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ (state >> 8)
        }
    }

    /// Adds bytes.
    ///
    /// - Parameter bytes: what comes next.
    public mutating func update(_ bytes: some Collection<UInt8>) {
        unsafe bytes.withBytes { bytes in unsafe update(bytes) }
    }

    /// The checksum of bytes that are at hand.
    ///
    /// - Parameter bytes: what is summed up.
    /// - Returns: the checksum, 0 for no bytes.
    public static func checksum(_ bytes: some Collection<UInt8>) -> UInt32 {
        var checksum = CRC32()
        checksum.update(bytes)
        return checksum.value
    }
}
