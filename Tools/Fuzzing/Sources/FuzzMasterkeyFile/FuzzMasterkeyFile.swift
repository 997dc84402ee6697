import ParserFuzzing

/// Called by libFuzzer with one input.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe FuzzedParser.masterkeyFile.parse(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
