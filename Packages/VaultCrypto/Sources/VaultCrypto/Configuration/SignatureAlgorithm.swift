internal import CloudCore
internal import CryptoPrimitives

/// How a token may be signed: with the raw key of the vault, and in no other way.
enum SignatureAlgorithm: String, Sendable {
    case hs256 = "HS256"
    case hs384 = "HS384"
    case hs512 = "HS512"

    func signature(of text: [UInt8], key: SecretBytes) throws -> [UInt8] {
        switch self {
        case .hs256: try HMAC.sha256(text, key: key)
        case .hs384: try HMAC.sha384(text, key: key)
        case .hs512: try HMAC.sha512(text, key: key)
        }
    }
}
