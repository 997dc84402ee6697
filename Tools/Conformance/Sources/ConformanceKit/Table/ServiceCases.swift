internal import CloudCore
internal import Foundation

/// The last part of the table: what the service answers to everything.
enum ServiceCases {
    static let cases: [ConformanceCase] =
        tokens + Method.successes.flatMap(failures) + Method.successes.map(cancelled) + full

    private static let tokens: [ConformanceCase] = [
        ConformanceCase("list.pageToken.invalid", "a text that is no page token is pageTokenInvalid") { stage in
            for token in ["", "x", "1.2.3", "1.0.AAAA", String(repeating: "9", count: 400)] {
                try await expectError(.cloud(.pageTokenInvalid), "listing with \(token.debugDescription)") {
                    try await stage.provider.fetchItemList(forFolderAt: stage.folder, withPageToken: token)
                }
            }
        },
        ConformanceCase(
            "list.pageToken.otherFolder",
            "a page token of another folder is pageTokenInvalid",
            needs: [.pageSize]
        ) { stage in
            let provider = try await ListingCases.pagedProvider(1, on: stage)
            let token = try await firstToken(of: provider, on: stage)
            try await stage.makeFolder("other")
            try await stage.put("other/a")
            try await stage.put("other/b")
            try await expectError(.cloud(.pageTokenInvalid), "listing another folder") {
                try await provider.fetchItemList(forFolderAt: stage.path("other"), withPageToken: token)
            }
        },
        ConformanceCase(
            "list.pageToken.otherAccount",
            "a page token of another account is pageTokenInvalid",
            needs: [.pageSize, .otherAccount]
        ) { stage in
            let token = try await firstToken(of: ListingCases.pagedProvider(1, on: stage), on: stage)
            let other = try await unwrap(stage.fixture.otherAccount, "the fixture's otherAccount")()
            try await expectError(.cloud(.pageTokenInvalid), "listing with another account's token") {
                try await other.fetchItemList(forFolderAt: stage.folder, withPageToken: token)
            }
        },
    ]

    private static func firstToken(of provider: any CloudProvider, on stage: Stage) async throws -> String {
        try await stage.put("a")
        try await stage.put("b")
        let page = try await provider.fetchItemList(forFolderAt: stage.folder, withPageToken: nil)
        return try unwrap(page.nextPageToken, "a second page")
    }

    private static func failures(of method: Method, in situation: Situation) -> [ConformanceCase] {
        let answers: [(String, CloudProviderError)] = [
            ("unauthorized", .unauthorized), ("offline", .noInternetConnection),
        ]
        return answers.map { name, error in
            ConformanceCase(
                "\(method.rawValue).service.\(name)",
                "\(method.rawValue) is \(error.rawValue) when the service answers so, and changes nothing",
                needs: [.faults],
                scope: .faultInjection
            ) { stage in
                let path = try await situation.prepare(on: stage)
                let before = try await stage.tree()
                let faults = try stage.faults()
                await faults.arm(Fault(nil, .before, .fail(error), times: .max))
                try await expectError(.cloud(error), method.rawValue) {
                    try await method.call(at: path, movingTo: stage.path("moved"), on: stage)
                }
                await faults.reset()
                try await stage.expectTree(before)
            }
        }
    }

    private static func cancelled(_ method: Method, in situation: Situation) -> ConformanceCase {
        ConformanceCase(
            "\(method.rawValue).cancelled",
            "\(method.rawValue) in a cancelled task is CancellationError, sends no request and changes nothing"
        ) { stage in
            let path = try await situation.prepare(on: stage)
            let target = try stage.path("moved")
            let before = try await stage.tree()
            try await stage.expectError(
                .cancellation,
                method.rawValue,
                withoutRequest: {
                    try await Task {
                        unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
                        try await method.call(at: path, movingTo: target, on: stage)
                    }.value
                }
            )
            try await stage.expectTree(before)
        }
    }

    private static let full: [ConformanceCase] = [
        fullAccount(.upload, .nothing), fullAccount(.uploadReplacing, .file),
        mayNeedSpace(.createFolder, .nothing), mayNeedSpace(.moveFile, .file), mayNeedSpace(.moveFolder, .folder),
        ConformanceCase(
            "deleteFile.service.full",
            "deletions in a full account succeed, and make room",
            needs: [.quota],
            scope: .faultInjection
        ) { stage in
            try await stage.put(Content.bytes(100_000), "large")
            let limit = try unwrap(stage.fixture.limitSpace, "the fixture's limitSpace")
            try await limit(0)
            try await stage.provider.deleteFile(at: stage.path("large"))
            try await stage.put(Content.bytes(1000), "small")
            try await limit(nil)
        },
    ]

    private static func fullAccount(_ method: Method, _ situation: Situation) -> ConformanceCase {
        ConformanceCase(
            "\(method.rawValue).service.full",
            "\(method.rawValue) to a full account is quotaInsufficient, and what stood there stays",
            needs: [.quota],
            scope: .faultInjection
        ) { stage in
            let path = try await situation.prepare(on: stage)
            let limit = try unwrap(stage.fixture.limitSpace, "the fixture's limitSpace")
            try await limit(1000)
            try await stage.expectError(
                .cloud(.quotaInsufficient),
                method.rawValue,
                changingNothing: {
                    try await stage.put(Content.bytes(100_000), at: path, replacing: method == .uploadReplacing)
                }
            )
            try await limit(nil)
            try await stage.put(Content.bytes(100_000), at: path, replacing: method == .uploadReplacing)
        }
    }

    /// Changes that need space on some services only, such as a folder of a vault or a move that copies.
    private static func mayNeedSpace(_ method: Method, _ situation: Situation) -> ConformanceCase {
        ConformanceCase(
            "\(method.rawValue).service.full",
            "\(method.rawValue) in a full account succeeds, or is quotaInsufficient and changes nothing",
            needs: [.quota],
            scope: .faultInjection
        ) { stage in
            let path = try await situation.prepare(on: stage)
            let target = try stage.path("moved")
            let before = try await stage.tree()
            let after = try MethodTable.tree(after: method, at: path, movedTo: target, situation, before)
            let limit = try unwrap(stage.fixture.limitSpace, "the fixture's limitSpace")
            try await limit(0)
            do {
                try await method.call(at: path, movingTo: target, on: stage)
            } catch CloudProviderError.quotaInsufficient {
                try await stage.expectTree(before)
                try await limit(nil)
                try await method.call(at: path, movingTo: target, on: stage)
            }
            try await limit(nil)
            try await stage.expectTree(after)
        }
    }
}
