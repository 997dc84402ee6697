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

    var settings: InMemoryCloud.Settings {
        var settings = InMemoryCloud.Settings()
        switch self {
        case .plain: break
        case .smallPages: settings.pageSize = 3
        case .caseInsensitive:
            settings.namePolicy = NamePolicy(caseSensitivity: .insensitive, normalization: .insensitive)
        case .identifiers: settings.addressing = .identifiers
        case .strictNames:
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
        let cloud = InMemoryCloud(settings)
        var lacking: [Need: String] = [:]
        if self != .bothKinds { lacking[.bothKinds] = "one item at one path" }
        let root = try CloudPath("/conformance")
        cloud.makeFolder(at: root)
        var fixture = Fixture(
            provider: cloud.makeProvider(),
            root: root,
            traits: ProviderTraits(lacking: lacking, thresholds: self == .parts ? [65_536, 100_000, 196_608] : []),
            faults: cloud.faults,
            scratch: folder
        )
        fixture.secondProvider = { cloud.makeProvider() }
        fixture.pagedProvider = { cloud.makeProvider(pageSize: $0) }
        fixture.otherAccount = { InMemoryCloud().makeProvider(pageSize: 1) }
        fixture.makeLink = { cloud.makeLink(at: $0, to: $1) }
        fixture.makeBothKinds = { path, content in
            cloud.put(content, at: path)
            cloud.makeFolder(at: path)
        }
        fixture.makeUnlistable = { folder in
            let path = try folder.appending("unlistable")
            cloud.makeUnlistable(at: path, reason: "the name is no text")
            return path.string
        }
        fixture.limitSpace = { bytes in
            let used = cloud.snapshot().files.values.map(\.count).reduce(0, +)
            cloud.configure { $0.quota = bytes.map { used + $0 } }
        }
        return fixture
    }
}
