internal import COpenSSL

extension CryptoError {
    /// The newest error of the thread; empties the thread's queue of errors.
    static func takeFromOpenSSL() -> CryptoError {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        guard let text = unsafe ERR_reason_error_string(code) else { return .libraryFailure("error \(code)") }
        return .libraryFailure(unsafe String(cString: text))
    }
}

/// Throws unless a call of OpenSSL returned 1.
func check(_ result: Int32) throws(CryptoError) {
    guard result == 1 else { throw .takeFromOpenSSL() }
}

extension UnsafeRawBufferPointer {
    /// No bytes, at no address.
    static var empty: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: nil, count: 0) }

    /// The address as OpenSSL's functions take it; never `nil`, which some of them understand as "not given".
    var bytePointer: UnsafePointer<UInt8> {
        guard let address = baseAddress else { return unsafe Placeholder.address }
        return unsafe address.assumingMemoryBound(to: UInt8.self)
    }

    /// The address as functions take it that want a passphrase to be text.
    var characterPointer: UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(bytePointer).assumingMemoryBound(to: CChar.self)
    }
}

@safe
private enum Placeholder {
    /// One byte that is never read nor written.
    nonisolated(unsafe) static let address = unsafe UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))
}

extension UnsafeMutableRawBufferPointer {
    var bytePointer: UnsafeMutablePointer<UInt8>? { unsafe baseAddress?.assumingMemoryBound(to: UInt8.self) }

    /// Overwrites the bytes in a way that the compiler doesn't optimise away.
    func wipe() {
        unsafe OPENSSL_cleanse(baseAddress, count)
    }
}
