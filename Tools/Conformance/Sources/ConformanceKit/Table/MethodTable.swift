internal import CloudCore

/// The first part of the table "method × situation → result": what stands at the path, of a move at its source.
enum MethodTable {
    /// A cell: what the method does in the situation.
    private enum Result {
        case success
        case failure(ExpectedError)

        init(_ symbol: Substring) {
            switch symbol {
            case "ok": self = .success
            case "NF": self = .failure(.notFound)
            case "AE": self = .failure(.alreadyExists)
            case "TM": self = .failure(.typeMismatch)
            case "PF": self = .failure(.parentMissing)
            case "RI": self = .failure(.path(.rootImmovable))
            case "NA": self = .failure(.nameNotAllowed)
            default: preconditionFailure("no result \(symbol)")
            }
        }

        var phrase: String {
            switch self {
            case .success: "succeeds"
            case .failure(let error): "throws \(error)"
            }
        }
    }

    /// In the order of `Method`; NA of a move is about its target and has cases of its own.
    private static let rows: [(Situation, String)] = [
        //               metadata list download upload replacing createFolder deleteFile deleteFolder moveFile moveFolder
        (
            .nothing,
            "           NF   NF       NF     ok        ok           ok         NF           NF       NF         NF"
        ),
        (
            .parentMissing,
            "     NF   NF       NF     PF        PF           PF         NF           NF       NF         NF"
        ),
        (
            .parentIsFile,
            "      NF   NF       NF     PF        PF           PF         NF           NF       NF         NF"
        ),
        (
            .file,
            "              ok   TM       ok     AE        ok           AE         ok           TM       ok         TM"
        ),
        (
            .folder,
            "            ok   ok       TM     AE        AE           AE         TM           ok       TM         ok"
        ),
        (
            .link,
            "              ok   TM       TM     AE        AE           AE         ok           TM       ok         TM"
        ),
        (
            .bothKinds,
            "         ok   ok       ok     AE        ok           AE         ok           ok       ok         ok"
        ),
        (
            .root,
            "              ok   ok       TM     AE        AE           AE         TM           RI       RI         RI"
        ),
        (
            .forbiddenName,
            "     NF   NF       NF     NA        NA           NA         NF           NF       NF         NF"
        ),
    ]

    static let cases: [ConformanceCase] = rows.flatMap { situation, _ in
        Method.allCases.map { method in
            // A provider with a mistake would delete or move a user's whole account.
            let isDangerous = situation == .root && ![.metadata, .list, .download].contains(method)
            return ConformanceCase(
                "\(method.rawValue).\(situation.name(for: method))",
                "\(method.rawValue) \(result(of: method, in: situation).phrase) where \(situation.phrase)",
                needs: situation.needs.union(situation == .link && method == .download ? [.opaqueLinks] : []),
                scope: isDangerous ? .faultInjection : .anywhere
            ) { stage in
                try await expectResult(of: method, at: situation.prepare(on: stage), situation, on: stage)
            }
        }
    }

    /// Calls a method in a situation that has been prepared, and checks what the table says.
    static func expectResult(
        of method: Method,
        at path: CloudPath,
        _ situation: Situation,
        on stage: Stage
    ) async throws {
        switch result(of: method, in: situation) {
        case .success: try await expectSuccess(of: method, at: path, situation, on: stage)
        case .failure(let error): try await expect(error, from: method, at: path, situation, on: stage)
        }
    }

    /// A method's result in words.
    static func phrase(for method: Method, in situation: Situation) -> String {
        result(of: method, in: situation).phrase
    }

    private static func result(of method: Method, in situation: Situation) -> Result {
        let symbols = rows.first { $0.0 == situation }?.1.split(separator: " ") ?? []
        return zip(Method.allCases, symbols).first { $0.0 == method }.map { Result($0.1) } ?? .success
    }

