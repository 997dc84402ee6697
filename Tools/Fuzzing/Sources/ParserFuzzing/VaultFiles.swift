import CloudCore
import Foundation
import VaultCrypto

/// The raw key of the public vectors, so that their values reach the code behind the checks.
let vectorKey = Masterkey.createFromRaw(
    aesMasterKey: SecretBytes([UInt8](repeating: 0x55, count: 32)),
    macMasterKey: SecretBytes([UInt8](repeating: 0x77, count: 32))
)

func parseMasterkeyFile(_ input: [UInt8]) {
    // What a file that is accepted says is used by the caller before it is unlocked.
    _ = try? MasterkeyFile.withContentFromData(Data(input)).version
}

func parseVaultConfig(_ input: [UInt8]) {
    guard let config = try? UnverifiedVaultConfig(token: String(decoding: input, as: UTF8.self)) else { return }
    _ = try? config.checkSupported()
    _ = try? config.verify(rawKey: vectorKey.rawKey)
}
