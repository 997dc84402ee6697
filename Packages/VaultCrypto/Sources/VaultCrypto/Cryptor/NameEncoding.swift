internal import CryptoPrimitives

/// How an encrypted name is written.
public enum NameEncoding: Hashable, Sendable {
    /// Base64url with padding: formats 7 and 8, whose names then end in `.c9r`.
    case base64url
    /// Base32 with padding: format 6, whose names begin with a prefix for the kind of item.
    case base32

    func encode(_ bytes: [UInt8]) -> String {
        switch self {
        case .base64url: Base64URL.encode(bytes, padded: true)
        case .base32: Base32.encode(bytes, padded: true)
        }
    }

    /// - Returns: `nil` for anything but what ``encode(_:)`` gives, so that no two names stand for one.
    func decode(_ text: String) -> [UInt8]? {
        let bytes: [UInt8]? =
            switch self {
            case .base64url: Base64URL.decode(text)
            case .base32: Base32.decode(text)
            }
        guard let bytes, encode(bytes).utf8.elementsEqual(text.utf8) else { return nil }
        return bytes
    }
}
