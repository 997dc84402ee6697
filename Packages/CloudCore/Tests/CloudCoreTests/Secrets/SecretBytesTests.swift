import CloudCore
import Foundation
import Testing

@Suite("SecretBytes")
struct SecretBytesTests {
    @Test("prints its length only")
    func description() {
        let secret = SecretBytes(utf8: "hunter2")
        #expect("\(secret)" == "SecretBytes(7 bytes)")
        #expect(String(reflecting: secret) == "SecretBytes(7 bytes)")
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test("wipes the array it takes over")
    func taking() {
        var bytes: [UInt8] = [1, 2, 3]
        let secret = SecretBytes(taking: &bytes)
        #expect(bytes == [0, 0, 0])
        #expect(unsafe secret.withUnsafeBytes { unsafe Array($0) } == [1, 2, 3])
    }

    @Test("concatenates and slices")
    func concatenation() {
        let both = SecretBytes([1, 2]) + SecretBytes([3])
        #expect(unsafe both.withUnsafeBytes { unsafe Array($0) } == [1, 2, 3])
        #expect(unsafe both[1..<3].withUnsafeBytes { unsafe Array($0) } == [2, 3])
    }

    /// Reads memory through the kernel, which also reads what was given back.
    private func memory(at address: UInt, count: Int) throws -> [UInt8] {
        let file = unsafe open("/proc/self/mem", O_RDONLY)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = unsafe pread(file, &bytes, count, off_t(address))
        try #require(read == count)
        return bytes
    }

    @Test("overwrites its memory before it gives it back")
    func wiping() throws {
        let text = Array("a secret that is nowhere else in this process, spelt once".utf8)
        var secret: SecretBytes? = SecretBytes(text)
        let address = unsafe secret?.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
        let start = try #require(address)
        #expect(try memory(at: start, count: text.count) == text)
        secret = nil
        // The allocator writes its own bookkeeping over the beginning.
        try #expect(memory(at: start, count: text.count)[16...] != text[16...])
    }

    @Test("overwrites its memory when it can't be filled")
    func failedFilling() throws {
        let text = Array("another secret that is nowhere else in this process".utf8)
        let address = Locked<UInt>(0)
        let failing = { () throws(NotNeeded) -> SecretBytes in
            try unsafe SecretBytes(count: text.count) { buffer throws(NotNeeded) in
                unsafe buffer.copyBytes(from: text)
                let start = UInt(bitPattern: buffer.baseAddress)
                address.withLock { $0 = start }
                throw NotNeeded()
            }
        }
        #expect(throws: NotNeeded.self) { try failing() }
        try #expect(memory(at: address.withLock { $0 }, count: text.count)[16...] != text[16...])
    }

    @Test("may be empty")
    func empty() {
        #expect(SecretBytes([]).isEmpty)
        #expect((SecretBytes([]) + SecretBytes([])).count == 0)
    }
}
