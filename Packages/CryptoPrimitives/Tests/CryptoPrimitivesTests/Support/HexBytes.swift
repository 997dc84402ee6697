import CloudCore
import CryptoPrimitives

/// Bytes that a vector file has as hexadecimal text.
struct HexBytes: Decodable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    let bytes: [UInt8]

    var secret: SecretBytes { SecretBytes(bytes) }
    var description: String { Hex.encode(bytes) }

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let bytes = Hex.decode(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no hex: \(text)")
            )
        }
        self.bytes = bytes
    }

    init(stringLiteral text: String) {
        guard let bytes = Hex.decode(text) else { preconditionFailure("no hex: \(text)") }
        self.bytes = bytes
    }
}

extension SecretBytes {
    var revealed: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }
}
