internal import Foundation

/// A page token that belongs to one folder of one account.
///
/// The text form carries a version and a hash of account and folder, so that a foreign token is found out here,
/// whatever the server would say to it. A decorator wraps the token of its delegate again.
public struct PageToken: Hashable, Sendable {
    /// The service's own token.
    public var serviceToken: String
    private let scope: UInt64

    /// Makes the token of a page.
    ///
    /// - Parameters:
    ///   - serviceToken: what the service gave.
    ///   - account: any text that is stable for the account or the provider's root.
    ///   - folder: the folder that is listed.
    public init(serviceToken: String, account: String, folder: CloudPath) {
        self.serviceToken = serviceToken
        scope = Self.hash(account, folder)
    }

    /// Reads a token that a caller passed.
    ///
    /// - Parameters:
    ///   - text: the token.
    ///   - account: as when it was made.
    ///   - folder: the folder that is to be listed.
    /// - Throws: ``CloudProviderError/pageTokenInvalid`` if it is damaged or belongs elsewhere.
    public init(_ text: String, account: String, folder: CloudPath) throws(CloudProviderError) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == Self.version,
            let scope = UInt64(parts[1], radix: 16), scope == Self.hash(account, folder),
            let data = Data(base64Encoded: String(parts[2])), let token = String(data: data, encoding: .utf8)
        else { throw .pageTokenInvalid }
        serviceToken = token
        self.scope = scope
    }

    /// The text to hand out.
    public var text: String {
        "\(Self.version).\(String(scope, radix: 16)).\(Data(serviceToken.utf8).base64EncodedString())"
    }

    private static let version = "1"

    /// FNV-1a over account, NUL and folder; it guards against mistakes, not against attackers.
    private static func hash(_ account: String, _ folder: CloudPath) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in [Array(account.utf8), [0], Array(folder.string.utf8)].joined() {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return hash
    }
}
