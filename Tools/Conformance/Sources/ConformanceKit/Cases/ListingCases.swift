internal import CloudCore

enum ListingCases {
    static let cases = contents + pages + failures

    private static let contents = [
        ConformanceCase("list.empty", "an empty folder has one page without entries") { stage in
            try await stage.makeFolder("empty")
            let pages = try await stage.pages(of: stage.path("empty"))
            try expectEqual(pages.flatMap(\.items).count, 0, "the number of entries")
            try expectEqual(pages.flatMap(\.skipped).count, 0, "the number of entries left out")
        },
        ConformanceCase("list.everyEntryOnce", "a listing has every entry once, with its path") { stage in
            let made = try await FixtureCases.makeStandardTree(on: stage)
            let items = try await stage.items(of: stage.folder)
            try expectEqual(items.count, 10, "the number of entries")
            for item in items {
                try expectEqual(item.cloudPath, try stage.folder.appending(item.name), "the path of \(item.name)")
                let isMade = made.entries.contains { $0.path == item.cloudPath && $0.type == item.itemType }
                try expect(isMade, "only what was made, with its type", got: "\(item.name) (\(item.itemType.rawValue))")
            }
            try expectEqual(Set(items.map(\.cloudPath)).count, 10, "the number of different entries")
        },
        ConformanceCase("list.isCurrent", "a listing shows at once what was made, moved and deleted") { stage in
            try await stage.put("a")
            try await stage.put("b")
            try await stage.makeFolder("c")
            try await expectEqual(stage.names(in: stage.folder), ["a", "b", "c"], "the names")
            try await stage.provider.deleteFile(at: stage.path("a"))
            try await stage.provider.moveFile(from: stage.path("b"), to: stage.path("d"))
            try await stage.provider.moveFolder(from: stage.path("c"), to: stage.path("e"))
            try await expectEqual(stage.names(in: stage.folder), ["d", "e"], "the names")
        },
        ConformanceCase("list.prefixes", "names that begin alike don't mix up folders") { stage in
            for name in ["a", "ab", "a b", "a-b"] {
                try await stage.makeFolder(name)
                try await stage.put("\(name)/in \(name)")
            }
            for name in ["a", "ab", "a b", "a-b"] {
                try await expectEqual(stage.names(in: stage.path(name)), ["in \(name)"], "the names in \(name)")
            }
        },
        ConformanceCase(
            "list.skipped",
            "what can't be an item is reported with its native path and the reason, and the rest is listed",
            needs: [.unlistableEntries],
            scope: .faultInjection
        ) { stage in
            try await stage.put("before")
            let make = try unwrap(stage.fixture.makeUnlistable, "the fixture's makeUnlistable")
            let native = try await make(stage.folder)
            try await stage.put("zzz after")
            let pages = try await stage.pages(of: stage.folder)
            try expectEqual(Set(pages.flatMap(\.items).map(\.name)), ["before", "zzz after"], "the names")
            let skipped = pages.flatMap(\.skipped)
            try expectEqual(skipped.map(\.path), [native], "the native paths that were left out")
            try expect(skipped.allSatisfy { !$0.reason.isEmpty }, "a reason", got: "an empty text")
        },
        ConformanceCase(
            "list.tenThousand",
            "a folder of 10,000 entries is listed whole, each entry once",
            scope: .expensive
        ) { stage in
            let names = (0..<10_000).map { "entry \($0)" }
            let file = try await stage.localFile([])
            try await inParallel(names, atOnce: 16) { name in
                _ = try await stage.provider.uploadFile(
                    from: file,
                    to: stage.folder.appending(name),
                    replaceExisting: false,
                    progress: nil,
                    onTaskCreation: nil
                )
            }
            try await expectEqual(stage.names(in: stage.folder).count, names.count, "the number of entries")
            try await expectEqual(Set(stage.names(in: stage.folder)), Set(names), "the names")
        },
    ]

