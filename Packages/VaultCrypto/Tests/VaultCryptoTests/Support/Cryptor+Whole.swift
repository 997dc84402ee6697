import CloudCore

@testable import VaultCrypto

extension Cryptor {
    /// A whole encrypted file, made of single headers and chunks.
    func encryptedFile(_ content: [UInt8]) throws -> [UInt8] {
        let header = try createHeader()
        var file = try encryptHeader(header)
        for (number, offset) in stride(from: 0, to: content.count, by: cleartextChunkSize).enumerated() {
            let chunk = content[offset..<min(content.count, offset + cleartextChunkSize)]
            file += try encryptChunk(chunk, number: number, header: header)
        }
        return file
    }

    /// The cleartext of a whole encrypted file, by single headers and chunks.
    func decryptedFile(_ file: [UInt8]) throws -> [UInt8] {
        let header = try decryptHeader(file.prefix(headerSize))
        var content: [UInt8] = []
        for (number, offset) in stride(from: headerSize, to: file.count, by: ciphertextChunkSize).enumerated() {
            let chunk = file[offset..<min(file.count, offset + ciphertextChunkSize)]
            content += try decryptChunk(chunk, number: number, header: header)
        }
        return content
    }

    /// The nonce and the cleartext of each chunk of an encrypted file.
    func chunks(of file: [UInt8]) throws -> [(nonce: [UInt8], cleartext: [UInt8])] {
        let header = try decryptHeader(file.prefix(headerSize))
        return try stride(from: headerSize, to: file.count, by: ciphertextChunkSize).enumerated().map {
            let chunk = file[$1..<min(file.count, $1 + ciphertextChunkSize)]
            return (Array(chunk.prefix(scheme.nonceSize)), try decryptChunk(chunk, number: $0, header: header))
        }
    }
}
