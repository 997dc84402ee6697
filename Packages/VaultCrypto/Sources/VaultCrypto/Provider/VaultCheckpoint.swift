internal import CloudCore
internal import Foundation

/// What an interrupted upload into a vault needs in order to go on: the encryption, and the delegate's upload.
struct VaultCheckpoint: Codable, Sendable {
    /// Of the encrypting source.
    let source: Data
    /// The delegate's.
    let delegate: Data

    init(source: Data, delegate: Data) {
        self.source = source
        self.delegate = delegate
    }

    /// - Returns: `nil` for what is no checkpoint of a vault, which leads to a clean start.
    init?(_ data: Data) {
        guard let checkpoint = try? PropertyListDecoder().decode(Self.self, from: data) else { return nil }
        self = checkpoint
    }

    var encoded: Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        guard let data = try? encoder.encode(self) else { preconditionFailure("two blobs can always be encoded") }
        return data
    }
}

extension TransferObserver {
    /// An observer for the delegate, whose checkpoints reach this one together with that of the encryption, if the
    /// encryption has one.
    func handingOn(_ source: Data?) -> TransferObserver {
        var observer = self
        observer.checkpoint = nil
        if let source, let checkpoint {
            observer.checkpoint = { delegate in
                await checkpoint(VaultCheckpoint(source: source, delegate: delegate).encoded)
            }
        }
        return observer
    }
}
