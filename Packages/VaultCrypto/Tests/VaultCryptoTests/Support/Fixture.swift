import CloudCore
import Foundation
import Testing

@testable import VaultCrypto

/// The vectors that were made for this project, copied into the test's resources.
enum Fixture {
    static let names = load(NameVectors.self, "names")
    static let contents = load(ContentVectors.self, "file-contents")

    private static func load<Value: Decodable>(_ type: Value.Type, _ name: String) -> Value {
        do {
            let url = Bundle.module.bundleURL.appendingPathComponent("Fixtures/\(name).json")
            return try JSONDecoder().decode(type, from: Data(contentsOf: url))
        } catch {
            preconditionFailure("\(name).json: \(error)")
        }
    }

    /// The raw key of these vectors: 32 bytes 0x55, 32 bytes 0x77.
    static let masterkey = Masterkey.createFromRaw(rawKey: .init(hex(names.rawKeyHex)))

    static func cryptor(_ scheme: CryptorScheme) -> Cryptor {
        Cryptor(masterkey: masterkey, scheme: scheme)
    }
}

struct NameVectors: Decodable, Sendable {
    struct Directory: Decodable, Sendable {
        var dirId: String
        var hash: String
    }

    struct Name: Decodable, Sendable, CustomTestStringConvertible {
        var dirId: String
        var name: String
        var format7and8: String
        var format6File: String
        var testDescription: String { "\(name.prefix(20)) (\(name.utf8.count) bytes) in “\(dirId)”" }
    }

    struct Normalisation: Decodable, Sendable {
        var given: String
        var encryptedAs: String
    }

    var rawKeyHex: String
    var directories: [Directory]
    var names: [Name]
    var normalisation: [Normalisation]
}

struct ContentVectors: Decodable, Sendable {
    struct Content: Decodable, Sendable, CustomTestStringConvertible {
        struct Chunk: Decodable, Sendable {
            var chunkNumber: Int
            var chunkNonce: String
            var cleartextHex: String
            var ciphertextHex: String
        }

        var cipherCombo: CryptorScheme
        var headerNonce: String
        var contentKey: String
        var headerHex: String
        var headerSize: Int
        var chunks: [Chunk]
        var testDescription: String { cipherCombo.rawValue }
    }

    struct Size: Decodable, Sendable, CustomTestStringConvertible {
        var cipherCombo: CryptorScheme
        var cleartextSize: Int?
        var ciphertextPayloadSize: Int
        var testDescription: String {
            "\(cipherCombo.rawValue) \(ciphertextPayloadSize) ↔ \(cleartextSize.map(String.init) ?? "none")"
        }
    }

    var contents: [Content]
    var sizes: [Size]
}
