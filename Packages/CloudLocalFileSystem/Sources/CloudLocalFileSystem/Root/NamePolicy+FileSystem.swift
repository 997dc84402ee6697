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
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - name: its own name, which may tell whether names are compared without case.
    init(ofFileSystemAt folder: OpenFile, named name: String) {
        self.init()
        if FileSystemKind(of: folder) == .windows {
            caseSensitivity = .insensitive
            lengthUnit = .utf16
            forbiddenCharacters = Set("\"*:<>?\\|".unicodeScalars).union((1...31).map { Unicode.Scalar($0) })
            forbiddenSuffixes = [".", " "]  // dropped without a word by the file system
        } else if let folder = folder.reopenedForReading, cfc_folds_case(folder.descriptor) {
            caseSensitivity = .insensitive
            normalization = .insensitive
        } else if folder.ignoresCase(for: name) == true {
            // A file system in user space, of a network or of a virtual machine's host doesn't say so by its kind.
            caseSensitivity = .insensitive
        }
    }
}

extension OpenFile {
    /// The folder for calls that `O_PATH` doesn't allow; `nil` if it may not be listed.
    var reopenedForReading: OpenFile? {
        let descriptor = unsafe cfc_openat(descriptor, ".", O_RDONLY | O_DIRECTORY, 0)
        return descriptor >= 0 ? OpenFile(adopting: descriptor) : nil
    }

    /// Whether names that differ in case are one, found out by this folder's own name or by those in it; `nil` if none
    /// of them tells.
    fileprivate func ignoresCase(for name: String) -> Bool? {
        let descriptor = unsafe cfc_openat(descriptor, "..", cfc_path_only | O_DIRECTORY, 0)
        if descriptor >= 0 {
            let parent = OpenFile(adopting: descriptor)
            // Above a mount point is another file system.
            if (try? parent.status().device) == (try? status().device), let found = parent.findsInOtherCase(name) {
                return found
            }
        }
        guard let stream = try? DirectoryStream(self) else { return nil }
        for _ in 0..<100 {
            guard let next = try? stream.next() else { return nil }
            if let name = next.text, let found = findsInOtherCase(name) { return found }
        }
        return nil
    }

    /// Whether an item in this folder is found by its name in another case; `nil` if its name can't tell.
    private func findsInOtherCase(_ name: String) -> Bool? {
        let swapped = name.utf8.map { byte in
            (0x41...0x5A).contains(byte & ~0x20) ? byte ^ 0x20 : byte  // an ASCII letter in the other case
        }
        guard !swapped.elementsEqual(name.utf8), let own = try? status(of: name) else { return nil }
        guard let other = try? status(of: String(decoding: swapped, as: UTF8.self)), own.isSameItem(as: other) else {
            return false
        }
        // Two hard links could have such names.
        return own.type == .folder || own.links == 1 ? true : nil
    }
}
