extension Collection<UInt8> {
    /// Lends the bytes in one piece; copies them first where they don't lie so.
    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let result = withContiguousStorageIfAvailable { storage in
            Swift.Result { () throws(Failure) in unsafe try body(UnsafeRawBufferPointer(storage)) }
        }
        if let result { return try result.get() }
        return unsafe try ContiguousArray(self).span.withUnsafeBytes(body)
    }
}

extension [UInt8] {
    /// Makes `count` bytes that `fill` writes; they are wiped when it throws.
    init<Failure: Error>(
        count: Int,
        filledBy fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        self.init(repeating: 0, count: count)
        let result = unsafe withUnsafeMutableBytes { bytes in
            Result { () throws(Failure) in
                do throws(Failure) {
                    unsafe try fill(bytes)
                } catch {
                    unsafe bytes.wipe()
                    throw error
                }
            }
        }
        try result.get()
    }
}
