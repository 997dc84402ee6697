import CloudCore
import ConformanceKit
import Foundation
import InMemoryCloud
import Testing

/// A mistake that a provider may have, and the cases that must find it.
struct Defect: Sendable, CustomTestStringConvertible {
    let name: String
    /// The kind of service on which the mistake shows.
    var service = Service.bothKinds
    /// Beginnings or ends of the cases' names; a text without a dot at either side is a whole name.
    let finds: @Sendable (ConformanceCase) -> Bool
    let overrides: DefectiveProvider.Overrides
    /// Changes the fixture beyond its provider.
    var change: @Sendable (InMemoryCloud, inout Fixture) -> Void = { _, _ in }

    var testDescription: String { name }

    /// A mistake that the named cases find: whole names, or with a `*` at one or both ends.
    init(
        _ name: String,
        on service: Service = .bothKinds,
        foundBy patterns: String...,
        in overrides: (inout DefectiveProvider.Overrides) -> Void = { _ in },
        change: @escaping @Sendable (InMemoryCloud, inout Fixture) -> Void = { _, _ in }
    ) {
        self.init(name, on: service, foundWhere: { Self.matches($0.name, patterns) }, in: overrides, change: change)
    }

    init(
        _ name: String,
        on service: Service = .bothKinds,
        foundWhere finds: @escaping @Sendable (ConformanceCase) -> Bool,
        in overrides: (inout DefectiveProvider.Overrides) -> Void,
        change: @escaping @Sendable (InMemoryCloud, inout Fixture) -> Void = { _, _ in }
    ) {
        self.name = name
        self.service = service
        self.finds = finds
        var made = DefectiveProvider.Overrides()
        overrides(&made)
        self.overrides = made
        self.change = change
    }

    /// A fixture whose providers, but for the second ones, have the mistake.
    func fixture(in folder: URL) throws -> Fixture {
        let cloud = InMemoryCloud(service.settings)
        var fixture = cloud.fixture(root: try CloudPath("/conformance"), scratch: folder)
        let overrides = overrides
        fixture.provider = DefectiveProvider(base: cloud.makeProvider(), overrides: overrides)
        fixture.pagedProvider = { DefectiveProvider(base: cloud.makeProvider(pageSize: $0), overrides: overrides) }
        fixture.otherAccount = {
            DefectiveProvider(base: InMemoryCloud().makeProvider(), overrides: overrides)
        }
        fixture.killer = InMemoryKiller(cloud) { DefectiveProvider(base: $0, overrides: overrides) }
        change(cloud, &fixture)
        return fixture
    }

    static func matches(_ name: String, _ patterns: [String]) -> Bool {
        patterns.contains { pattern in
            let text = pattern.filter { $0 != "*" }
            switch (pattern.hasPrefix("*"), pattern.hasSuffix("*")) {
            case (true, true): return name.contains(text)
            case (true, false): return name.hasSuffix(text)
            case (false, true): return name.hasPrefix(text)
            case (false, false): return name == text
            }
        }
    }
}