    private static func expect(
        _ error: ExpectedError,
        from method: Method,
        at path: CloudPath,
        _ situation: Situation,
        on stage: Stage
    ) async throws {
        let target = try stage.path("moved")
        switch error {
        case .path:
            try await stage.expectError(
                error,
                method.rawValue,
                withoutRequest: {
                    try await method.call(at: path, movingTo: target, on: stage)
                }
            )
        case .nameNotAllowed:
            for name in try stage.namePolicy().forbiddenExamples {
                try await NameCases.expectRefused(name, by: "\(method.rawValue) of \(name.debugDescription)", on: stage)
                {
                    try await method.call(at: $0, movingTo: target, on: stage)
                }
            }
        default:
            let isForbidden = situation == .forbiddenName
            let names = isForbidden ? try stage.namePolicy().forbiddenExamples : [path.name]
            for path in path.isRoot ? [path] : try names.map({ try path.parent.appending($0) }) {
                try await stage.expectError(
                    error,
                    "\(method.rawValue) of \(path.name)",
                    changingNothing: {
                        try await method.call(at: path, movingTo: target, on: stage)
                    }
                )
            }
        }
    }

    private static func expectSuccess(
        of method: Method,
        at path: CloudPath,
        _ situation: Situation,
        on stage: Stage
    ) async throws {
        let before = try await stage.tree()
        let target = try stage.path("moved")
        switch method {
        case .metadata: try await expectMetadata(at: path, situation, on: stage)
        case .list: try await expectListing(of: path, situation, on: stage)
        case .download:
            try await expectContent(stage.read(path), Situation.content, of: "the downloaded file")
        case .upload, .uploadReplacing, .createFolder, .deleteFile, .deleteFolder, .moveFile, .moveFolder:
            try await method.call(at: path, movingTo: target, on: stage)
        }
        try await stage.expectTree(tree(after: method, at: path, movedTo: target, situation, before))
    }

    /// What stands in the folder after a method that succeeds.
    static func tree(
        after method: Method,
        at path: CloudPath,
        movedTo target: CloudPath,
        _ situation: Situation,
        _ before: Tree
    ) throws -> Tree {
        let isMeant = { (entry: Tree.Entry) in
            situation != .bothKinds || method.isMeant(entry.path == path ? entry.type : .folder)
        }
        switch method {
        case .metadata, .list, .download: return before
        case .upload: return before.adding(path, .file, Method.uploaded)
        case .uploadReplacing: return before.removing(path, .file).adding(path, .file, Method.uploaded)
        case .createFolder: return before.adding(path, .folder)
        case .deleteFile, .deleteFolder:
            let deleted = before.entries.filter {
                ($0.path == path || $0.path.isDescendant(of: path)) && isMeant($0)
            }
            return Tree(entries: before.entries.subtracting(deleted))
        case .moveFile, .moveFolder: return try before.moving(path, to: target, where: isMeant)
        }
    }

    private static func expectMetadata(at path: CloudPath, _ situation: Situation, on stage: Stage) async throws {
        let metadata = try await stage.provider.fetchItemMetadata(at: path)
        let type: CloudItemType =
            switch situation {
            case .folder, .root: .folder
            case .link: .symlink
            default: .file
            }
        try expectEqual(metadata.itemType, type, "the item's type")
        try expectEqual(metadata.cloudPath, path, "the path that was asked for")
        try expectEqual(metadata.name, path.name, "the item's name")
        if type == .file { try expectEqual(metadata.size, Situation.content.count, "the file's size") }
    }

    private static func expectListing(of path: CloudPath, _ situation: Situation, on stage: Stage) async throws {
        let names = try await stage.names(in: path)
        switch situation {
        case .folder: try expectEqual(names, ["file", "folder"], "the names in the folder")
        case .root:
            let ancestor = stage.folder.components[0]
            try ConformanceKit.expect(names.contains(ancestor), "\(ancestor) in the root", got: "\(names)")
        default: try expectEqual(names, ["file"], "the names in the folder")
        }
    }
}
