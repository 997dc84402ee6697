import CFileCalls

/// Secret bytes in memory that is overwritten before it is given back.
///
/// There is one buffer for the life of the object; it is never copied, printed or encoded. Bytes are lent through
/// ``withUnsafeBytes(_:)``. The contents are immutable, so an instance may be shared between threads.
@safe
public final class SecretBytes: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    // Written only in the initialisers, before the object is shared; freed in deinit.
    private nonisolated(unsafe) let buffer: UnsafeMutableRawBufferPointer

    /// Number of bytes.
    public var count: Int { unsafe buffer.count }

    /// Whether there are no bytes.
    public var isEmpty: Bool { count == 0 }

    /// Makes `count` bytes that `fill` writes.
    ///
    /// - Parameters:
    ///   - count: number of bytes, 0 or more.
    ///   - fill: writes the whole buffer, which is zero before.
    /// - Throws: what `fill` throws; the buffer is wiped then.
    public init<Failure: Error>(
        count: Int,
        filledBy fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0)
        do {
            unsafe try fill(buffer)
        } catch {
            unsafe Self.free(buffer)
            throw error
        }
        unsafe self.buffer = buffer
    }

    /// Copies `bytes`; the caller's copy stays the caller's to wipe.
    ///
    /// - Parameter bytes: the secret.
    public convenience init(_ bytes: some Collection<UInt8>) {
        unsafe self.init(count: bytes.count) { buffer in unsafe buffer.copyBytes(from: bytes) }
    }

    /// The UTF-8 bytes of `text`.
    ///
    /// - Parameter text: a passphrase or token; a Swift string can't be wiped, so don't keep it.
    public convenience init(utf8 text: String) {
        self.init(text.utf8)
    }

    /// Takes the bytes over and overwrites the array they came in.
    ///
    /// - Parameter bytes: the secret; zeroes afterwards.
    public convenience init(taking bytes: inout [UInt8]) {
        self.init(bytes)
        unsafe bytes.withUnsafeMutableBytes { unsafe cfc_wipe($0.baseAddress, $0.count) }
    }

    deinit { unsafe Self.free(buffer) }

    /// Lends the bytes for the time of the call.
    ///
    /// - Parameter body: must not let the pointer escape.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe try body(UnsafeRawBufferPointer(buffer))
    }

    /// The concatenation of the bytes of two secrets.
    ///
    /// - Parameters:
    ///   - first: comes first.
    ///   - second: comes after it.
    /// - Returns: new memory.
    public static func + (first: SecretBytes, second: SecretBytes) -> SecretBytes {
        unsafe SecretBytes(count: first.count + second.count) { target in
            unsafe first.withUnsafeBytes { source in unsafe target.copyMemory(from: source) }
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: target[first.count...])
            unsafe second.withUnsafeBytes { source in unsafe rest.copyMemory(from: source) }
        }
    }

    /// A copy of a range of the bytes.
    ///
    /// - Parameter range: within `0..<count`; anything else traps.
    /// - Returns: new memory.
    public subscript(range: Range<Int>) -> SecretBytes {
        unsafe SecretBytes(count: range.count) { target in
            unsafe withUnsafeBytes { source in
                unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[range]))
            }
        }
    }

    /// Never shows the secret.
    public var description: String { "SecretBytes(\(count) bytes)" }
    /// Never shows the secret.
    public var debugDescription: String { description }
    /// Never shows the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }

    private static func free(_ buffer: UnsafeMutableRawBufferPointer) {
        unsafe cfc_wipe(buffer.baseAddress, buffer.count)
        unsafe buffer.deallocate()
    }
}
