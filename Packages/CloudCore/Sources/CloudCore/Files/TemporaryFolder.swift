public import Foundation

/// Runs an operation with a new folder of mode 0700, which is deleted afterwards with all that is in it.
///
/// - Parameters:
///   - parent: a file URL of the folder in which it is made.
///   - body: runs on the caller's actor; gets the folder.
/// - Returns: what `body` returns.
/// - Throws: ``LocalFileError`` if the folder can't be made; what `body` throws.
public func withTemporaryFolder<Result: Sendable>(
    in parent: URL,
    _ body: (URL) async throws -> Result
) async throws -> Result {
    let folder = try await BlockingWork.run {
        var template = Array((try parent.localPath() + "/cloudaccess-XXXXXX").utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw LocalFileError(errno: errno) }
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        return URL(fileURLWithPath: path, isDirectory: true)
    }
    do {
        let result = try await body(folder)
        await removeTemporaryFolder(folder)
        return result
    } catch {
        await removeTemporaryFolder(folder)
        throw error
    }
}

/// Best effort: neither a result nor the error that ended the work is given up for it.
private func removeTemporaryFolder(_ folder: URL) async {
    try? await BlockingWork.run { try FileManager.default.removeItem(at: folder) }
}
