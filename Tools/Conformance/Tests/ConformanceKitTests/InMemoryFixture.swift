import CloudCore
import ConformanceKit
import Foundation
import InMemoryCloud

/// The kinds of service that the suite is proven on.
enum Service: String, CaseIterable, Sendable {
    case plain
    case smallPages
    case caseInsensitive
    case identifiers
    case strictNames
    case composed
    case parts
    case bothKinds
    /// Both kinds at one path, ids, and strict rules for names.
    case everything

    var settings: InMemoryCloud.Settings {
        var settings = InMemoryCloud.Settings()
        switch self {
        case .plain: break
        case .smallPages: settings.pageSize = 3
        case .caseInsensitive:
            settings.namePolicy = NamePolicy(caseSensitivity: .insensitive, normalization: .insensitive)
        case .identifiers: settings.addressing = .identifiers
        case .strictNames, .everything:
            settings.bothKinds = self == .everything
            settings.addressing = .identifiers
            settings.namePolicy = NamePolicy(
                caseSensitivity: .insensitive,
                normalization: .composed,
                forbiddenCharacters: ["\"", "*", ":", "<", ">", "?", "|", "\\", "\t", "\n"],
                forbiddenNames: ["CON", "desktop.ini"],
                forbiddenPrefixes: ["~$", " "],
                forbiddenSuffixes: [".", " "],
                maximumNameLength: 200,
                lengthUnit: .utf16
            )
        case .composed: settings.namePolicy = NamePolicy(normalization: .composed)
        case .parts: settings.parts = InMemoryCloud.Settings.Parts(threshold: 100_000, size: 65_536)
        case .bothKinds: settings.bothKinds = true
        }
        return settings
    }

    /// A fixture on a cloud of its own.
    func fixture(in folder: URL) throws -> Fixture {
        var fixture = InMemoryCloud(settings).fixture(root: try CloudPath("/conformance"), scratch: folder)
        fixture.traits.lacking[.smallDisk] = nil  // the suite mounts one
        return fixture
    }
}
