/// The names under which conflict copies are listed (vault format, section 9, rule 5).
enum ConflictNames: Sendable {
    private static let numbers = 1...9
    /// Bytes that stay reserved for a number: ` (9)`.
    private static let numberLength = 4

    /// The names that a copy may get, the best one first.
    ///
    /// - Parameters:
    ///   - name: the cleartext name of the original.
    ///   - suffix: what the sync client added.
    ///   - limit: the most bytes that the result may have, so that it isn't shortened.
    /// - Returns: the name with the suffix, then with the numbers 1 to 9, each before the extension.
    static func candidates(for name: String, suffix: String, limit: Int) -> [String] {
        let (base, ownExtension) = split(name)
        // An extension that leaves no room for anything else is none.
        let keepsExtension = limit - ownExtension.utf8.count >= 2 * numberLength
        let fileExtension = keepsExtension ? ownExtension : ""
        let net = limit - fileExtension.utf8.count
        let shownSuffix = suffix.prefix(bytes: net / 2)
        let shownBase = (keepsExtension ? base : name)
            .prefix(bytes: net - max(numberLength, shownSuffix.utf8.count))
        return ([String(shownSuffix)] + numbers.map { " (\($0))" }).map { shownBase + $0 + fileExtension }
    }

    /// Splits at the last dot, unless it is the first character.
    private static func split(_ name: String) -> (base: String, fileExtension: String) {
        let scalars = name.unicodeScalars
        guard let dot = scalars.lastIndex(of: "."), dot > scalars.startIndex else { return (name, "") }
        return (String(scalars[..<dot]), String(scalars[dot...]))
    }
}

extension String {
    /// The longest beginning of whole characters that has at most so many bytes of UTF-8.
    fileprivate func prefix(bytes limit: Int) -> Substring {
        var end = startIndex
        var length = 0
        for index in indices {
            length += self[index].utf8.count
            guard length <= limit else { break }
            end = self.index(after: index)
        }
        return self[..<end]
    }
}
