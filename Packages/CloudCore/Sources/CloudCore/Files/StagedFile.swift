internal import CFileCalls
public import Foundation

/// A file that is written out of sight and then put in place in one step.
///
/// It has no name as long as the file system allows that (`O_TMPFILE`); else it is called `.cloudaccess-<uuid>.part`
/// until it is committed, and a killed process leaves one such file behind. Without a commit it is gone when this
/// object is. All calls block: make them within ``BlockingWork``. Only one task writes and commits.
public final class StagedFile: Sendable {
    /// How the file is kept until it is committed.
    public enum Staging: Hashable, Sendable {
        /// Without a name where the file system can, else with one.
        case automatic
        /// With a name that contains `label`, so that leftovers of one kind can be told from others.
        case named(label: String)
    }

    /// The open file.
    public let file: OpenFile
    private let folder: OpenFile
    private let temporaryName: Locked<String?>

    /// Makes an empty file.
    ///
    /// - Parameters:
    ///   - folder: where the file will stand.
    ///   - mode: permissions, less the umask.
    ///   - staging: how the file is kept until it is committed.
    /// - Throws: ``LocalFileError``.
    public init(
        in folder: OpenFile,
        mode: UInt32 = 0o666,
        staging: Staging = .automatic
    ) throws(LocalFileError) {
        self.folder = folder
        if staging == .automatic, let unnamed = try Self.unnamedFile(in: folder, mode: mode) {
            file = unnamed
            temporaryName = Locked(nil)
        } else {
            let name = Self.temporaryName(label: staging.label)
            let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
            file = OpenFile(
                adopting: try fileCall { unsafe cfc_openat(folder.descriptor, name, flags, mode_t(mode)) }
            )
            temporaryName = Locked(name)
        }
    }

    deinit {
        if let name = temporaryName.withLock({ $0 }) { unsafe unlinkat(folder.descriptor, name, 0) }
    }

    /// Whether a name is one that a killed process may have left behind.
    ///
    /// - Parameter name: the name of a file.
    /// - Returns: true for `.cloudaccess-….part`.
    public static func isTemporaryName(_ name: String) -> Bool {
        isTemporaryName(name, label: "")
    }

    /// Whether a name is one that a killed process may have left behind, whose files were labelled so.
    ///
    /// - Parameters:
    ///   - name: the name of a file.
    ///   - label: as in ``Staging/named(label:)``.
    /// - Returns: true for `.cloudaccess-<label>….part`.
    public static func isTemporaryName(_ name: String, label: String) -> Bool {
        temporaryNames(label: label).matches(name)
    }

    /// The form of the names that a killed process may have left behind.
    ///
    /// - Parameter label: as in ``Staging/named(label:)``.
    /// - Returns: `.cloudaccess-<label>….part`.
    public static func temporaryNames(label: String = "") -> NamePolicy.Pattern {
        NamePolicy.Pattern(prefix: prefix + label, suffix: suffix)
    }

    /// A new name that a killed process may leave behind.
    ///
    /// - Parameter label: stands in the name, so that leftovers of one kind can be told from others.
    /// - Returns: `.cloudaccess-<label><uuid>.part`.
    public static func temporaryName(label: String = "") -> String {
        prefix + label + UUID().uuidString.lowercased() + suffix
    }

    /// Writes bytes, over those that are there.
    ///
    /// - Parameters:
    ///   - bytes: what to write.
    ///   - offset: where; a gap before it reads as zeroes.
    /// - Throws: ``LocalFileError``.
    public func write(_ bytes: Bytes, at offset: Int) throws(LocalFileError) {
        var (rest, position) = (bytes, offset)
        while !rest.isEmpty {
            let count = try fileCall {
                unsafe rest.withUnsafeBytes {
                    unsafe pwrite(file.descriptor, $0.baseAddress, $0.count, off_t(position))
                }
            }
            rest = rest.dropFirst(count)
            position += count
        }
    }

    /// Cuts the file, or fills it with zeroes, to a size.
    ///
    /// - Parameter size: bytes.
    /// - Throws: ``LocalFileError``.
    public func truncate(to size: Int) throws(LocalFileError) {
        _ = try fileCall { ftruncate(file.descriptor, off_t(size)) }
    }

