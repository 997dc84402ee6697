internal import CloudCore

enum ConcurrencyCases {
    static let cases = races + betweenInstances + crowds

    private static let rivals = 8

    private static let races = [
        race("createFolder", "parallel creations of one folder: exactly one wins", losing: .itemAlreadyExists) {
            stage,
            _ in
            try await stage.makeFolder("item")
        } check: { stage, _ in
            try await expectEqual(stage.tree(), Tree(entries: []).adding(stage.path("item"), .folder), "the tree")
        },
        race("upload", "parallel uploads to one new name: exactly one wins", losing: .itemAlreadyExists) {
            stage,
            number in
            try await stage.put(Content.bytes(1000, seed: UInt64(number + 1)), "item")
        } check: { stage, winner in
            let content = Content.bytes(1000, seed: UInt64(winner + 1))
            try await expectContent(stage.read("item"), content, of: "the winner's file")
        },
        race("anyKind", "a file and a folder of one name: exactly one wins", losing: .itemAlreadyExists) {
            stage,
            number in
            if number.isMultiple(of: 2) { try await stage.put("item") } else { try await stage.makeFolder("item") }
        } check: { stage, winner in
            let type = try await stage.provider.fetchItemMetadata(at: stage.path("item")).itemType
            try expectEqual(type, winner.isMultiple(of: 2) ? .file : .folder, "the winner's kind")
        },
        race("deleteFile", "parallel deletions of one file: exactly one wins", losing: .itemNotFound) { stage, _ in
            try await stage.provider.deleteFile(at: stage.path("victim"))
        } check: { stage, _ in
            try await expectEqual(stage.names(in: stage.folder).contains("victim"), false, "whether it is still there")
        },
        race("moveFile.source", "parallel moves of one file: exactly one wins", losing: .itemNotFound) {
            stage,
            number in
            try await stage.provider.moveFile(from: stage.path("victim"), to: stage.path("moved \(number)"))
        } check: { stage, winner in
            let names = try await stage.names(in: stage.folder).filter { !$0.hasPrefix("rival") }
            try expectEqual(names, ["moved \(winner)"], "the names")
            try await expectContent(stage.read("moved \(winner)"), Situation.content, of: "the moved file")
        },
        race("moveFile.target", "parallel moves to one name: exactly one wins", losing: .itemAlreadyExists) {
            stage,
            number in
            try await stage.provider.moveFile(from: stage.path("rival \(number)"), to: stage.path("item"))
        } check: { stage, winner in
            let content = Content.bytes(number(winner), seed: UInt64(winner + 1))
            try await expectContent(stage.read("item"), content, of: "the winner's file")
            try await expectEqual(stage.names(in: stage.folder).count, rivals, "the number of files")
        },
    ]

    private static func number(_ rival: Int) -> Int { 100 + rival }

    private static func race(
        _ name: String,
        _ sentence: String,
        losing error: CloudProviderError,
        _ body: @escaping @Sendable (Stage, Int) async throws -> Void,
        check: @escaping @Sendable (Stage, _ winner: Int) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase("concurrency.\(name)", "\(sentence), the others are \(error.rawValue)") { stage in
            try await inRounds(on: stage) { try await race(name, losing: error, on: $0, body, check: check) }
        }
    }

    private static func race(
        _ name: String,
        losing error: CloudProviderError,
        on stage: Stage,
        _ body: @escaping @Sendable (Stage, Int) async throws -> Void,
        check: @Sendable (Stage, _ winner: Int) async throws -> Void
    ) async throws {
        if name.hasPrefix("delete") || name == "moveFile.source" {
            try await stage.put(Situation.content, "victim")
        }
        if name == "moveFile.target" {
            for rival in 0..<rivals {
                try await stage.put(Content.bytes(number(rival), seed: UInt64(rival + 1)), "rival \(rival)")
            }
        }
        let winner = try await expectOneWinner(losing: error) { try await body(stage, $0) }
        try await check(stage, winner)
    }

    /// Runs a race as often as the traits say, each time in a folder of its own.
    private static func inRounds(on stage: Stage, _ race: (Stage) async throws -> Void) async throws {
        for round in 1...stage.fixture.traits.raceRounds {
            let nested = try await stage.nested("round \(round)")
            try await race(nested)
            try await stage.provider.deleteFolder(at: nested.folder)
        }
    }

    /// Runs the rivals, of whom one must win and the others throw the error.
    private static func expectOneWinner(
        losing error: CloudProviderError,
        _ body: @escaping @Sendable (Int) async throws -> Void
    ) async throws -> Int {
        let outcomes = await results(rivals) { rival -> Int in
            try await body(rival)
            return rival
        }
        var winners: [Int] = []
        for outcome in outcomes {
            switch outcome {
            case .success(let rival): winners.append(rival)
            case .failure(let failure):
                try expect(failure as? CloudProviderError == error, error.rawValue, got: describe(failure))
            }
        }
        try expectEqual(winners.count, 1, "the number of winners")
        return winners[0]
    }

