extension CryptorScheme {
    /// The bytes of an encrypted file that hold a range of its cleartext, without the header.
    ///
    /// - Parameters:
    ///   - range: of the cleartext, perhaps beyond its end.
    ///   - fileSize: the size of the encrypted file, if it is known.
    /// - Returns: whole chunks; with an empty last chunk, if the range reaches up to it.
    func ciphertextRange(ofCleartext range: Range<Int>, fileSize: Int?) -> Range<Int> {
        let start = ciphertextOffset(ofChunk: range.lowerBound / Self.cleartextChunkSize)
        let lastChunk = (range.upperBound - 1) / Self.cleartextChunkSize
        var end = range.isEmpty ? start : ciphertextOffset(ofChunk: lastChunk + 1)
        if let fileSize { end = fileSize - min(end, fileSize) == chunkOverhead ? fileSize : min(end, fileSize) }
        return start..<max(start, end)
    }

    /// Where a chunk begins in its file; the highest number if it can't be that far.
    private func ciphertextOffset(ofChunk number: Int) -> Int {
        let (offset, overflow) = number.multipliedReportingOverflow(by: ciphertextChunkSize)
        return overflow || offset > .max - headerSize ? .max : headerSize + offset
    }
}
