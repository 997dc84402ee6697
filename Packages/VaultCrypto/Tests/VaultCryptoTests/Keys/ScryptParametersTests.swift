import CloudCore
import Testing

@testable import VaultCrypto

@Suite("Parameters of the key derivation")
struct ScryptParametersTests {
    @Test(
        "what fits into 1 GiB is taken",
        arguments: [(2, 1), (16, 8), (16_384, 8), (32_768, 8), (1 << 20, 8), (2, 4_194_304)]
    )
    func accepted(_ costParam: Int, _ blockSize: Int) throws {
        let parameters = try ScryptParameters(costParam: costParam, blockSize: blockSize)
        #expect(parameters.memory == 128 * costParam * blockSize)
    }

    @Test(
        "hostile parameters are refused before anything is derived",
        arguments: [
            (0, 8), (1, 8), (-2, 8), (3, 8), (32_767, 8), (.max, 8), (.min, 8), (1 << 62, 8), (1 << 21, 8),
            (32_768, 0), (32_768, -8), (32_768, .max), (32_768, 257), (2, 4_194_305), (2, 1 << 56), (1 << 16, 1),
            (1 << 62, .max), (.min, .min),
        ]
    )
    func refused(_ costParam: Int, _ blockSize: Int) {
        let expected = VaultError.unsupportedScryptParameters(costParam: costParam, blockSize: blockSize)
        #expect(throws: expected) { try ScryptParameters(costParam: costParam, blockSize: blockSize) }
        #expect(expected.category == .unsupported)
    }

    @Test(
        "a changed passphrase is derived at least as expensively, and still readably",
        arguments: [
            (16, 8, 32_768), (32_768, 8, 32_768), (65_536, 8, 65_536), (1 << 15, 16, 32_768), (1 << 20, 8, 1 << 20),
        ]
    )
    func strengthened(_ costParam: Int, _ blockSize: Int, _ expected: Int) throws {
        let parameters = try ScryptParameters(costParam: costParam, blockSize: blockSize).strengthened
        #expect(parameters == (try ScryptParameters(costParam: expected, blockSize: 8)))
    }

    @Test("N beyond what r = 8 allows is cut to 1 GiB")
    func cut() throws {
        let parameters = try ScryptParameters(costParam: 1 << 22, blockSize: 2).strengthened
        #expect(parameters == (try ScryptParameters(costParam: 1 << 20, blockSize: 8)))
    }
}
