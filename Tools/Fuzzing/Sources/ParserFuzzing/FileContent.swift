import CloudCore
import Foundation
import VaultCrypto

private let cryptors = [CryptorScheme.sivGcm, .sivCtrMac].map { Cryptor(masterkey: vectorKey, scheme: $0) }

/// The first byte chooses the cipher combination and whether the bytes are ciphertext or cleartext.
func parseFileContent(_ input: [UInt8]) {
    guard let choice = input.first else { return }
    let (cryptor, bytes) = (cryptors[Int(choice & 1)], input.dropFirst())
    if choice & 2 == 0 {
        decrypt(Array(bytes), with: cryptor)
    } else {
        roundTrip(Array(bytes), with: cryptor)
    }
}

private func decrypt(_ ciphertext: [UInt8], with cryptor: Cryptor) {
    _ = cryptor.cleartextSize(ofCiphertext: ciphertext.count)
    guard let header = try? cryptor.decryptHeader(ciphertext.prefix(cryptor.headerSize)) else { return }
    var rest = ciphertext.dropFirst(cryptor.headerSize)
    var number = 0
    while !rest.isEmpty {
        guard
            (try? cryptor.decryptChunk(rest.prefix(cryptor.ciphertextChunkSize), number: number, header: header)) != nil
        else { return }
        rest = rest.dropFirst(cryptor.ciphertextChunkSize)
        number += 1
    }
}

/// What was encrypted decrypts to the same bytes, and with any bit changed to none.
private func roundTrip(_ cleartext: [UInt8], with cryptor: Cryptor) {
    do {
        let piece = cleartext.prefix(cryptor.cleartextChunkSize)
        let header = try cryptor.createHeader()
        let parsed = try cryptor.decryptHeader(cryptor.encryptHeader(header))
        var chunk = try cryptor.encryptChunk(piece, number: 3, header: header)
        let decrypted = try cryptor.decryptChunk(chunk[...], number: 3, header: parsed)
        precondition(decrypted.elementsEqual(piece))
        let place = piece.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % chunk.count
        chunk[place] ^= 1 << (place % 8)
        precondition((try? cryptor.decryptChunk(chunk[...], number: 3, header: parsed)) == nil)
    } catch {
        preconditionFailure("encryption of any bytes works: \(error)")
    }
}
