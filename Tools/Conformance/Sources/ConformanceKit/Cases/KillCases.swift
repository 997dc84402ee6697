internal import CloudCore
internal import Foundation

/// Death in the midst of an operation: the old or the new state stands, and the repeated call succeeds.
enum KillCases {
    static let cases = Method.changes.flatMap { method, situation in
        KillMoment.allCases.map { moment in
            ConformanceCase(
                "kill.\(method.rawValue).\(moment.rawValue)",
                "\(method.rawValue), killed \(moment.rawValue) each call of its collaborator in turn, leaves the old or "
                    + "the new state, and a repeated call succeeds",
                needs: [.kills, .atomicReplace],
                scope: .faultInjection
            ) { try await killEverywhere(method, situation, moment, on: $0) }
        }
    }

    private static let mostCalls = 200

    private static func killEverywhere(
        _ method: Method,
        _ situation: Situation,
        _ moment: KillMoment,
        on stage: Stage
    ) async throws {
        let killer = try unwrap(stage.fixture.killer, "the fixture's killer")
        for call in 1...mostCalls {
            let run = try await stage.nested("run \(call)")
            let path = try await situation.prepare(on: run)
            let target = try run.path("moved")
            let before = try await run.tree()
            let after = try MethodTable.tree(after: method, at: path, movedTo: target, situation, before)
            let operation = try await operation(method, at: path, movingTo: target, on: run)
            let died = try await killer.run(operation, dyingAt: call, moment)
            let fresh = try await killer.freshProvider()
            let found = try await run.tree(with: fresh)
            guard died else {
                return try expectEqual(found, after, "the tree after the operation that lived")
            }
            try expect(
                found == before || found == after,
                "the old or the new tree after death \(moment.rawValue) call \(call)",
                got: "\(found)"
            )
            try await expectRepeated(operation, isDone: found == after, with: fresh)
            try await expectEqual(run.tree(with: fresh), after, "the tree after the repeated call")
        }
        throw ConformanceFailure(expected: "at most \(mostCalls) calls", got: "more")
    }

    private static func expectRepeated(
        _ operation: KillableOperation,
        isDone: Bool,
        with provider: any CloudProvider
    ) async throws {
        do {
            try await operation.perform(with: provider)
        } catch let error as CloudProviderError where isDone && [.itemAlreadyExists, .itemNotFound].contains(error) {
            // It had been carried out.
        }
    }

    private static func operation(
        _ method: Method,
        at path: CloudPath,
        movingTo target: CloudPath,
        on stage: Stage
    ) async throws -> KillableOperation {
        switch method {
        case .upload, .uploadReplacing:
            let file = try await stage.localFile(Method.uploaded)
            return .upload(file: file, to: path, replacing: method == .uploadReplacing)
        case .createFolder: return .createFolder(path)
        case .deleteFile: return .deleteFile(path)
        case .deleteFolder: return .deleteFolder(path)
        case .moveFile: return .moveFile(path, to: target)
        case .moveFolder: return .moveFolder(path, to: target)
        case .metadata, .list, .download: preconditionFailure("\(method) changes nothing")
        }
    }
}
