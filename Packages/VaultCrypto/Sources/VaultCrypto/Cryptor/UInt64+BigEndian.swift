extension UInt64 {
    /// The 8 bytes of the number, the highest first.
    var bigEndianBytes: [UInt8] {
        (0..<8).reversed().map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    }
}
