internal import CloudCore

/// The second part of the table: what stands at the target of a move.
enum MoveTargetCases {
    /// A move of a file or of a folder, as two columns of the table.
    private struct Kind {
        let method: Method
        let situation: Situation

        static let all = [
            Kind(method: .moveFile, situation: .file), Kind(method: .moveFolder, situation: .folder),
        ]

        func makeCase(
            _ name: String,
            _ sentence: String,
            needs: Set<Need> = [],
            scope: ConformanceCase.Scope = .anywhere,
            _ body: @escaping @concurrent @Sendable (Stage, Kind) async throws -> Void
        ) -> ConformanceCase {
            ConformanceCase(
                "\(method.rawValue).target.\(name)",
                "\(method.rawValue) \(sentence)",
                needs: needs,
                scope: scope
            ) { try await body($0, self) }
        }

        func move(_ source: CloudPath, to target: CloudPath, on stage: Stage) async throws {
            try await method.call(at: source, movingTo: target, on: stage)
        }
    }

    static let cases: [ConformanceCase] = Kind.all.flatMap { kind -> [ConformanceCase] in
        let groups = [
            equal(kind), below(kind), root(kind), taken(kind), orphaned(kind), forbidden(kind), respelt(kind),
        ]
        return groups.flatMap(\.self)
    }

    private static func equal(_ kind: Kind) -> [ConformanceCase] {
        [
            kind.makeCase("itself", "onto itself is itemAlreadyExists, without a request") { stage, kind in
                let path = try await kind.situation.prepare(on: stage)
                let before = try await stage.tree()
                try await stage.expectError(
                    .alreadyExists,
                    "the move",
                    withoutRequest: {
                        try await kind.move(path, to: path, on: stage)
                    }
                )
                try await stage.expectTree(before)
            },
            kind.makeCase(
                "itself.missing",
                "of a missing item onto itself is itemAlreadyExists, without a request"
            ) { stage, kind in
                let path = try stage.path("missing")
                try await stage.expectError(
                    .alreadyExists,
                    "the move",
                    withoutRequest: {
                        try await kind.move(path, to: path, on: stage)
                    }
                )
            },
        ]
    }

    private static func below(_ kind: Kind) -> [ConformanceCase] {
        let targets = [("below", "item/target"), ("below.deep", "item/folder/target"), ("below.onFile", "item/file")]
        let missing = kind.makeCase(
            "below.missing",
            "below a missing source is moveIntoDescendant, without a request"
        ) { stage, kind in
            try await stage.expectError(
                .path(.moveIntoDescendant),
                "the move",
                withoutRequest: {
                    try await kind.move(stage.path("missing"), to: stage.path("missing/target"), on: stage)
                }
            )
        }
        return [missing]
            + targets.map { name, target in
                kind.makeCase(name, "below its source is moveIntoDescendant, without a request") { stage, kind in
                    let path = try await kind.situation.prepare(on: stage)
                    let before = try await stage.tree()
                    try await stage.expectError(
                        .path(.moveIntoDescendant),
                        "the move",
                        withoutRequest: { try await kind.move(path, to: stage.path(target), on: stage) }
                    )
                    try await stage.expectTree(before)
                }
            }
    }

    private static func root(_ kind: Kind) -> [ConformanceCase] {
        [
            kind.makeCase("root", "to the root is rootImmovable, without a request", scope: .faultInjection) {
                stage,
                kind in
                let path = try await kind.situation.prepare(on: stage)
                let before = try await stage.tree()
                try await stage.expectError(
                    .path(.rootImmovable),
                    "the move",
                    withoutRequest: {
                        try await kind.move(path, to: .root, on: stage)
                    }
                )
                try await stage.expectTree(before)
            },
            kind.makeCase(
                "root.first",
                "checks for the root before it compares the paths",
                scope: .faultInjection
            ) { stage, kind in
                for target in [CloudPath.root, try stage.path("target")] {
                    try await stage.expectError(
                        .path(.rootImmovable),
                        "the root's move",
                        withoutRequest: {
                            try await kind.move(.root, to: target, on: stage)
                        }
                    )
                }
            },
        ]
    }

    private static func taken(_ kind: Kind) -> [ConformanceCase] {
        [Situation.file, .folder, .link].map { target in
            kind.makeCase(
                target.rawValue,
                "is itemAlreadyExists and changes nothing where \(target.phrase)",
                needs: target.needs
            ) { stage, kind in
                try await stage.makeFolder("source")
                let source = try stage.path("source/moving")
                try await kind.method.call(at: kind.situation.prepare(on: stage), movingTo: source, on: stage)
                let path = try await target.prepare(on: stage)
                try await stage.expectError(
                    .alreadyExists,
                    "the move",
                    changingNothing: {
                        try await kind.move(source, to: path, on: stage)
                    }
                )
            }
        }
    }

    private static func orphaned(_ kind: Kind) -> [ConformanceCase] {
        [Situation.parentMissing, .parentIsFile].map { target in
            kind.makeCase(
                target.rawValue,
                "is parentFolderDoesNotExist where \(target.phrase)"
            ) { stage, kind in
                let source = try await kind.situation.prepare(on: stage)
                let path = try await target.prepare(on: stage)
                try await stage.expectError(
                    .parentMissing,
                    "the move",
                    changingNothing: {
                        try await kind.move(source, to: path, on: stage)
                    }
                )
            }
        }
    }

    private static func forbidden(_ kind: Kind) -> [ConformanceCase] {
        [
            kind.makeCase(
                "forbiddenName",
                "to a name that the service forbids is nameNotAllowed, before anything is changed",
                needs: [.namePolicy, .forbiddenNames]
            ) { stage, kind in
                let source = try await kind.situation.prepare(on: stage)
                for name in try stage.namePolicy().forbiddenExamples {
                    try await NameCases.expectRefused(name, by: "a move to \(name.debugDescription)", on: stage) {
                        try await kind.move(source, to: $0, on: stage)
                    }
                }
            }
        ]
    }

    private static func respelt(_ kind: Kind) -> [ConformanceCase] {
        [
            kind.makeCase(
                "otherCase",
                "to the same name in another case renames it where both are one item",
                needs: [.namePolicy, .caseFolding]
            ) { try await expectRenamed(from: "Name", to: "nAME", $1, on: $0) },
            kind.makeCase(
                "otherNormalization",
                "to the same name in another normalisation renames it where both are one item",
                needs: [.namePolicy, .normalizationFolding]
            ) { try await expectRenamed(from: "caf\u{E9}", to: "cafe\u{301}", $1, on: $0) },
        ]
    }

    private static func expectRenamed(from name: String, to newName: String, _ kind: Kind, on stage: Stage) async throws
    {
        let policy = try stage.namePolicy()
        let (source, target) = (try stage.path(name), try stage.path(newName))
        try await kind.method.call(at: kind.situation.prepare(on: stage), movingTo: source, on: stage)
        let stored = try stage.path(policy.stored(newName))
        let after = try await stage.tree().moving(try stage.path(policy.stored(name)), to: stored)
        try await kind.move(source, to: target, on: stage)
        try await stage.expectTree(after)
        for path in [source, target] {
            let metadata = try await stage.provider.fetchItemMetadata(at: path)
            try expectEqual(metadata.name, stored.name, "the name of \(path.name)")
            try expectEqual(metadata.cloudPath, path, "the path that was asked for")
        }
    }
}
