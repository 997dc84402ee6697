internal import CloudCore
internal import Foundation

/// Names that give trouble: each is taken as it is, or in the form that the policy states, or refused.
enum NameCases {
    static let cases = hard + lengths + twins + mappings

    /// Names by the part that they have in the case's name.
    static let hardNames: [(key: String, name: String)] = [
        ("space", "a b"), ("leadingSpace", " leading"), ("trailingSpace", "trailing "), ("onlySpace", " "),
        ("leadingDot", ".hidden"), ("trailingDot", "trailing."), ("threeDots", "..."), ("percent", "100%"),
        ("percentEncodedSlash", "a%2Fb"), ("percentEncodedLetter", "test%46.txt"), ("percentEncodedSpace", "a%20b"),
        ("plus", "C++ notes.txt"), ("ampersand", "a & b"), ("hash", "#1"), ("question", "why?"), ("semicolon", "a;b"),
        ("apostrophe", "it's.txt"), ("quote", "say \"hello\""), ("backslash", "back\\slash"),
        ("colon", "12:30"), ("asterisk", "*"), ("bar", "a|b"), ("less", "a<b"), ("greater", "a>b"), ("tab", "a\tb"),
        ("newline", "a\nb"), ("control", "a\u{1}b"), ("delete", "a\u{7F}b"), ("emoji", "📄👩‍👩‍👧.txt"),
        ("rightToLeft", "שלום عالم.txt"), ("cjk", "日本語のファイル.txt"), ("combining", "a\u{308}\u{301}.txt"),
        ("supplementary", "𝒳\u{10FFFD}"), ("query", "x' or name != '"), ("braces", "!@#$%^&()_+{}[];',.=-+ (1).txt"),
        ("tilde", "~"), ("backup", "file~"), ("office", "~$lock.docx"), ("dash", "-rf"), ("entity", "a&amp;b"),
        ("lineSeparator", "a\u{2028}b"), ("zeroWidth", "a\u{200B}b"), ("byteOrderMark", "\u{FEFF}a"),
        ("conflictCopy", "file (1).txt"), ("vaultLike", "dir.c9r"), ("reserved", "CON"),
        ("reservedWithSuffix", "nul.txt"),
        ("desktop", "desktop.ini"), ("dotUnderscore", "._file"), ("stub", ".file.icloud"),
        ("ownPart", ".cloudaccess-notes"),
    ]

    private static let hard = hardNames.map { key, name in
        ConformanceCase(
            "names.\(key)",
            "the name \(name.debugDescription) is kept, as file and folder, or refused by the policy",
            needs: [.namePolicy]
        ) { try await expectKeptOrRefused(name, on: $0) }
    }

    private static let lengths =
        [1, 100, 146, 147, 200, 220, 250, 254, 255].map { length in
            ConformanceCase(
                "names.length.\(length)",
                "names of \(length) bytes are kept, as file and folder, or refused by the policy",
                needs: [.namePolicy]
            ) { stage in
                try await expectKeptOrRefused(String(repeating: "n", count: length), on: stage)
                // Three bytes a letter: limits count in bytes or UTF-16, never in letters.
                let letters = String(repeating: "あ", count: length / 3)
                let filled = letters + String(repeating: "n", count: length - letters.utf8.count)
                if length >= 3 { try await expectKeptOrRefused(filled, on: stage) }
            }
        } + [
            ConformanceCase(
                "names.tooLong",
                "a name that is one unit too long is refused",
                needs: [.namePolicy, .forbiddenNames]
            ) { stage in
                let policy = try stage.namePolicy()
                if policy.maximumNameLength < 2000 { try await expectKeptOrRefused(policy.tooLongName, on: stage) }
            },
            ConformanceCase("names.deepPath", "a path of 1,000 characters is kept", needs: [.namePolicy]) { stage in
                let policy = try stage.namePolicy()
                var folder = stage.folder
                var rest = min(1000, policy.maximumPathLength) - folder.string.utf8.count
                while rest > 100 {
                    folder = try folder.appending(String(repeating: "d", count: min(90, policy.maximumNameLength)))
                    try await stage.provider.createFolder(at: folder)
                    rest = min(1000, policy.maximumPathLength) - folder.string.utf8.count
                }
                let file = try folder.appending(String(repeating: "f", count: min(rest - 1, policy.maximumNameLength)))
                try await stage.put(Content.bytes(12), at: file)
                try await expectContent(stage.read(file), Content.bytes(12), of: "the file")
                try await expectEqual(stage.items(of: folder).map(\.cloudPath), [file], "the folder's items")
                try await stage.provider.deleteFile(at: file)
            },
        ]

