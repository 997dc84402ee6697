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
            // The entry is only as long as its name, so `d_name` with its 256 bytes must not be copied as a whole.
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { preconditionFailure("no d_name") }
            let start = unsafe UnsafeRawPointer(entry) + offset
            let length = unsafe strlen(start.assumingMemoryBound(to: CChar.self))
            let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: length))
            if bytes != Array(".".utf8), bytes != Array("..".utf8) { return Name(bytes: bytes) }
        }
    }
}
