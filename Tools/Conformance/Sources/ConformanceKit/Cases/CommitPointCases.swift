internal import CloudCore

/// Cancellation between the steps of a method: before the commit point it ends the method, after it it doesn't.
enum CommitPointCases {
    static let cases = Method.successes.map(betweenSteps) + Method.changes.map(inFlight)

    private static func betweenSteps(_ method: Method, _ situation: Situation) -> ConformanceCase {
        ConformanceCase(
            "commit.\(method.rawValue).betweenSteps",
            "\(method.rawValue), cancelled after each of its requests in turn, throws before the commit point and "
                + "finishes after it; nothing is broken, and a later call succeeds",
            needs: [.faults],
            scope: .faultInjection
        ) { stage in
            let rehearsal = try await rehearse(method, situation, on: stage)
            let changes = rehearsal.count(where: \.operation.isChange)
            for number in rehearsal.indices {
                let run = try await Run(method, situation, on: stage.nested("run \(number)"))
                let cancelled = try await stage.cancelling(.none, .after, skipping: number) { try await run.call() }
                // Requests that fail aren't held, and others may run beside the one that is: no number tells them.
                let sent = cancelled.requests
                let isCommitted = changes > 0 && sent.count(where: \.operation.isChange) == changes
                let mustThrow = changes > 0 ? !sent.contains(where: \.operation.isChange) : method == .download
                let moment = "request \(number + 1) of \(rehearsal.count) (\(rehearsal[number].operation.rawValue))"
                switch cancelled.result {
                case .success:
                    try expect(
                        !cancelled.wasHeld || !mustThrow,
                        "CancellationError when cancelled after \(moment)",
                        got: "success"
                    )
                    try await run.expectDone()
                case .failure(let error):
                    try expect(error is CancellationError, "CancellationError", got: describe(error))
                    try expect(!isCommitted, "success when cancelled after \(moment)", got: "CancellationError")
                    try await run.expectWhole()
                    try await run.finish()
                }
            }
        }
    }

    private static func inFlight(_ method: Method, _ situation: Situation) -> ConformanceCase {
        ConformanceCase(
            "commit.\(method.rawValue).inFlight",
            "\(method.rawValue), cancelled while its last change is on its way, finishes and returns",
            needs: [.faults],
            scope: .faultInjection
        ) { stage in
            let rehearsal = try await rehearse(method, situation, on: stage)
            let last = try unwrap(rehearsal.lastIndex { $0.operation.isChange }, "a request for a change")
            let run = try await Run(method, situation, on: stage.nested("run"))
            let cancelled = try await stage.cancelling(.none, .before, skipping: last) { try await run.call() }
            switch cancelled.result {
            case .success: try await run.expectDone()
            case .failure(let error):
                // A service may drop an upload whose body isn't complete.
                let isUpload = method == .upload || method == .uploadReplacing
                try expect(error is CancellationError && isUpload, "success", got: describe(error))
                try await run.expectWhole()
                try await run.finish()
            }
        }
    }

    /// Runs the method once, and gives its requests.
    private static func rehearse(
        _ method: Method,
        _ situation: Situation,
        on stage: Stage
    ) async throws -> [RecordedRequest] {
        let run = try await Run(method, situation, on: stage.nested("rehearsal"))
        let faults = try stage.faults()
        await faults.reset()
        try await run.call()
        let requests = await faults.requests
        try expect(!requests.isEmpty, "requests", got: "none")
        return requests
    }

    /// One run of a method in a folder of its own.
    private struct Run: Sendable {
        let method: Method
        let stage: Stage
        let path: CloudPath
        let target: CloudPath
        let before: Tree
        let after: Tree

        init(_ method: Method, _ situation: Situation, on stage: Stage) async throws {
            self.method = method
            self.stage = stage
            path = try await situation.prepare(on: stage)
            target = try stage.path("moved")
            before = try await stage.tree()
            after = try MethodTable.tree(after: method, at: path, movedTo: target, situation, before)
        }

        func call() async throws {
            try await method.call(at: path, movingTo: target, on: stage)
        }

        /// Checks that the method has done its work.
        func expectDone() async throws {
            try await stage.expectTree(after)
        }

        /// Checks that every item that is there is one of those before or after, with its content.
        func expectWhole() async throws {
            let entries = try await stage.tree().entries
            let unknown = entries.subtracting(before.entries).subtracting(after.entries)
            try expectEqual(Tree(entries: unknown), Tree(entries: []), "items that are neither old nor new")
        }

        /// Calls the method again, which must bring it to its end.
        func finish() async throws {
            if try await stage.tree() == after { return }
            try await call()
            try await expectDone()
        }
    }
}
