internal import CryptoPrimitives
internal import Foundation

extension MasterkeyFile {
    /// Bytes of the salt that all apps write.
    static let saltSize = 8
    /// Bytes of a wrapped key: 32, and 8 that authenticate them (RFC 3394).
    static let wrappedKeySize = 40
    /// Bytes of the MAC over the version.
    static let versionMACSize = 32

    /// The members of the JSON object, all required; unknown ones are ignored.
    struct Members: Decodable {
        var version: Int
        var scryptSalt: String
        var scryptCostParam: Int
        var scryptBlockSize: Int
        var primaryMasterKey: String
        var hmacMasterKey: String
        var versionMac: String

        /// As Java writes them, in its order and with two spaces; the texts are Base64 and need no escaping.
        var json: Data {
            Data(
                """
                {
                  "version": \(version),
                  "scryptSalt": "\(scryptSalt)",
                  "scryptCostParam": \(scryptCostParam),
                  "scryptBlockSize": \(scryptBlockSize),
                  "primaryMasterKey": "\(primaryMasterKey)",
                  "hmacMasterKey": "\(hmacMasterKey)",
                  "versionMac": "\(versionMac)"
                }
                """.utf8
            )
        }
    }

    /// HMAC-SHA-256 of the version as 4 bytes, big endian.
    static func versionMAC(of version: Int, with masterkey: Masterkey) throws -> [UInt8] {
        let bigEndian = (0..<4).reversed().map { UInt8(truncatingIfNeeded: version >> (8 * $0)) }
        return try HMAC.sha256(bigEndian, key: masterkey.macMasterKey)
    }

    /// Decodes Base64 of the standard alphabet; padding may be missing, as some writers leave it out.
    static func decode(_ text: String, _ member: String, count: Int? = nil) throws(VaultError) -> [UInt8] {
        guard let bytes = Base64.decode(text) else { throw .malformedMasterkeyFile("\(member) is no Base64") }
        if let count, bytes.count != count {
            throw .malformedMasterkeyFile("\(member) has \(bytes.count) bytes instead of \(count)")
        }
        return bytes
    }
}
