public import Foundation

/// Access to the files of one account of one cloud, or of a vault in it.
///
/// A provider is shared between tasks. Its methods are `@concurrent`: they don't run on the caller's actor.
///
/// - **Cancellation** is cooperative. Every method checks whether its task is cancelled before it starts and again
///   between its steps, and throws `CancellationError` if so. After its commit point a method no longer checks: a
///   download commits when it creates the file at `localURL`; an upload, folder creation, deletion or move commits
///   with its first remote change after which stopping would break the item, else with its last remote change. From
///   there it finishes its remaining changes. Remote changes are not rolled back.
/// - **Downloads** create the file only if they succeed, and never overwrite.
/// - **Progress**: pass a fresh `Progress`; the provider is its only writer. It completes when the method returns and
///   stays incomplete if the method throws. Units are bytes of the file (of the ciphertext for a vault), and
///   `totalUnitCount` is at least 1.
/// - **`onTaskCreation`** is called at most once, with the suspended task, and only if one request carries the whole
///   file. The provider awaits it and then resumes the task itself. If the calling task is cancelled meanwhile, the
///   task never resumes, unless it belongs to an upload that is past its commit point.
///
/// Every method throws ``CloudProviderError/unauthorized``, ``CloudProviderError/noInternetConnection`` and
/// `CancellationError`; beyond the errors that are named here, errors of the provider's own type pass through.
public protocol CloudProvider: Sendable {
    /// Fetches what the service tells about an item.
    ///
    /// - Parameter cloudPath: the item; the root costs one request that proves access.
    /// - Returns: the metadata, its path equal to `cloudPath`.
    /// - Throws: ``CloudProviderError/itemNotFound``, and what every method throws.
    @concurrent func fetchItemMetadata(at cloudPath: CloudPath) async throws -> CloudItemMetadata

    /// Fetches one page of a folder's contents.
    ///
    /// Items come in the service's order. A token is opaque and belongs to one folder of one account.
    ///
    /// - Parameters:
    ///   - cloudPath: the folder.
    ///   - pageToken: `nil` for the first page, then ``CloudItemList/nextPageToken`` of the page before.
    /// - Returns: at most one page of the service's size.
    /// - Throws: ``CloudProviderError/itemNotFound``; ``CloudProviderError/itemTypeMismatch`` for a file or link;
    ///   ``CloudProviderError/pageTokenInvalid``; and what every method throws.
    @concurrent func fetchItemList(
        forFolderAt cloudPath: CloudPath,
        withPageToken pageToken: String?
    ) async throws -> CloudItemList

    /// Downloads a file.
    ///
    /// - Parameters:
    ///   - cloudPath: the file.
    ///   - localURL: a file URL at which nothing stands, in a folder that exists.
    ///   - progress: a fresh progress to report to.
    ///   - onTaskCreation: gets the task, see the protocol.
    /// - Returns: metadata with the size of the local file and the date that ``fetchItemMetadata(at:)`` reports,
    ///   which is never newer than the content.
    /// - Throws: ``CloudProviderError/itemAlreadyExists`` if something stands at `localURL`;
    ///   ``CloudProviderError/itemNotFound``; ``CloudProviderError/itemTypeMismatch`` for a folder or link;
    ///   ``LocalFileError``; and what every method throws.
    @concurrent func downloadFile(
        from cloudPath: CloudPath,
        to localURL: URL,
        progress: Progress?,
        onTaskCreation: (@concurrent @Sendable (any DownloadTask) async -> Void)?
    ) async throws -> CloudItemMetadata

    /// Uploads a file.
    ///
    /// - Parameters:
    ///   - localURL: a regular file that doesn't change meanwhile.
    ///   - cloudPath: the new item.
    ///   - replaceExisting: whether a file at `cloudPath` is replaced.
    ///   - progress: a fresh progress to report to.
    ///   - onTaskCreation: gets the task, see the protocol.
    /// - Returns: the new item's metadata.
    /// - Throws: ``CloudProviderError/itemNotFound`` if the local file is missing;
    ///   ``CloudProviderError/itemTypeMismatch`` if it is no regular file;
    ///   ``CloudProviderError/itemAlreadyExists`` if something stands at `cloudPath` that may not be replaced, a
    ///   folder in particular; ``CloudProviderError/parentFolderDoesNotExist``;
    ///   ``CloudProviderError/quotaInsufficient``; ``LocalFileError``; ``SourceError/changed``; and what every method
    ///   throws.
    @concurrent func uploadFile(
        from localURL: URL,
        to cloudPath: CloudPath,
        replaceExisting: Bool,
        progress: Progress?,
        onTaskCreation: (@concurrent @Sendable (any UploadTask) async -> Void)?
    ) async throws -> CloudItemMetadata

    /// Creates a folder.
    ///
    /// - Parameter cloudPath: the new folder, whose parent exists.
    /// - Throws: ``CloudProviderError/itemAlreadyExists``; ``CloudProviderError/parentFolderDoesNotExist``;
    ///   ``CloudProviderError/quotaInsufficient``; and what every method throws.
    @concurrent func createFolder(at cloudPath: CloudPath) async throws

    /// Deletes a file, or a link itself.
    ///
    /// - Parameter cloudPath: the file.
    /// - Throws: ``CloudProviderError/itemNotFound``; ``CloudProviderError/itemTypeMismatch`` for a folder; and what
    ///   every method throws.
    @concurrent func deleteFile(at cloudPath: CloudPath) async throws

    /// Deletes a folder with all that is in it.
    ///
    /// - Parameter cloudPath: the folder.
    /// - Throws: ``CloudProviderError/itemNotFound``; ``CloudProviderError/itemTypeMismatch`` for a file or link;
    ///   ``CloudPathError/rootImmovable`` for the root; and what every method throws.
    @concurrent func deleteFolder(at cloudPath: CloudPath) async throws

    /// Moves or renames a file, or a link itself.
    ///
    /// - Parameters:
    ///   - sourceCloudPath: the file.
    ///   - targetCloudPath: its new path, at which nothing stands.
    /// - Throws: what ``CloudPath/checkMove(from:to:)`` throws; ``CloudProviderError/itemNotFound``;
    ///   ``CloudProviderError/itemTypeMismatch`` for a folder; ``CloudProviderError/itemAlreadyExists``;
    ///   ``CloudProviderError/parentFolderDoesNotExist``; and what every method throws.
    @concurrent func moveFile(from sourceCloudPath: CloudPath, to targetCloudPath: CloudPath) async throws

    /// Moves or renames a folder with all that is in it.
    ///
    /// - Parameters:
    ///   - sourceCloudPath: the folder.
    ///   - targetCloudPath: its new path, at which nothing stands.
    /// - Throws: as ``moveFile(from:to:)``, ``CloudProviderError/itemTypeMismatch`` for a file or link.
    @concurrent func moveFolder(from sourceCloudPath: CloudPath, to targetCloudPath: CloudPath) async throws

    /// What the provider can do beyond this protocol.
    ///
    /// Ask for an existential of a capability protocol, such as `capability((any QuotaReporting).self)`, never with
    /// `as?`: a decorator answers for the provider it wraps.
    ///
    /// - Parameter type: the capability.
    /// - Returns: `nil` if the provider doesn't have it.
    func capability<Capability>(_ type: Capability.Type) -> Capability?
}

extension CloudProvider {
    /// The provider itself, if it conforms to the capability.
    ///
    /// - Parameter type: the capability.
    /// - Returns: `self as? Capability`.
    public func capability<Capability>(_ type: Capability.Type) -> Capability? {
        self as? Capability
    }
}
