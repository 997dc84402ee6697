/// Two hexadecimal digits to the byte (RFC 4648, section 8).
public enum Hex: Sendable {
    private static let encoding = BaseEncoding("0123456789abcdef", ignoresCase: true)

    /// Encodes bytes.
    ///
    /// - Parameter bytes: of any number.
    /// - Returns: lower-case digits.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        encoding.encode(bytes, padded: false)
    }

    /// Decodes digits of upper and lower case.
    ///
    /// - Parameter text: no white space or separators.
    /// - Returns: `nil` for other characters or an odd number of digits.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        encoding.decode(text)
    }
}
