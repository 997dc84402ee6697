internal import CloudCore

/// A row of the table: what stands at the path.
enum Situation: String {
    case nothing
    case parentMissing
    case parentIsFile
    case file = "onFile"
    case folder = "onFolder"
    case link = "onLink"
    case bothKinds = "onBothKinds"
    case root = "onRoot"
    case forbiddenName

    /// Its part of a case's name; one uploads over something.
    func name(for method: Method) -> String {
        guard [.upload, .uploadReplacing].contains(method), rawValue.hasPrefix("on") else { return rawValue }
        return "over" + rawValue.dropFirst(2)
    }

    /// What stands there, for a sentence.
    var phrase: String {
        switch self {
        case .nothing: "nothing stands there"
        case .parentMissing: "the parent is missing"
        case .parentIsFile: "the parent is a file"
        case .file: "a file stands there"
        case .folder: "a folder stands there"
        case .link: "a link stands there"
        case .bothKinds: "a file and a folder stand there"
        case .root: "the path is the root"
        case .forbiddenName: "the service forbids the name"
        }
    }

    var needs: Set<Need> {
        switch self {
        case .link: [.links]
        case .bothKinds: [.bothKinds]
        case .forbiddenName: [.namePolicy, .forbiddenNames]
        default: []
        }
    }

    /// What the file of the situation holds.
    static let content = Content.bytes(7, seed: 7)

    /// Brings the situation about, with the provider under test or another, and gives the path.
    func prepare(on stage: Stage, with provider: (any CloudProvider)? = nil) async throws -> CloudPath {
        let item = try stage.path("item")
        switch self {
        case .nothing: return item
        case .parentMissing: return try stage.path("missing/item")
        case .parentIsFile:
            try await stage.put("file", with: provider)
            return try stage.path("file/item")
        case .file:
            try await stage.put(Self.content, "item", with: provider)
            return item
        case .folder:
            try await stage.makeFolder("item", with: provider)
            try await stage.put("item/file", with: provider)
            try await stage.makeFolder("item/folder", with: provider)
            try await stage.put("item/folder/deep", with: provider)
            return item
        case .link:
            try await stage.put("pointed at", with: provider)
            try await stage.makeLink("item", to: "pointed at")
            return item
        case .bothKinds:
            try await unwrap(stage.fixture.makeBothKinds, "the fixture's makeBothKinds")(item, Self.content)
            try await stage.put("item/file", with: provider)
            return item
        case .root: return .root
        case .forbiddenName: return try stage.path(stage.namePolicy().forbiddenExamples[0])
        }
    }
}

extension NamePolicy {
    /// What forbidden names hold, to see that errors don't repeat it.
    static let tellTale = "Q7x"

    /// Names that the service doesn't take: one for each rule.
    var forbiddenExamples: [String] {
        let examples =
            forbiddenCharacters.sorted().map { "\(Self.tellTale)\($0)b" }
            + (maximumNameLength < 2000 ? [tooLongName] : [])
            + forbiddenNames.sorted()
            + forbiddenPrefixes.map { $0 + Self.tellTale }
            + forbiddenSuffixes.map { Self.tellTale + $0 }
        // CloudPath itself refuses these.
        return examples.filter { ![".", ".."].contains($0) && !$0.utf8.contains(UInt8(ascii: "/")) }
    }

    /// A name that is one unit too long.
    var tooLongName: String { String(repeating: "n", count: maximumNameLength + 1) }
}
