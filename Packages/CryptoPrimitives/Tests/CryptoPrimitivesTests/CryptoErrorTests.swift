import CloudCore
import CryptoPrimitives
import Testing

@Suite("Errors")
struct CryptoErrorTests {
    @Test(
        "each has a code, a category and a sentence",
        arguments: [
            (CryptoError.authenticationFailed, "authenticationFailed", ErrorCategory.notAuthentic),
            (.invalidKeySize(7), "invalidKeySize", .other),
            (.invalidParameter("a salt of 0 bytes"), "invalidParameter", .other),
            (.memoryLimitExceeded(needed: 2, limit: 1), "memoryLimitExceeded", .other),
            (.libraryFailure("malloc failure"), "libraryFailure", .other),
        ]
    )
    func texts(_ error: CryptoError, _ code: String, _ category: ErrorCategory) {
        #expect(error.code == code)
        #expect(error.category == category)
        #expect(!error.reason.isEmpty && "\(error)" == error.reason)
    }
}