    /// Names that a service may take for one, and what its policy says about them.
    private static let twins = [
        (key: "normalization", first: "caf\u{E9}.txt", second: "cafe\u{301}.txt"),
        (key: "normalization.reversed", first: "cafe\u{301}.txt", second: "caf\u{E9}.txt"),
        (key: "normalization.hangul", first: "\u{D55C}", second: "\u{1112}\u{1161}\u{11AB}"),
        (key: "case", first: "Notes.txt", second: "nOTES.TXT"), (key: "case.umlaut", first: "ÄPFEL", second: "äpfel"),
    ].flatMap { key, first, second in
        [
            ConformanceCase(
                "names.twins.\(key).files",
                "\(first) and \(second.debugDescription) are two files or one, as the policy says",
                needs: [.namePolicy]
            ) { stage in
                let policy = try stage.namePolicy()
                try await stage.put(Content.bytes(10, seed: 1), at: stage.folder.appending(first))
                let second = try stage.folder.appending(second)
                guard policy.takesForOne(first, second.name) else {
                    try await stage.put(Content.bytes(20, seed: 2), at: second)
                    return try await expectTwo(first, second.name, on: stage)
                }
                try await stage.expectError(
                    .alreadyExists,
                    "creating the second",
                    changingNothing: {
                        try await stage.put(Content.bytes(20, seed: 2), at: second)
                    }
                )
                try await expectContent(stage.read(second), Content.bytes(10, seed: 1), of: "the one file")
                let metadata = try await stage.provider.fetchItemMetadata(at: second)
                try expectEqual(metadata.name, policy.stored(first), "its name")
                try expectEqual(metadata.cloudPath, second, "the path that was asked for")
                try await stage.put(Content.bytes(20, seed: 2), at: second, replacing: true)
                try await expectEqual(stage.names(in: stage.folder).count, 1, "the number of files")
                try await expectContent(
                    stage.read(stage.folder.appending(first)),
                    Content.bytes(20, seed: 2),
                    of: "the replaced file"
                )
                try await stage.provider.deleteFile(at: second)
                try await expectEqual(stage.names(in: stage.folder), [], "the names")
            },
            ConformanceCase(
                "names.twins.\(key).folders",
                "\(first) and \(second.debugDescription) are two folders or one, as the policy says",
                needs: [.namePolicy]
            ) { stage in
                let policy = try stage.namePolicy()
                let (first, second) = (try stage.folder.appending(first), try stage.folder.appending(second))
                try await stage.provider.createFolder(at: first)
                guard policy.takesForOne(first.name, second.name) else {
                    try await stage.provider.createFolder(at: second)
                    try await stage.put(at: first.appending("in first"))
                    try await stage.put(at: second.appending("in second"))
                    try await expectEqual(stage.names(in: first), ["in first"], "the names in the first")
                    return try await expectEqual(stage.names(in: second), ["in second"], "the names in the second")
                }
                try await stage.expectError(
                    .alreadyExists,
                    "creating the second",
                    changingNothing: {
                        try await stage.provider.createFolder(at: second)
                    }
                )
                try await stage.put(at: second.appending("file"))
                try await expectEqual(stage.names(in: first), ["file"], "the names in the one folder")
                try await expectEqual(stage.names(in: second), ["file"], "the names in it by its other name")
                try await stage.provider.deleteFolder(at: second)
                try await expectEqual(stage.names(in: stage.folder), [], "the names")
            },
        ]
    }

    private static func expectTwo(_ first: String, _ second: String, on stage: Stage) async throws {
        let names = Set(try await stage.items(of: stage.folder).map { Array($0.name.utf8) })
        try expectEqual(names, [Array(first.utf8), Array(second.utf8)], "the bytes of the names")
        for (name, content) in [(first, Content.bytes(10, seed: 1)), (second, Content.bytes(20, seed: 2))] {
            try await expectContent(stage.read(stage.folder.appending(name)), content, of: name.debugDescription)
        }
    }

