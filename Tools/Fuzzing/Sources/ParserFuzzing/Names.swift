import CloudCore
import Foundation
import VaultCrypto

private let cryptor = Cryptor(masterkey: vectorKey, scheme: .sivGcm)

/// Encrypted names of all formats, recovery keys, cloud paths, and names on their way in and out again.
func parseNames(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    for encoding in [NameEncoding.base64url, .base32] {
        _ = try? cryptor.decryptFileName(text, dirId: [], encoding: encoding)
        guard let encrypted = try? cryptor.encryptFileName(text, dirId: Array(input.prefix(36)), encoding: encoding)
        else { continue }
        let back = try? cryptor.decryptFileName(encrypted, dirId: Array(input.prefix(36)), encoding: encoding)
        precondition(back?.utf8.elementsEqual(text.precomposedStringWithCanonicalMapping.utf8) == true)
    }
    _ = try? cryptor.encryptDirId(input)
    _ = try? RecoveryKey.decode(text)
    guard let path = try? CloudPath(text) else { return }
    precondition(path.isRoot || (try? path.parent.appending(path.name)) == path)
    precondition((try? CloudPath(path.string)) == path)
}

func parsePageToken(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    _ = try? PageToken(text, account: "account", folder: .root)
    let token = PageToken(serviceToken: text, account: "account", folder: .root)
    let back = try? PageToken(token.text, account: "account", folder: .root)
    precondition(back?.serviceToken.utf8.elementsEqual(text.utf8) == true)
    precondition((try? PageToken(token.text, account: "other", folder: .root)) == nil)
}
