/// Bytes that differ from chunk to chunk and within each.
func testContent(_ count: Int, variant: UInt64 = 0) -> [UInt8] {
    var state = variant &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1
    return (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
    }
}
