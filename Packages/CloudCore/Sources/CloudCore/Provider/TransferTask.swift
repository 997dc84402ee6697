/// The state of a ``TransferTask``.
public enum TransferTaskState: String, Hashable, Sendable {
    /// Made, or paused.
    case suspended
    /// Bytes are moving.
    case running
    /// Being cancelled.
    case canceling
    /// Ended, well or not.
    case completed
}

/// One request that carries a whole file, for a caller who wants to watch or stop it.
///
/// All members may be used from any thread. A task that its transport finished stays valid.
public protocol TransferTask: AnyObject, Sendable {
    /// Unique within the process.
    var identifier: Int { get }
    /// The state now.
    var state: TransferTaskState { get }
    /// Bytes of the body moved so far.
    var countOfBytesTransferred: Int { get }
    /// Bytes of the whole body; `nil` where the server doesn't tell.
    var countOfBytesExpected: Int? { get }
    /// Pauses the transfer; the connection may be lost when it lasts.
    func suspend()
    /// Goes on. The provider resumes a task that it made by itself: `onTaskCreation` must not.
    func resume()
    /// Stops the transfer at once; the method that runs it throws `CancellationError`.
    func cancel()
}

/// A task that downloads a file.
public protocol DownloadTask: TransferTask {}

/// A task that uploads a file.
public protocol UploadTask: TransferTask {}
