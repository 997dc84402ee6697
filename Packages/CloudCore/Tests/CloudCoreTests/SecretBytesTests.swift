import CloudCore
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
}
