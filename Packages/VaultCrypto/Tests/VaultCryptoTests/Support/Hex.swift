import CloudCore

/// The bytes that pairs of hexadecimal digits stand for; traps on anything else.
func hex(_ digits: String) -> [UInt8] {
    let digits = Array(digits.utf8)
    precondition(digits.count.isMultiple(of: 2))
    return stride(from: 0, to: digits.count, by: 2).map { index in
        guard let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) else {
            preconditionFailure("no hexadecimal digits")
        }
        return byte
    }
}

extension SecretBytes {
    /// The bytes, for comparing.
    var revealed: [UInt8] {
        unsafe withUnsafeBytes { unsafe Array($0) }
    }
}
