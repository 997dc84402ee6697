import Foundation
import TestData

/// A vector file of this project: its vectors, whatever else it says.
struct Fixture<Vector: Decodable>: Decodable {
    let vectors: [Vector]

    /// Vectors typed from an RFC, which lie beside the tests.
    static func rfc(_ name: String) throws -> [Vector] {
        let url = Bundle.module.bundleURL.appendingPathComponent("Fixtures/\(name).json")
        return try JSONDecoder().decode(Self.self, from: Data(contentsOf: url)).vectors
    }
}

/// A file of C2SP/wycheproof, read from the shared data.
struct Wycheproof<Group: Decodable & Sendable>: Decodable, Sendable {
    let numberOfTests: Int
    let testGroups: [Group]

    static func groups(_ name: String) throws -> [Group] {
        try SharedData.json(Self.self, "vectors/wycheproof/\(name)_test.json").testGroups
    }
}

/// What an implementation must do with a vector of Wycheproof.
enum WycheproofResult: String, Decodable, Sendable {
    case valid, invalid, acceptable
}
