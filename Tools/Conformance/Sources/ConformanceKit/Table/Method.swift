internal import CloudCore
internal import Foundation

/// A column of the table: a method of `CloudProvider`, the upload in its two forms.
enum Method: String, CaseIterable {
    case metadata
    case list
    case download
    case upload
    case uploadReplacing = "upload.replaceExisting"
    case createFolder
    case deleteFile
    case deleteFolder
    case moveFile
    case moveFolder

    /// What an upload writes.
    static let uploaded = Content.bytes(5, seed: 5)

    /// Calls the method for an item; a move goes to `target`.
    func call(at path: CloudPath, movingTo target: CloudPath, on stage: Stage) async throws {
        let provider = stage.provider
        switch self {
        case .metadata: _ = try await provider.fetchItemMetadata(at: path)
        case .list: _ = try await stage.pages(of: path)
        case .download:
            let url = stage.freshURL()
            do {
                try await stage.download(path, to: url)
            } catch {
                try stage.expectNoFile(at: url)
                throw error
            }
        case .upload: try await stage.put(Self.uploaded, at: path)
        case .uploadReplacing: try await stage.put(Self.uploaded, at: path, replacing: true)
        case .createFolder: try await provider.createFolder(at: path)
        case .deleteFile: try await provider.deleteFile(at: path)
        case .deleteFolder: try await provider.deleteFolder(at: path)
        case .moveFile: try await provider.moveFile(from: path, to: target)
        case .moveFolder: try await provider.moveFolder(from: path, to: target)
        }
    }

    /// The kind of item that the method acts on where a file or link and a folder stand at one path.
    func isMeant(_ type: CloudItemType) -> Bool {
        switch self {
        case .list, .createFolder, .deleteFolder, .moveFolder: type == .folder
        case .metadata, .download, .upload, .uploadReplacing, .deleteFile, .moveFile: type != .folder
        }
    }

    /// The methods that change something, with an item for each of which they succeed.
    static let changes: [(Method, Situation)] = [
        (.upload, .nothing), (.uploadReplacing, .file), (.createFolder, .nothing), (.deleteFile, .file),
        (.deleteFolder, .folder), (.moveFile, .file), (.moveFolder, .folder),
    ]

    /// All methods, with an item for each of which they succeed.
    static let successes: [(Method, Situation)] =
        [(.metadata, .file), (.list, .folder), (.download, .file)] + changes
}
