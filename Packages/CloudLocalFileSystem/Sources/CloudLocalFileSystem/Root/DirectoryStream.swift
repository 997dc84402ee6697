internal import CFileCalls
internal import CloudCore
internal import Foundation

/// The entries of one folder, read piece by piece in the order of the file system, without `.` and `..`.
@safe final class DirectoryStream {
    /// One name in a folder.
    struct Name {
        var bytes: [UInt8]
        /// The name as text; `nil` if its bytes are no UTF-8.
        var text: String? { String(validating: bytes, as: UTF8.self) }
    }

    private let raw: OpaquePointer

    init(_ folder: OpenFile) throws(CallFailure) {
        let descriptor = try call(.existing) {
            unsafe cfc_openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY, 0)
        }
        guard let raw = unsafe fdopendir(descriptor) else {
            close(descriptor)
            throw CallFailure(code: ENOMEM, role: .existing)
        }
        unsafe self.raw = raw
    }

    deinit { unsafe closedir(raw) }

    /// Where the next entry begins; good for ``seek(to:)`` on another stream of the folder where
    /// ``FileSystemKind/stableOffsets`` holds.
    var offset: Int { unsafe telldir(raw) }

    func seek(to offset: Int) {
        unsafe seekdir(raw, offset)
    }

    /// The next entry; `nil` at the end.
    func next() throws(CallFailure) -> Name? {
        while true {
            errno = 0
            guard let entry = unsafe readdir(raw) else {
                guard errno == 0 else { throw CallFailure(code: errno, role: .existing) }
                return nil
            }
            let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
            if bytes != Array(".".utf8), bytes != Array("..".utf8) { return Name(bytes: bytes) }
        }
    }
}
