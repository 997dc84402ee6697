/// Bytes for files: pseudo-random, so that misplaced pieces show, and the same in every run.
enum Content {
    /// Sizes around the borders at which ciphers, buffers and pieces change.
    static let sizes = [0, 1, 32_767, 32_768, 32_769, 65_535, 65_536, 65_537, 262_143, 262_144, 262_145, 1_048_577]

    /// More than any buffer on the way holds, so that a transfer of it has a middle.
    static let largeSize = 1_500_000

    static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var start = Int(seed % 10_000) * 104_729 % period
        while bytes.count < count {
            let end = min(period, start + count - bytes.count)
            bytes += pool[start..<end]
            start = 0
        }
        return bytes
    }

    /// A prime number: no piece of any even size comes again at the same place of another piece.
    private static let period = 1_048_583

    private static let pool: [UInt8] = {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        return (0..<period).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state >> 32)
        }
    }()

    /// A size's neighbours, and the size.
    static func around(_ size: Int) -> [Int] {
        [size - 1, size, size + 1].filter { $0 >= 0 }
    }
}
