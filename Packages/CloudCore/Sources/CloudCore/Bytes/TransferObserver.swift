public import Foundation

/// Watches one transfer; decorators pass it on.
public struct TransferObserver: Sendable {
    /// Called after bytes moved, from one task at a time.
    ///
    /// `bytes` is the number of bytes moved so far, smaller than before after a restart; `total` that of the whole
    /// transfer. Both count what the innermost provider moves: ciphertext for a vault.
    public var moved: @Sendable (_ bytes: Int, _ total: Int) -> Void
    /// Gets the suspended task if one request carries the whole file.
    public var downloadTask: (@concurrent @Sendable (any DownloadTask) async -> Void)?
    /// Gets the suspended task if one request carries the whole file.
    public var uploadTask: (@concurrent @Sendable (any UploadTask) async -> Void)?
    /// Gets a checkpoint whenever a later ``StreamingCloudProvider/writeFile(from:to:condition:resuming:observer:)``
    /// could go on from there, in another process too.
    public var checkpoint: (@concurrent @Sendable (Data) async -> Void)?
    /// Set by a decorator whose earlier steps committed: cancelling while ``uploadTask`` runs no longer stops it.
    public var pastCommitPoint: Bool

    /// Makes an observer.
    ///
    /// - Parameters:
    ///   - moved: see ``moved``.
    ///   - downloadTask: see ``downloadTask``.
    ///   - uploadTask: see ``uploadTask``.
    ///   - checkpoint: see ``checkpoint``.
    public init(
        moved: @escaping @Sendable (_ bytes: Int, _ total: Int) -> Void = { _, _ in },
        downloadTask: (@concurrent @Sendable (any DownloadTask) async -> Void)? = nil,
        uploadTask: (@concurrent @Sendable (any UploadTask) async -> Void)? = nil,
        checkpoint: (@concurrent @Sendable (Data) async -> Void)? = nil
    ) {
        self.moved = moved
        self.downloadTask = downloadTask
        self.uploadTask = uploadTask
        self.checkpoint = checkpoint
        pastCommitPoint = false
    }

    /// Watches nothing: for ranges, listings and the small files of a vault.
    public static let none = TransferObserver()
}
