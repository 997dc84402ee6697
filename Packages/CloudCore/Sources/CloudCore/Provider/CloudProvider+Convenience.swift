public import Foundation

extension CloudProvider {
    /// Downloads a file without progress and task.
    ///
    /// - Parameters:
    ///   - cloudPath: the file.
    ///   - localURL: a file URL at which nothing stands, in a folder that exists.
    /// - Returns: metadata with the size of the local file.
    /// - Throws: as ``downloadFile(from:to:progress:onTaskCreation:)``.
    @discardableResult
    @concurrent public func downloadFile(from cloudPath: CloudPath, to localURL: URL) async throws -> CloudItemMetadata
    {
        try await downloadFile(from: cloudPath, to: localURL, progress: nil, onTaskCreation: nil)
    }

    /// Uploads a file without progress and task.
    ///
    /// - Parameters:
    ///   - localURL: a regular file that doesn't change meanwhile.
    ///   - cloudPath: the new item.
    ///   - replaceExisting: whether a file at `cloudPath` is replaced.
    /// - Returns: the new item's metadata.
    /// - Throws: as ``uploadFile(from:to:replaceExisting:progress:onTaskCreation:)``.
    @discardableResult
    @concurrent public func uploadFile(
        from localURL: URL,
        to cloudPath: CloudPath,
        replaceExisting: Bool
    ) async throws -> CloudItemMetadata {
        try await uploadFile(
            from: localURL,
            to: cloudPath,
            replaceExisting: replaceExisting,
            progress: nil,
            onTaskCreation: nil
        )
    }

    /// Fetches all pages of a folder's contents.
    ///
    /// The whole list is held in memory: for folders of any size fetch page by page.
    ///
    /// - Parameter cloudPath: the folder.
    /// - Returns: the items and what was skipped of all pages, without a token.
    /// - Throws: as ``fetchItemList(forFolderAt:withPageToken:)``; ``CloudProviderError/pageTokenInvalid`` also if a
    ///   token comes a second time, since the pages would never end.
    @concurrent public func fetchItemListExhaustively(forFolderAt cloudPath: CloudPath) async throws -> CloudItemList {
        var list = try await fetchItemList(forFolderAt: cloudPath, withPageToken: nil)
        var usedTokens: Set<String> = []
        while let token = list.nextPageToken {
            guard usedTokens.insert(token).inserted else { throw CloudProviderError.pageTokenInvalid }
            let page = try await fetchItemList(forFolderAt: cloudPath, withPageToken: token)
            list.items += page.items
            list.skipped += page.skipped
            list.nextPageToken = page.nextPageToken
        }
        return list
    }

    /// Creates a folder and those of its ancestors that are missing.
    ///
    /// Nothing happens if the folder is there already.
    ///
    /// - Parameter cloudPath: the folder.
    /// - Throws: ``CloudProviderError/itemAlreadyExists`` if something else than a folder stands at the path;
    ///   ``CloudProviderError/parentFolderDoesNotExist`` if that is so at an ancestor's; else as ``createFolder(at:)``.
    @concurrent public func createFolderWithIntermediates(for cloudPath: CloudPath) async throws {
        var missing: [CloudPath] = []
        var folder = cloudPath
        while true {
            do {
                try await createFolderIfMissing(at: folder)
                break
            } catch CloudProviderError.parentFolderDoesNotExist where !folder.parent.isRoot {
                missing.append(folder)
                folder = folder.parent
            } catch CloudProviderError.itemAlreadyExists where folder != cloudPath {
                throw CloudProviderError.parentFolderDoesNotExist
            }
        }
        for folder in missing.reversed() { try await createFolderIfMissing(at: folder) }
    }

    /// Creates a folder unless it is there.
    ///
    /// - Parameter cloudPath: the folder, whose parent exists.
    /// - Throws: ``CloudProviderError/itemAlreadyExists`` if something else than a folder stands at the path; else as
    ///   ``createFolder(at:)``.
    @concurrent public func createFolderIfMissing(at cloudPath: CloudPath) async throws {
        do {
            try await createFolder(at: cloudPath)
        } catch CloudProviderError.itemAlreadyExists {
            let existing = try await fetchItemMetadata(at: cloudPath)
            guard existing.itemType == .folder else { throw CloudProviderError.itemAlreadyExists }
        }
    }

    /// Deletes a file, or a link itself, if it is there.
    ///
    /// - Parameter cloudPath: the file.
    /// - Throws: as ``deleteFile(at:)``, but for ``CloudProviderError/itemNotFound``.
    @concurrent public func deleteFileIfExisting(at cloudPath: CloudPath) async throws {
        do {
            try await deleteFile(at: cloudPath)
        } catch CloudProviderError.itemNotFound {}
    }

    /// Deletes a folder with all that is in it, if it is there.
    ///
    /// - Parameter cloudPath: the folder.
    /// - Throws: as ``deleteFolder(at:)``, but for ``CloudProviderError/itemNotFound``.
    @concurrent public func deleteFolderIfExisting(at cloudPath: CloudPath) async throws {
        do {
            try await deleteFolder(at: cloudPath)
        } catch CloudProviderError.itemNotFound {}
    }

    /// Whether an item of any kind is there.
    ///
    /// - Parameter cloudPath: the item.
    /// - Returns: `false` only if the provider says so.
    /// - Throws: as ``fetchItemMetadata(at:)``, but for ``CloudProviderError/itemNotFound``.
    @concurrent public func checkForItemExistence(at cloudPath: CloudPath) async throws -> Bool {
        do {
            _ = try await fetchItemMetadata(at: cloudPath)
            return true
        } catch CloudProviderError.itemNotFound {
            return false
        }
    }
}
