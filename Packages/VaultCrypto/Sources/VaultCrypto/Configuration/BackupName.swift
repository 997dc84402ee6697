internal import CryptoPrimitives

/// How backups of `masterkey.cryptomator` and `vault.cryptomator` are named (vault format, section 12).
public enum BackupName: Sendable {
    private static let digestPrefix = 4  // bytes of SHA-256
    private static let suffix = ".bkup"

    /// The name for a backup of a file.
    ///
    /// - Parameters:
    ///   - original: the file's name.
    ///   - contents: the file's bytes, so that a backup of the same contents has the same name.
    /// - Returns: such as `masterkey.cryptomator.DFD9B248.bkup`.
    public static func name(for original: String, contents: some Collection<UInt8>) -> String {
        let hex = Digest.sha256(Array(contents)).prefix(digestPrefix).map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "0" + digits : digits
        }
        return original + "." + hex.joined() + suffix
    }

    /// Whether a name is that of a backup of a file, by this rule or by that of before 2019, without digest.
    ///
    /// - Parameters:
    ///   - name: any name.
    ///   - original: the name of the file, such as `vault.cryptomator`.
    /// - Returns: compares the whole name, not only its beginning.
    public static func isBackup(_ name: String, of original: String) -> Bool {
        guard name.hasPrefix(original), name.hasSuffix(suffix) else { return false }
        let middle = name.utf8.dropFirst(original.utf8.count).dropLast(suffix.utf8.count)
        if middle.isEmpty { return name.utf8.count == original.utf8.count + suffix.utf8.count }
        guard middle.first == UInt8(ascii: "."), middle.count == 1 + 2 * digestPrefix else { return false }
        return middle.dropFirst().allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0)
        }
    }
}
