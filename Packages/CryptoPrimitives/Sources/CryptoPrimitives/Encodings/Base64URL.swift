/// Base64 of the alphabet that is safe in URLs and file names (RFC 4648, section 5).
public enum Base64URL: Sendable {
    private static let encoding = BaseEncoding("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

    /// Encodes bytes.
    ///
    /// - Parameters:
    ///   - bytes: of any number.
    ///   - padded: whether `=` fills the last group of 4 characters.
    /// - Returns: characters of the alphabet.
    public static func encode(_ bytes: some Collection<UInt8>, padded: Bool = false) -> String {
        encoding.encode(bytes, padded: padded)
    }

    /// Decodes text with complete padding or with none.
    ///
    /// - Parameter text: no white space or line breaks.
    /// - Returns: `nil` for other characters, an impossible length or padding, or
    ///   bits set that belong to no byte, so that no two texts of one length stand for the same bytes.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        encoding.decode(text)
    }
}
