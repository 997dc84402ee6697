internal import CryptoPrimitives
internal import Foundation

/// A JSON Web Token in compact form (RFC 7515, section 7.1), decoded but not verified.
struct CompactToken: Sendable {
    /// The most bytes that a token may have; real ones have about 300, those of hubs about 1,500.
    static let maximumSize = 64 * 1024

    /// JSON.
    let header: [UInt8]
    /// JSON.
    let payload: [UInt8]
    /// What was signed: the first two segments and the dot between them, as they stand in the token.
    let signedText: [UInt8]
    let signature: [UInt8]

    /// Splits and decodes; white space around the token and `=` at the end of segments are accepted.
    ///
    /// - Throws: ``VaultError/malformedVaultConfig(_:)``.
    init(_ token: String) throws(VaultError) {
        guard token.utf8.count <= Self.maximumSize else {
            throw .malformedVaultConfig("larger than \(Self.maximumSize) bytes")
        }
        let text = Array(token.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
        let segments = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard segments.count == 3 else { throw .malformedVaultConfig("\(segments.count) segments instead of 3") }
        header = try Self.decode(segments[0], "header")
        payload = try Self.decode(segments[1], "payload")
        signature = try Self.decode(segments[2], "signature")
        signedText = Array(text[..<segments[1].endIndex])
    }

    private static func decode(_ segment: ArraySlice<UInt8>, _ name: String) throws(VaultError) -> [UInt8] {
        guard let bytes = Base64URL.decode(String(decoding: segment, as: UTF8.self)) else {
            throw .malformedVaultConfig("\(name) is no Base64url")
        }
        return bytes
    }
}
