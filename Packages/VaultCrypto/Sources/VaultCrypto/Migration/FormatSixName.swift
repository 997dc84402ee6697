internal import CloudCore
internal import CryptoPrimitives

/// The name of a node of format 6, and what becomes of it in format 7 (vault format, section 16).
struct FormatSixName: Sendable {
    /// How often a name that is taken is changed.
    static let maximumAttempts = 3
    private static let threshold = VaultConfig.defaultShorteningThreshold

    /// The kind that the prefix tells.
    let kind: CloudItemType
    /// Whether nothing stands around the encrypted name, as it does in that of a conflict copy.
    let isWhole: Bool
    private let ciphertext: [UInt8]

    /// Finds the first encrypted name in a text; none has less than 32 characters.
    ///
    /// - Returns: `nil` if there is none.
    init?(_ text: String) {
        guard let match = text.firstMatch(of: #/(0|1S)?([A-Z2-7]{8}){3,}[A-Z2-7=]{8}/#) else { return nil }
        let prefix = match.output.1 ?? ""
        guard let ciphertext = NameEncoding.base32.decode(String(match.output.0.dropFirst(prefix.count))) else {
            return nil
        }
        self.ciphertext = ciphertext
        isWhole = match.range == text.startIndex..<text.endIndex
        kind =
            switch prefix {
            case "0": .folder
            case "1S": .symlink
            default: .file
            }
    }

    /// The shortened name in the name of an entry that ends in `.lng`.
    static func shortened(in name: String) -> String? {
        guard name.hasSuffix(FormatSix.shortenedEnding), let match = name.firstMatch(of: #/[A-Z2-7]{32}/#) else {
            return nil
        }
        return String(match.output) + FormatSix.shortenedEnding
    }

    /// The name of the entry in format 7.
    ///
    /// - Parameter attempt: from 0; each gives another name, which then is that of a conflict copy.
    /// - Returns: the name, and the encrypted name if it is too long to be that.
    func entryName(attempt: Int) -> (entry: String, longName: String?) {
        let number = attempt == 0 ? "" : "_\(attempt)"
        let name = Base64URL.encode(ciphertext, padded: true) + number + FormatSeven.ending
        guard name.utf8.count > Self.threshold else { return (name, nil) }
        return (FormatSeven.shortened(name), name)
    }
}
