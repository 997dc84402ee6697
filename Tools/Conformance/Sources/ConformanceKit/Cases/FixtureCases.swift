internal import CloudCore

/// The tree that the specification of the suite names: what a real folder is like.
enum FixtureCases {
    static let cases = [
        ConformanceCase(
            "fixture.standardTree",
            "a tree of files and folders, some empty and one deep, is found as it was made"
        ) { stage in
            let made = try await makeStandardTree(on: stage)
            try await stage.expectTree(made)
        }
    ]

    /// 5 files and 5 folders, of which the first holds 5 files, the second nothing and the third a nesting of 4.
    static func makeStandardTree(on stage: Stage) async throws -> Tree {
        var tree = Tree(entries: [])
        for number in 0..<5 {
            let (file, folder) = (try stage.path("File \(number)"), try stage.path("Folder \(number)"))
            let content = Content.bytes(number, seed: UInt64(number) + 1)
            try await stage.put(content, at: file)
            try await stage.provider.createFolder(at: folder)
            tree = tree.adding(file, .file, content).adding(folder, .folder)
        }
        for number in 0..<5 {
            let (file, content) = (try stage.path("Folder 0/File \(number)"), Content.bytes(10 + number))
            try await stage.put(content, at: file)
            tree = tree.adding(file, .file, content)
        }
        var nested = try stage.path("Folder 2")
        for name in ["Library", "Caches", "Deep", "Deeper"] {
            nested = try nested.appending(name)
            try await stage.provider.createFolder(at: nested)
            tree = tree.adding(nested, .folder)
        }
        return tree
    }
}
