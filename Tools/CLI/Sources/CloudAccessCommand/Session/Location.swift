internal import CloudCore
internal import Foundation

/// An address whose remote is open.
struct Location: Sendable {
    /// The address as it was typed.
    let address: Address
    /// The provider that serves it.
    let provider: any CloudProvider
    /// The path inside the provider.
    let path: CloudPath
    /// Tells providers apart: locations of one remote share their provider, so a move within it is one move.
    let remoteKey: String

    /// The provider as one that moves bytes.
    var streamingProvider: any StreamingCloudProvider {
        provider.streaming(temporaryDirectory: FileManager.default.temporaryDirectory)
    }

    /// The address of an item below this one, for messages.
    func text(of path: CloudPath) -> String {
        guard path != self.path else { return address.text }
        let below = path.string.utf8.dropFirst(self.path.isRoot ? 1 : self.path.string.utf8.count + 1)
        let base = address.text
        let separator = base.hasSuffix("/") || base.hasSuffix(":") ? "" : "/"
        return base + separator + String(decoding: below, as: UTF8.self)
    }
}