    /// Pairs that a service must not mix up by mapping, trimming or decoding one to the other.
    private static let mappings = [
        ("colon", "foo:bar", "foo_bar"), ("percent", "test%46.txt", "testF.txt"), ("percentSpace", "a%20b", "a b"),
        ("plus", "a+b", "a b"), ("trailingSpace", "name ", "name"), ("trailingDot", "name.", "name"),
        ("leadingSpace", " name", "name"), ("entity", "a&amp;b", "a&b"), ("backslash", "a\\b", "a_b"),
        ("question", "a?b", "a_b"), ("percentSlash", "a%2Fb", "a_b"), ("zeroWidth", "a\u{200B}b", "ab"),
        ("compatibility", "\u{FB01}le", "file"), ("fullWidth", "\u{FF41}", "a"),
    ].map { key, name, neighbour in
        ConformanceCase(
            "names.unmapped.\(key)",
            "\(name.debugDescription) is never taken for \(neighbour.debugDescription)",
            needs: [.namePolicy]
        ) { stage in
            let content = Content.bytes(10, seed: 1)
            try await stage.put(content, at: stage.folder.appending(neighbour))
            try await expectKeptOrRefused(name, on: stage)
            try await expectContent(stage.read(stage.folder.appending(neighbour)), content, of: "the neighbour")
        }
    }

    /// Uploads and creates an item of the name, which must be kept as the policy says.
    private static func expectKeptOrRefused(_ name: String, on stage: Stage) async throws {
        let (policy, path) = (try stage.namePolicy(), try stage.folder.appending(name))
        guard policy.violation(of: name) == nil else {
            try await expectRefused(name, by: "an upload", on: stage) { try await stage.put(at: $0) }
            return try await expectRefused(name, by: "createFolder", on: stage) {
                try await stage.provider.createFolder(at: $0)
            }
        }
        let before = try await stage.tree()
        let stored = try stage.folder.appending(policy.stored(name))
        let written = try await stage.put(Content.bytes(33), at: path)
        try expectEqual(Array(written.name.utf8), Array(stored.name.utf8), "the bytes of the returned name")
        try await stage.expectTree(before.adding(stored, .file, Content.bytes(33)))
        let metadata = try await stage.provider.fetchItemMetadata(at: path)
        try expectEqual(metadata.cloudPath, path, "the path that was asked for")
        try expectEqual(Array(metadata.name.utf8), Array(stored.name.utf8), "the bytes of the name")
        try await stage.provider.deleteFile(at: path)

        try await stage.provider.createFolder(at: path)
        try await stage.put(Content.bytes(34), at: path.appending("inner"))
        try await stage.expectTree(
            before.adding(stored, .folder).adding(stored.appending("inner"), .file, Content.bytes(34))
        )
        let moved = try stage.path("moved away")
        try await stage.provider.moveFolder(from: path, to: moved)
        try await stage.provider.moveFolder(from: moved, to: path)
        try await expectContent(stage.read(path.appending("inner")), Content.bytes(34), of: "the file in the folder")
        try await stage.provider.deleteFolder(at: path)
        try await stage.expectTree(before)
    }

    /// Checks that a name is `nameNotAllowed` before any change reaches the service.
    static func expectRefused<Value>(
        _ name: String,
        by what: String,
        on stage: Stage,
        _ body: (CloudPath) async throws -> Value
    ) async throws {
        let path = try stage.folder.appending(name)
        let changes = try await stage.changes {
            try await stage.expectError(
                .nameNotAllowed,
                what,
                changingNothing: {
                    do {
                        return try await body(path)
                    } catch let error as any CategorizedError {
                        let tells = "\(error) \(error.reason)".contains(NamePolicy.tellTale)
                        try expect(!tells, "an error that doesn't hold the name", got: error.reason)
                        throw error
                    }
                }
            )
        }
        try expect(changes.isEmpty, "no change to reach the service", got: "\(changes.map(\.operation.rawValue))")
    }
}

extension Stage {
    /// The requests for changes that reach the service while `body` runs, where they can be seen.
    func changes(_ body: () async throws -> Void) async throws -> [RecordedRequest] {
        let before = await fixture.faults?.requests ?? []
        try await body()
        let after = await fixture.faults?.requests ?? []
        return after.dropFirst(before.count).filter(\.operation.isChange)
    }
}

extension NamePolicy {
    /// Whether two names are one item; strings themselves are equal by canonical equivalence.
    func takesForOne(_ first: String, _ second: String) -> Bool {
        key(of: first).utf8.elementsEqual(key(of: second).utf8)
    }
}
