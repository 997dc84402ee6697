public import Foundation

/// Finds the vectors and vaults that tests read and that are not part of the repository.
///
/// The data lie in the folder that `CLOUDACCESS_SHARED` names, else in `shared` beside the repository. They are
/// read-only: a vault is unpacked into a temporary folder (``unpackVault(_:file:into:)``), never opened in place.
/// All members are safe to use from several tasks at once.
public enum SharedData: Sendable {
    /// The folder that holds `vectors/` and `vaults/`, whether or not it is there.
    public static let folder = folder(
        environment: ProcessInfo.processInfo.environment,
        sourceFile: URL(fileURLWithPath: #filePath)
    )

    /// The repository that this source file is part of: the nearest folder above it with `Packages` and `Makefile`.
    public static let repositoryRoot = repositoryRoot(above: URL(fileURLWithPath: #filePath))

    /// Whether `vectors/` and `vaults/` were found.
    public static var isAvailable: Bool {
        ["vectors", "vaults"].allSatisfy {
            FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
        }
    }

    /// Whether a missing file must fail the test that wants it: `CLOUDACCESS_REQUIRE_SHARED=1`.
    public static var isRequired: Bool {
        ProcessInfo.processInfo.environment["CLOUDACCESS_REQUIRE_SHARED"] == "1"
    }

    /// Why a test that needs the data is skipped.
    public static let skipReason =
        "no vectors/ and vaults/ in \(folder.path); set CLOUDACCESS_SHARED to the folder that holds them"

    /// The place of a file or folder of the shared data.
    ///
    /// - Parameter relativePath: The path below ``folder``, such as `vectors/rfc/rfc4231-hmac-sha2.json`.
    /// - Returns: The URL of something that exists.
    /// - Throws: ``SharedDataError/missing(path:)`` where nothing is there.
    public static func url(_ relativePath: String) throws -> URL {
        let url = folder.appendingPathComponent(relativePath)
        guard FileManager.default.fileExists(atPath: url.path) else { throw SharedDataError.missing(path: url.path) }
        return url
    }

    /// The contents of a file of the shared data.
    ///
    /// - Parameter relativePath: The path below ``folder``.
    /// - Returns: The whole file.
    /// - Throws: ``SharedDataError/missing(path:)`` where nothing is there, or the error of reading it.
    public static func data(_ relativePath: String) throws -> Data {
        try Data(contentsOf: url(relativePath))
    }

    /// A file of the shared data, decoded from JSON.
    ///
    /// - Parameters:
    ///   - type: What the file holds.
    ///   - relativePath: The path below ``folder``.
    /// - Returns: The decoded value.
    /// - Throws: ``SharedDataError/missing(path:)`` where nothing is there, or the decoder's error.
    public static func json<Value: Decodable>(_ type: Value.Type, _ relativePath: String) throws -> Value {
        try JSONDecoder().decode(type, from: data(relativePath))
    }

    /// Unpacks a vault of `vaults/`.
    ///
    /// - Parameters:
    ///   - name: The folder's name in `vaults/`, such as `v8-gcm-java-a`.
    ///   - file: The archive in it.
    ///   - folder: An existing folder of the caller's, best a new one.
    /// - Returns: The vault's own folder, `vault` below `folder`.
    /// - Throws: ``SharedDataError/missing(path:)`` where there is no such archive,
    ///   ``SharedDataError/unpackingFailed(archive:message:)`` if `tar` fails, or the error of starting it.
    @concurrent
    public static func unpackVault(
        _ name: String,
        file: String = "vault.tar.gz",
        into folder: URL
    ) async throws -> URL {
        let archive = try url("vaults/\(name)/\(file)")
        let result = try await ChildProcess.run(
            "tar",
            ["--extract", "--gzip", "--no-same-owner", "--file", archive.path, "--directory", folder.path]
        )
        guard result.status == 0 else {
            throw SharedDataError.unpackingFailed(archive: archive.path, message: result.errorText)
        }
        return folder.appendingPathComponent("vault", isDirectory: true)
    }

    static func folder(environment: [String: String], sourceFile: URL) -> URL {
        if let path = environment["CLOUDACCESS_SHARED"], !path.isEmpty {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        return repositoryRoot(above: sourceFile)
            .deletingLastPathComponent()
            .appendingPathComponent("shared", isDirectory: true)
    }

    static func repositoryRoot(above sourceFile: URL) -> URL {
        var candidate = sourceFile.deletingLastPathComponent()
        while candidate.pathComponents.count > 1 {
            let isRoot = ["Packages", "Makefile"].allSatisfy {
                FileManager.default.fileExists(atPath: candidate.appendingPathComponent($0).path)
            }
            if isRoot { return candidate }
            candidate.deleteLastPathComponent()
        }
        // A package copied out of the repository: its parent folder is the best guess there is.
        return sourceFile.deletingLastPathComponent()
    }
}
