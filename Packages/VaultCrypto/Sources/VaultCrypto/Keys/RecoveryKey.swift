public import CloudCore
internal import CryptoPrimitives

/// The raw key of a vault as 44 English words, as Cryptomator shows it (vault format, section 13.1).
///
/// It stays valid when the passphrase changes. Whoever knows the words can read the vault.
public enum RecoveryKey: Sendable {
    /// Number of words of a recovery key.
    public static let wordCount = 44

    private static let rawKeySize = 64
    private static let checksumSize = 2

    /// Why words are no recovery key.
    public enum Failure: CategorizedError, Hashable, CustomStringConvertible {
        /// Not 44 words.
        case wrongNumberOfWords(Int)
        /// A word, counted from 1, is not in the list.
        case unknownWord(position: Int)
        /// All words are in the list, but they don't belong together.
        case wrongChecksum

        /// The kind of failure.
        public var category: ErrorCategory { .other }

        /// The name of the case.
        public var code: String {
            switch self {
            case .wrongNumberOfWords: "wrongNumberOfWords"
            case .unknownWord: "unknownWord"
            case .wrongChecksum: "wrongChecksum"
            }
        }

        /// What is wrong and what to do, for a person.
        public var reason: String {
            switch self {
            case .wrongNumberOfWords(let count): "a recovery key has \(wordCount) words, not \(count)"
            case .unknownWord(let position):
                "word \(position) of the recovery key is misspelt: it is not in the word list"
            case .wrongChecksum: "the recovery key is wrong: a word is exchanged for another, or the order is wrong"
            }
        }

        /// What is wrong and what to do, for a person.
        public var description: String { reason }
    }

    /// The words of a masterkey.
    ///
    /// - Parameter masterkey: the keys.
    /// - Returns: 44 lower-case words with single spaces, a secret like the key.
    public static func encode(_ masterkey: Masterkey) -> String {
        let raw = unsafe masterkey.rawKey.withUnsafeBytes { unsafe Array($0) }
        let bytes = raw + checksum(of: raw)
        let words = stride(from: 0, to: bytes.count, by: 3).flatMap { index in
            let group = (Int(bytes[index]) << 16) | (Int(bytes[index + 1]) << 8) | Int(bytes[index + 2])
            return [group >> 12, group & 0xFFF]
        }
        return words.map { String(RecoveryKeyWords.words[$0]) }.joined(separator: " ")
    }

    /// The masterkey that words stand for.
    ///
    /// - Parameter text: the words, separated by any white space; upper case counts as lower case.
    /// - Returns: the keys; whether they belong to a vault, its configuration tells.
    /// - Throws: ``Failure``.
    public static func decode(_ text: String) throws(Failure) -> Masterkey {
        let words = text.split(whereSeparator: \.isWhitespace)
        var indices: [Int] = []
        for (position, word) in words.enumerated() {
            guard let index = RecoveryKeyWords.index[word.lowercased()] else {
                throw .unknownWord(position: position + 1)
            }
            indices.append(index)
        }
        guard words.count == wordCount else { throw .wrongNumberOfWords(words.count) }
        var bytes = stride(from: 0, to: indices.count, by: 2).flatMap { position in
            let group = (indices[position] << 12) | indices[position + 1]
            return [16, 8, 0].map { UInt8(truncatingIfNeeded: group >> $0) }
        }
        guard checksum(of: Array(bytes[..<rawKeySize])).elementsEqual(bytes[rawKeySize...]) else {
            throw .wrongChecksum
        }
        bytes.removeLast(checksumSize)
        return Masterkey.createFromRaw(rawKey: SecretBytes(taking: &bytes))
    }

    /// The two low bytes of the CRC-32, lowest first.
    private static func checksum(of bytes: [UInt8]) -> [UInt8] {
        let crc = CRC32.checksum(bytes)
        return [UInt8(truncatingIfNeeded: crc), UInt8(truncatingIfNeeded: crc >> 8)]
    }
}
