internal import CloudCore
internal import Foundation

/// Where the next page of a folder begins.
///
/// A cursor holds all that a provider of the same root needs to go on, in another process too.
enum PageCursor: Codable, Equatable {
    /// An offset that the file system keeps for an entry while others come and go, in the folder of this identifier.
    case offset(Int, folder: String)
    /// After the entry of this name, in the order of bytes.
    case name([UInt8])

    /// Reads the cursor of a page token.
    ///
    /// - Parameter token: the service's part of the page token.
    /// - Throws: ``CloudProviderError/pageTokenInvalid``.
    init(token: String) throws(CloudProviderError) {
        do {
            self = try JSONDecoder().decode(PageCursor.self, from: Data(token.utf8))
        } catch {
            throw .pageTokenInvalid
        }
    }

    /// The service's part of a page token.
    var token: String {
        get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
    }
}