    private static let betweenInstances = [
        ConformanceCase(
            "concurrency.instances.upload",
            "uploads of several providers to one new name: exactly one wins",
            needs: [.secondProvider, .atomicCreate]
        ) { stage in
            let providers = try await providers(on: stage)
            try await inRounds(on: stage) { stage in
                let winner = try await expectOneWinner(losing: .itemAlreadyExists) { rival in
                    try await stage.put(Content.bytes(1000, seed: UInt64(rival + 1)), "item", with: providers[rival])
                }
                let content = Content.bytes(1000, seed: UInt64(winner + 1))
                for provider in [stage.provider, providers[winner]] {
                    try await expectContent(stage.read("item", with: provider), content, of: "the winner's file")
                }
            }
        },
        ConformanceCase(
            "concurrency.instances.createFolder",
            "creations of one folder by several providers: exactly one wins, and all use the same folder",
            needs: [.secondProvider, .atomicCreate]
        ) { stage in
            let providers = try await providers(on: stage)
            try await inRounds(on: stage) { stage in
                _ = try await expectOneWinner(losing: .itemAlreadyExists) { rival in
                    try await stage.makeFolder("item", with: providers[rival])
                }
                for (rival, provider) in providers.enumerated() { try await stage.put("item/\(rival)", with: provider) }
                try await expectEqual(stage.names(in: stage.path("item")).count, rivals, "the number of files")
            }
        },
    ]

    private static func providers(on stage: Stage) async throws -> [any CloudProvider] {
        var providers: [any CloudProvider] = []
        for _ in 0..<rivals { providers.append(try await stage.secondProvider()) }
        return providers
    }

    private static let crowds = [
        ConformanceCase(
            "concurrency.replacing",
            "parallel replacements of one file: all succeed, and one content stands whole"
        ) { stage in
            try await stage.put("file")
            try await inParallel(Array(1...rivals), atOnce: rivals) { seed in
                try await stage.put(Content.bytes(70_000, seed: UInt64(seed)), "file", replacing: true)
            }
            let content = try await stage.read("file")
            let candidates = (1...rivals).map { Content.bytes(70_000, seed: UInt64($0)) }
            try expect(candidates.contains(content), "one of the contents", got: "a mixture of \(content.count) bytes")
        },
        ConformanceCase(
            "concurrency.listing",
            "a list while files come and go has every file that stays, once"
        ) { stage in
            let staying = (0..<5).map { "staying \($0)" }
            for name in staying { try await stage.put(name) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<3 {
                    group.addTask {
                        for round in 0..<4 {
                            try await stage.put("coming \(worker) \(round)")
                            try await stage.provider.deleteFile(at: stage.path("coming \(worker) \(round)"))
                        }
                    }
                }
                for _ in 0..<6 {
                    let names = try await stage.names(in: stage.folder).filter { $0.hasPrefix("staying") }
                    try expectEqual(names, staying, "the files that stay")
                }
                try await group.waitForAll()
            }
        },
        ConformanceCase("concurrency.sharedProvider", "one provider serves many tasks that do everything") { stage in
            try await inParallel(Array(0..<12), atOnce: 12) { number in
                let (folder, content) = ("folder \(number)", Content.bytes(10_000 + number, seed: UInt64(number + 1)))
                try await stage.makeFolder(folder)
                try await stage.put(content, "\(folder)/a")
                try await stage.provider.moveFile(from: stage.path("\(folder)/a"), to: stage.path("\(folder)/b"))
                try await stage.provider.moveFolder(from: stage.path(folder), to: stage.path("moved \(number)"))
                try await expectContent(stage.read("moved \(number)/b"), content, of: "the file of task \(number)")
                try await stage.provider.deleteFile(at: stage.path("moved \(number)/b"))
                try await expectEqual(stage.names(in: stage.path("moved \(number)")), [], "the names")
            }
            try await expectEqual(stage.names(in: stage.folder).count, 12, "the number of folders")
        },
        ConformanceCase(
            "concurrency.fiftyUploads",
            "50 uploads at once into one folder all arrive",
            scope: .expensive
        ) { stage in
            try await inParallel(Array(0..<50), atOnce: 50) { number in
                try await stage.put(Content.bytes(1000 + number, seed: UInt64(number + 1)), "file \(number)")
            }
            try await expectEqual(stage.names(in: stage.folder).count, 50, "the number of files")
            for number in 0..<50 {
                let content = Content.bytes(1000 + number, seed: UInt64(number + 1))
                try await expectContent(stage.read("file \(number)"), content, of: "file \(number)")
            }
        },
    ]
}