    /// Sets when the content changed last; the time of access becomes now.
    ///
    /// - Parameter date: UTC; a date that the file system can't hold is cut to the nearest one by the kernel.
    /// - Throws: ``LocalFileError``.
    public func setModificationDate(_ date: Date) throws(LocalFileError) {
        let modified = timespec(date)
        let times = [timespec(tv_sec: 0, tv_nsec: Int(cfc_time_now)), modified]
        _ = try fileCall { unsafe futimens(file.descriptor, times) }
    }

    /// Gives the file its name, at which nothing may stand.
    ///
    /// - Parameter name: in the folder.
    /// - Throws: ``CloudProviderError/itemAlreadyExists``, also for a dangling link; ``LocalFileError``.
    public func commit(as name: String) throws {
        try reportDelayedErrors()
        do {
            try temporaryName.withLock { (temporaryName) throws(SystemError) in
                if let current = temporaryName {
                    try rename(current, withoutReplacing: name)
                } else {
                    _ = try systemCall { unsafe cfc_link_unnamed(file.descriptor, folder.descriptor, name) }
                }
                temporaryName = nil
            }
        } catch {
            switch error.code {
            case EEXIST: throw CloudProviderError.itemAlreadyExists
            case ENOENT: throw LocalFileError.parentMissing
            default: throw LocalFileError(errno: error.code)
            }
        }
    }

    /// Gives the file its name; a file or link that stands there is replaced in the same step.
    ///
    /// - Parameter name: in the folder.
    /// - Throws: ``CloudProviderError/itemAlreadyExists`` if a folder stands there; ``LocalFileError``.
    public func commit(replacing name: String) throws {
        try reportDelayedErrors()
        do {
            try temporaryName.withLock { (temporaryName) throws(SystemError) in
                let current = temporaryName ?? Self.temporaryName(label: "")
                if temporaryName == nil {
                    _ = try systemCall { unsafe cfc_link_unnamed(file.descriptor, folder.descriptor, current) }
                    temporaryName = current
                }
                _ = try systemCall {
                    unsafe renameat(folder.descriptor, current, folder.descriptor, name)
                }
                temporaryName = nil
            }
        } catch {
            switch error.code {
            case EISDIR, EEXIST, ENOTEMPTY: throw CloudProviderError.itemAlreadyExists
            case ENOENT: throw LocalFileError.parentMissing
            default: throw LocalFileError(errno: error.code)
            }
        }
    }

    private static let prefix = ".cloudaccess-"
    private static let suffix = ".part"

    private static func unnamedFile(in folder: OpenFile, mode: UInt32) throws(LocalFileError) -> OpenFile? {
        do {
            let file = OpenFile(adopting: try systemCall { cfc_openat_unnamed(folder.descriptor, mode_t(mode)) })
            return cfc_can_link_unnamed(file.descriptor) ? file : nil
        } catch {
            switch error.code {
            case EOPNOTSUPP, EISDIR, ENOENT, EINVAL: return nil  // the last three from kernels and file systems before
            default: throw LocalFileError(errno: error.code)
            }
        }
    }

    private func rename(_ current: String, withoutReplacing name: String) throws(SystemError) {
        let folder = folder.descriptor
        do {
            _ = try systemCall { unsafe cfc_rename_noreplace(folder, current, folder, name) }
        } catch {
            guard error.code == EINVAL || error.code == ENOSYS else { throw error }
            // The file system has no RENAME_NOREPLACE: a second name can't replace anything either.
            _ = try systemCall { unsafe linkat(folder, current, folder, name, 0) }
            _ = try systemCall { unsafe unlinkat(folder, current, 0) }
        }
    }

    /// Network file systems tell of a full disk when a file is closed.
    private func reportDelayedErrors() throws(LocalFileError) {
        let copy = try fileCall { dup(file.descriptor) }
        guard close(copy) == 0 || errno == EINTR else { throw LocalFileError(errno: errno) }
    }
}

extension StagedFile.Staging {
    fileprivate var label: String {
        switch self {
        case .automatic: ""
        case .named(let label): label
        }
    }
}
