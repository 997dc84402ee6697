import Foundation

/// Stands in for the journal: a Unix datagram socket that takes bytes and descriptors.
final class DatagramSocket {
    private let descriptor: Int32

    init(at url: URL) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array(url.path.utf8)
        precondition(path.count < 108, "the temporary folder's path is too long for a socket")
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(descriptor, $0, size) }
        }
        guard result == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    deinit { close(descriptor) }

    /// The next datagram and the file that came with it; fails rather than wait.
    func receive() throws -> (bytes: [UInt8], file: FileHandle?) {
        var (bytes, control) = ([UInt8](repeating: 0, count: 1_000_000), [UInt8](repeating: 0, count: 64))
        var (count, controlCount) = (0, 0)
        unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe control.withUnsafeMutableBytes { control in
                var piece = unsafe iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                unsafe withUnsafeMutablePointer(to: &piece) { piece in
                    var message = unsafe msghdr()
                    unsafe message.msg_iov = piece
                    unsafe message.msg_iovlen = 1
                    unsafe message.msg_control = control.baseAddress
                    unsafe message.msg_controllen = control.count
                    count = unsafe recvmsg(descriptor, &message, Int32(MSG_DONTWAIT))
                    controlCount = unsafe message.msg_controllen
                }
            }
        }
        guard count >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        // One cmsghdr of 16 bytes (64-bit Linux), then the descriptor.
        let file = controlCount < 20 ? nil : control[16..<20].reversed().reduce(Int32(0)) { $0 << 8 | Int32($1) }
        if let file { lseek(file, 0, SEEK_SET) }
        return (Array(bytes[..<count]), file.map { FileHandle(fileDescriptor: $0, closeOnDealloc: true) })
    }
}
