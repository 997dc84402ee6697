internal import CloudCore

/// What goes wrong between provider and service.
enum ErrorCases {
    static let cases = Method.successes.map(unchanged) + Method.changes.map(lostReply)

    private static func unchanged(_ method: Method, _ situation: Situation) -> ConformanceCase {
        ConformanceCase(
            "errors.unchanged.\(method.rawValue)",
            "an unknown error of the first request of \(method.rawValue) reaches the caller as it is",
            needs: [.faults],
            scope: .faultInjection
        ) { stage in
            let path = try await situation.prepare(on: stage)
            let before = try await stage.tree()
            let faults = try stage.faults()
            await faults.reset()
            await faults.arm(Fault(nil, .before, .fail(InjectedFailure()), times: .max))
            do {
                try await method.call(at: path, movingTo: stage.path("moved"), on: stage)
                throw ConformanceFailure(expected: "the injected error", got: "success")
            } catch is InjectedFailure {}
            await faults.reset()
            try await stage.expectTree(before)
        }
    }

    private static func lostReply(_ method: Method, _ situation: Situation) -> ConformanceCase {
        ConformanceCase(
            "errors.lostReply.\(method.rawValue)",
            "\(method.rawValue) whose reply is lost gives the right outcome or the lost connection, never a false error",
            needs: [.faults],
            scope: .faultInjection
        ) { stage in
            let path = try await situation.prepare(on: stage)
            let target = try stage.path("moved")
            let before = try await stage.tree()
            let after = try MethodTable.tree(after: method, at: path, movedTo: target, situation, before)
            let faults = try stage.faults()
            for operation in ProviderOperation.allCases where operation.isChange {
                await faults.loseReply(operation)
            }
            do {
                try await method.call(at: path, movingTo: target, on: stage)
                try await expectEqual(stage.tree(), after, "the tree after a success")
            } catch CloudProviderError.noInternetConnection {
                await faults.reset()
                // Whatever was carried out, a caller who looks and calls again gets there.
                if try await stage.tree() != after { try await method.call(at: path, movingTo: target, on: stage) }
            }
            await faults.reset()
            try await stage.expectTree(after)
        }
    }
}
