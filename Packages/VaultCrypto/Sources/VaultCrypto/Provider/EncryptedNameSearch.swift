/// Finds the encrypted name in the name of an entry to which a sync client added text (vault format, section 9).
///
/// Text that decrypts is the name: names are authenticated, so a wrong piece never does.
struct EncryptedNameSearch: Sendable {
    /// What was found.
    struct Found: Sendable {
        /// The decrypted name.
        var cleartext: String
        /// What stands before the encrypted name.
        var prefix: String
        /// What stands after it.
        var suffix: String
    }

    /// Decryptions that one entry may cost: its name is chosen by whoever can write to the cloud.
    private static let maximumAttempts = 256
    private static let padding = UInt8(ascii: "=")

    private let isLetter: @Sendable (UInt8) -> Bool
    /// Where a run of letters may be cut: sync clients join with these, though they are letters too.
    private let isDelimiter: @Sendable (UInt8) -> Bool
    /// Letters in a group of the encoding.
    private let groupSize: Int
    /// Letters in the last group of an encoding that is padded.
    private let paddedRests: Set<Int>
    /// Letters of the shortest encrypted name, without padding.
    private let minimumLength: Int

    /// Names of formats 7 and 8: at least 16 bytes in Base64url.
    static let base64url = EncryptedNameSearch(
        isLetter: { $0.isDigit || $0.isUpperCase || $0.isLowerCase || $0.isDash },
        isDelimiter: \.isDash,
        groupSize: 4,
        paddedRests: [2, 3],
        minimumLength: 22
    )

    /// Names of format 6: at least 16 bytes in Base32.
    static let base32 = EncryptedNameSearch(
        isLetter: { $0.isUpperCase || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains($0) },
        isDelimiter: { _ in false },
        groupSize: 8,
        paddedRests: [2, 4, 5, 7],
        minimumLength: 26
    )

    /// Whether a byte is a letter of the encoding.
    func contains(_ byte: UInt8) -> Bool { isLetter(byte) }

    /// Whether a name holds enough letters of the encoding for an encrypted name.
    func looksLikeName(_ name: String) -> Bool {
        runs(in: Array(name.utf8)).contains { $0.count >= minimumLength }
    }

    /// Looks for an encrypted name.
    ///
    /// - Parameters:
    ///   - name: the name of an entry, without its ending.
    ///   - decrypt: gives `nil` for what doesn't authenticate.
    /// - Returns: the first piece that decrypts.
    func find(in name: String, decrypt: (String) -> String?) -> Found? {
        let bytes = Array(name.utf8)
        var attempts = 0
        for run in runs(in: bytes) {
            let starts = [run.lowerBound] + run.filter { isDelimiter(bytes[$0]) }.map { $0 + 1 }
            let ends = [run.upperBound] + run.filter { isDelimiter(bytes[$0]) }.reversed()
            for start in starts {
                for end in ends where end - start >= minimumLength {
                    guard attempts < Self.maximumAttempts else { return nil }
                    attempts += 1
                    let piece = piece(of: bytes, from: start, to: end)
                    guard let cleartext = decrypt(String(decoding: bytes[piece], as: UTF8.self)) else { continue }
                    return Found(
                        cleartext: cleartext,
                        prefix: String(decoding: bytes[..<piece.lowerBound], as: UTF8.self),
                        suffix: String(decoding: bytes[piece.upperBound...], as: UTF8.self)
                    )
                }
            }
        }
        return nil
    }

    /// The longest runs of letters, without a prefix of format 6 that is spelt with one.
    private func runs(in bytes: [UInt8]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex { !isLetter($0) } ?? bytes.count
            if end - start >= minimumLength {
                let hasLinkPrefix =
                    start > 0 && bytes[start - 1] == UInt8(ascii: "1") && bytes[start] == UInt8(ascii: "S")
                runs.append(start + (hasLinkPrefix ? 1 : 0)..<end)
            }
            start = end + 1
        }
        return runs
    }

    /// The letters from `start` on that are whole groups, with the padding that completes the last one.
    private func piece(of bytes: [UInt8], from start: Int, to end: Int) -> Range<Int> {
        let rest = (end - start) % groupSize
        let missing = (groupSize - rest) % groupSize
        let padded = bytes[end...].prefix(missing)
        guard paddedRests.contains(rest), padded.count == missing, padded.allSatisfy({ $0 == Self.padding }) else {
            return start..<end - rest
        }
        return start..<end + missing
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isUpperCase: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    fileprivate var isLowerCase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    fileprivate var isDash: Bool { self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
}