    private static let pages =
        [1, 2, 5].map { size in
            ConformanceCase(
                "list.pageSize\(size)",
                "pages of \(size) give every entry once, and no page more than that",
                needs: [.pageSize]
            ) { stage in
                let made = try await FixtureCases.makeStandardTree(on: stage)
                let provider = try await pagedProvider(size, on: stage)
                let pages = try await stage.pages(of: stage.folder, with: provider)
                try expect(
                    pages.allSatisfy { $0.items.count + $0.skipped.count <= size },
                    "pages of at most \(size)",
                    got: "\(pages.map(\.items.count))"
                )
                try expectEqual(pages.flatMap(\.items).count, 10, "the number of entries")
                try await expectEqual(stage.tree(with: provider), made, "the tree")
            }
        } + [
            ConformanceCase(
                "list.changesBetweenPages",
                "a folder that changes between two pages is listed to an end, without an entry twice in a row",
                needs: [.pageSize]
            ) { stage in
                for number in 0..<8 { try await stage.put("file \(number)") }
                let provider = try await pagedProvider(2, on: stage)
                var token: String?
                var fetched = 0
                repeat {
                    let page: CloudItemList
                    do {
                        page = try await provider.fetchItemList(forFolderAt: stage.folder, withPageToken: token)
                    } catch CloudProviderError.pageTokenInvalid {
                        return  // an honest end: the caller lists again
                    }
                    token = page.nextPageToken
                    fetched += 1
                    try expect(fetched <= 20, "an end of the listing", got: "more than 20 pages")
                    if fetched == 1 {
                        for number in [0, 1, 4] {
                            try await stage.provider.deleteFile(at: stage.path("file \(number)"))
                        }
                        for number in 0..<3 { try await stage.put("new \(number)") }
                    }
                } while token != nil
            },
            ConformanceCase(
                "list.deletedBetweenPages",
                "a folder that is deleted between two pages is an error or an end, never a loop",
                needs: [.pageSize]
            ) { stage in
                try await stage.makeFolder("folder")
                for number in 0..<4 { try await stage.put("folder/file \(number)") }
                let provider = try await pagedProvider(2, on: stage)
                let first = try await provider.fetchItemList(forFolderAt: stage.path("folder"), withPageToken: nil)
                try await stage.provider.deleteFolder(at: stage.path("folder"))
                let token = try unwrap(first.nextPageToken, "a second page")
                do {
                    let second = try await provider.fetchItemList(
                        forFolderAt: stage.path("folder"),
                        withPageToken: token
                    )
                    try expect(second.items.count <= 2, "at most one page", got: "\(second.items.count) entries")
                } catch let error as CloudProviderError {
                    try expect(
                        [.itemNotFound, .pageTokenInvalid].contains(error),
                        "itemNotFound or pageTokenInvalid",
                        got: describe(error)
                    )
                }
            },
        ]

    private static let failures = [
        ConformanceCase(
            "list.failingPage",
            "a page that fails is an error, and a later call goes on from there",
            needs: [.faults, .pageSize],
            scope: .faultInjection
        ) { stage in
            for number in 0..<4 { try await stage.put("file \(number)") }
            let provider = try await pagedProvider(2, on: stage)
            let first = try await provider.fetchItemList(forFolderAt: stage.folder, withPageToken: nil)
            let token = try unwrap(first.nextPageToken, "a second page")
            let faults = try stage.faults()
            await faults.arm(Fault(.fetchItemList, .before, .fail(InjectedFailure()), times: .max))
            try await expectError(.any, "the second page") {
                try await provider.fetchItemList(forFolderAt: stage.folder, withPageToken: token)
            }
            await faults.reset()
            var names = Set(first.items.map(\.name))
            var next: String? = token
            while next != nil {
                let page = try await provider.fetchItemList(forFolderAt: stage.folder, withPageToken: next)
                names.formUnion(page.items.map(\.name))
                next = page.nextPageToken
            }
            try expectEqual(names, Set((0..<4).map { "file \($0)" }), "the names")
        }
    ]

    static func pagedProvider(_ size: Int, on stage: Stage) async throws -> any CloudProvider {
        try await unwrap(stage.fixture.pagedProvider, "the fixture's pagedProvider")(size)
    }
}
