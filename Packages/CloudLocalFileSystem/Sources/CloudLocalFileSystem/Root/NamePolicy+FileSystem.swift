internal import CFileCalls
internal import CloudCore
internal import Foundation

/// The kinds of file systems that need to be told apart, by `f_type` of `statfs(2)`.
enum FileSystemKind: Sendable {
    /// Offsets in a folder are hashes or numbers of entries, which stay while other entries come and go.
    case stableOffsets
    /// Names are those of Windows, compared without case.
    case windows
    case other

    init(of file: OpenFile) {
        switch cfc_file_system_type(file.descriptor) {
        case 0xEF53, 0x5846_5342, 0x9123_683E: self = .stableOffsets  // ext2 to ext4, XFS, btrfs
        case 0x4D44, 0x2011_BAB0, 0xFF53_4D42, 0xFE53_4D42: self = .windows  // FAT, exFAT, CIFS, SMB 2
        default: self = .other
        }
    }
}

extension NamePolicy {
    /// The rules of the file system that a folder is on.
    init(ofFileSystemAt folder: OpenFile) {
        self.init()
        if FileSystemKind(of: folder) == .windows {
            caseSensitivity = .insensitive
            lengthUnit = .utf16
            forbiddenCharacters = Set("\"*:<>?\\|".unicodeScalars).union((1...31).map { Unicode.Scalar($0) })
            forbiddenSuffixes = [".", " "]  // dropped without a word by the file system
        } else if let folder = folder.reopenedForReading, cfc_folds_case(folder.descriptor) {
            caseSensitivity = .insensitive
            normalization = .insensitive
        }
    }
}

extension OpenFile {
    /// The folder for calls that `O_PATH` doesn't allow; `nil` if it may not be listed.
    var reopenedForReading: OpenFile? {
        let descriptor = unsafe cfc_openat(descriptor, ".", O_RDONLY | O_DIRECTORY, 0)
        return descriptor >= 0 ? OpenFile(adopting: descriptor) : nil
    }
}
