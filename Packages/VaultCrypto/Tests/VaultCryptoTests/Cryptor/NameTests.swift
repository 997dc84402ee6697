import CryptoPrimitives
import Testing
@testable import VaultCrypto

@Suite("Names and directory ids")
struct NameTests {
    private let cryptor = Fixture.cryptor(.sivGcm)

    @Test("a directory id has the hash of the vectors (F-VCRY-01)", arguments: Fixture.names.directories)
    func directoryHash(_ vector: NameVectors.Directory) throws {
        #expect(try cryptor.encryptDirId(Array(vector.dirId.utf8)) == vector.hash)
    }

    @Test("a name is encrypted as in the vectors, and back", arguments: Fixture.names.names)
    func names(_ vector: NameVectors.Name) throws {
        let dirId = Array(vector.dirId.utf8)
        let long = String(vector.format7and8.dropLast(".c9r".count))
        #expect(try cryptor.encryptFileName(vector.name, dirId: dirId, encoding: .base64url) == long)
        #expect(try cryptor.encryptFileName(vector.name, dirId: dirId, encoding: .base32) == vector.format6File)
        let decrypted = try cryptor.decryptFileName(long, dirId: dirId, encoding: .base64url)
        #expect(decrypted.utf8.elementsEqual(vector.name.utf8))
        let decrypted6 = try cryptor.decryptFileName(vector.format6File, dirId: dirId, encoding: .base32)
        #expect(decrypted6.utf8.elementsEqual(vector.name.utf8))
    }

    @Test("both cipher combinations have the same names")
    func schemes() throws {
        let ctrMac = Fixture.cryptor(.sivCtrMac)
        let name = try ctrMac.encryptFileName("hello.txt", dirId: [], encoding: .base64url)
        #expect(name == "BweiJPhaXt21REROEq5FI8f78t8AGYisdQ==")
    }

    @Test("a name is normalised to NFC before it is encrypted", arguments: Fixture.names.normalisation)
    func normalisation(_ vector: NameVectors.Normalisation) throws {
        let encrypted = try cryptor.encryptFileName(vector.given, dirId: [], encoding: .base64url)
        let decrypted = try cryptor.decryptFileName(encrypted, dirId: [], encoding: .base64url)
        #expect(decrypted.utf8.elementsEqual(vector.encryptedAs.utf8))
    }

    @Test("a name doesn't authenticate in another folder, changed, or otherwise encoded")
    func foreignNames() throws {
        let name = "BweiJPhaXt21REROEq5FI8f78t8AGYisdQ=="
        let bad = [
            name.lowercased(), String(name.dropLast()), String(name.dropLast(2)), name + "=", "A" + name.dropFirst(),
            name + ".c9r", "", "====", "AAAA", " " + name, name.replacing("Q==", with: "R=="), "é" + name,
            String(name.prefix(20)), String(repeating: "A", count: 24), String(repeating: "_-", count: 5000),
        ]
        for changed in bad {
            #expect(throws: VaultError.nameDoesNotAuthenticate(changed)) {
                try cryptor.decryptFileName(changed, dirId: [], encoding: .base64url)
            }
        }
        #expect(throws: VaultError.nameDoesNotAuthenticate(name)) {
            try cryptor.decryptFileName(name, dirId: Array("x".utf8), encoding: .base64url)
        }
        let lower = "a4d2ejhyljpn3nkeirhbflsfepd7x4w7aamyrldv"
        #expect(throws: VaultError.nameDoesNotAuthenticate(lower)) {
            try cryptor.decryptFileName(lower, dirId: [], encoding: .base32)
        }
    }

    @Test("an authentic name that isn't UTF-8 is refused")
    func notUTF8() throws {
        let encrypted = try NameEncoding.base64url.encode(cryptor.names.seal([0xFF, 0xFE], authenticating: [[]]))
        #expect(throws: VaultError.nameDoesNotAuthenticate(encrypted)) {
            try cryptor.decryptFileName(encrypted, dirId: [], encoding: .base64url)
        }
    }
}
