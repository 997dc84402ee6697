import CloudCore
import ConformanceKit
import InMemoryCloud
import Testing

@testable import VaultCrypto

/// The order of remote changes (vault format, sections 5.3 and 6): whatever stops a run, the old or the new state
/// stands, and the repeated call succeeds.
@Suite("Order of writing")
struct WriteOrderTests {
    private static let long = String(repeating: "l", count: 200)

    /// What the cloud was asked to change, with the random ids of new folders left out.
    private func changes(in vault: TestVault, _ body: () async throws -> Void) async throws -> [String] {
        vault.cloud.faults.reset()
        try await body()
        let root = try vault.contents(of: "").string
        return vault.cloud.faults.requests.filter(\.operation.isChange).map { request in
            let path = request.path.string
            let isOther = path.hasPrefix("/Vault/d/") && !path.hasPrefix(root)
            let parts = request.path.components.dropFirst(2)
            let shown =
                isOther
                ? (["XX", "YYY"].prefix(parts.count) + parts.dropFirst(2)).joined(separator: "/")
                : String(path.dropFirst(path.hasPrefix(root) ? root.utf8.count + 1 : "/Vault/".utf8.count))
            return "\(request.operation.rawValue) \(shown)"
        }
    }

    @Test("createFolder: content first, the id last")
    func createFolder() async throws {
        for kind in TestVaultKind.withFolders {
            let vault = try TestVault(kind)
            let provider = try vault.makeProvider()
            let name = try vault.fullName("new")
            var expected = [
                "createFolder XX/YYY", "createFolder XX", "createFolder XX/YYY", "createFolder \(name)",
                "writeFile \(name)/dir.c9r",
            ]
            if kind.version == 8 { expected.insert("writeFile XX/YYY/dirid.c9r", at: 3) }
            let changes = try await changes(in: vault) { try await provider.createFolder(at: CloudPath("/new")) }
            #expect(changes == expected)
            let id = try #require(try vault.id(of: "new"))
            #expect(id.count == 36)
            guard kind.version == 8 else { continue }
            let backup = try #require(vault.cloud.contents(at: vault.contents(of: id).appending("dirid.c9r")))
            #expect(try vault.cryptor.decryptedFile(backup) == Array(id.utf8))
            #expect(backup.count == vault.cryptor.ciphertextSize(ofCleartext: 36))
        }
    }

    @Test("format 6, createFolder: content, the long name, then the file with the id")
    func createFolderOfFormat6() async throws {
        let vault = try TestVault(.format6)
        let provider = try vault.makeProvider()
        let short = try await changes(in: vault) { try await provider.createFolder(at: CloudPath("/new")) }
        #expect(short.suffix(2) == ["createFolder XX/YYY", "writeFile \(try vault.fullName("new", .folder))"])
        let long = try await changes(in: vault) { try await provider.createFolder(at: CloudPath("/" + Self.long)) }
        #expect(long.dropLast().last?.hasPrefix("writeFile m/") == true)
        #expect(long.last?.hasSuffix(".lng") == true)
        #expect(long.last?.hasPrefix("writeFile m/") == false)
    }

    @Test("a file with a long name: the folder, its name, the content")
    func writeLong() async throws {
        for kind in TestVaultKind.withFolders {
            let vault = try TestVault(kind)
            let provider = try vault.makeProvider()
            let folder = FormatSeven.shortened(try vault.fullName(Self.long))
            let changes = try await changes(in: vault) { try await provider.put([1], at: "/" + Self.long) }
            #expect(
                changes == [
                    "createFolder \(folder)", "writeFile \(folder)/name.c9s", "writeFile \(folder)/contents.c9r",
                ]
            )
        }
    }

    @Test("moves: one request between short names; to a long name the content goes last")
    func moves() async throws {
        for kind in TestVaultKind.withFolders {
            let vault = try TestVault(kind)
            let provider = try vault.makeProvider()
            try await provider.put([1], at: "/f")
            try await provider.createFolder(at: CloudPath("/d"))
            let (f, d, f2, d2) = try (
                vault.fullName("f"), vault.fullName("d"), vault.fullName("f2"), vault.fullName("d2")
            )
            let (long, long2) = try (
                FormatSeven.shortened(vault.fullName(Self.long)), FormatSeven.shortened(vault.fullName(Self.long + "2"))
            )
            func file(_ from: String, _ to: String) async throws -> [String] {
                try await changes(in: vault) { try await provider.moveFile(from: CloudPath(from), to: CloudPath(to)) }
            }
            func folder(_ from: String, _ to: String) async throws -> [String] {
                try await changes(in: vault) { try await provider.moveFolder(from: CloudPath(from), to: CloudPath(to)) }
            }
            #expect(try await file("/f", "/f2") == ["moveFile \(f)"])
            #expect(
                try await file("/f2", "/" + Self.long) == [
                    "createFolder \(long)", "writeFile \(long)/name.c9s", "moveFile \(f2)",
                ]
            )
            #expect(try await file("/" + Self.long, "/f") == ["moveFile \(long)/contents.c9r", "deleteFolder \(long)"])
            #expect(try await folder("/d", "/d2") == ["moveFolder \(d)"])
            #expect(
                try await folder("/d2", "/" + Self.long) == [
                    "createFolder \(long)", "writeFile \(long)/name.c9s", "moveFile \(d2)/dir.c9r",
                    "deleteFolder \(d2)",
                ]
            )
            #expect(
                try await folder("/" + Self.long, "/" + Self.long + "2") == [
                    "createFolder \(long2)", "writeFile \(long2)/name.c9s", "moveFile \(long)/dir.c9r",
                    "deleteFolder \(long)",
                ]
            )
            #expect(
                try await folder("/" + Self.long + "2", "/d") == [
                    "moveFolder \(long2)", "deleteFile \(d)/name.c9s",
                ]
            )
        }
    }

    @Test("deleteFolder: the node, then the contents, leaves first", arguments: TestVaultKind.allCases)
    func deleteFolder(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let provider = try vault.makeProvider()
        for (name, id, parent) in [("a", "A", ""), ("b", "B", "A"), ("c", "C", "B"), ("x", "X", "A")] {
            try vault.plantFolder(name, id: id, in: parent)
        }
        try vault.plantFile("deep", [1], in: "C")
        try vault.plantFile("keep", [1])
        vault.cloud.faults.reset()
        try await provider.deleteFolder(at: CloudPath("/a"))
        let deleted = vault.cloud.faults.requests.filter(\.operation.isChange).map(\.path)
        #expect(deleted.first == (try vault.entry("a", .folder)))
        #expect(Set(deleted.dropFirst()) == Set(try ["A", "B", "C", "X"].map(vault.contents(of:))))
        let order = try ["C", "B", "A"].map { deleted.firstIndex(of: try vault.contents(of: $0)) ?? -1 }
        #expect(order == order.sorted())
        #expect(try await provider.names() == ["keep"])
        #expect(vault.cloud.snapshot().files.count == 1)
    }

    /// Operations that consist of several requests.
    enum Operation: String, CaseIterable, Sendable {
        case createFolder, createLongFolder, writeLongFile, moveFileToLong, moveFileToShort, moveFolderToLong
        case moveFolderToShort, deleteTree

        func prepare(_ provider: VaultProvider) async throws {
            let long = WriteOrderTests.long
            switch self {
            case .createFolder, .createLongFolder, .writeLongFile: break
            case .moveFileToLong: try await provider.put([1], at: "/source")
            case .moveFileToShort: try await provider.put([1], at: "/source" + long)
            case .moveFolderToLong, .moveFolderToShort, .deleteTree:
                let folder = self == .moveFolderToShort ? "/source" + long : "/source"
                try await provider.createFolder(at: CloudPath(folder))
                try await provider.put([1], at: folder + "/child")
                if self == .deleteTree { try await provider.createFolder(at: CloudPath("/source/sub")) }
            }
        }

        func perform(_ provider: VaultProvider) async throws {
            let long = WriteOrderTests.long
            switch self {
            case .createFolder: try await provider.createFolder(at: CloudPath("/target"))
            case .createLongFolder: try await provider.createFolder(at: CloudPath("/target" + long))
            case .writeLongFile: try await provider.put([1], at: "/target" + long)
            case .moveFileToLong:
                try await provider.moveFile(from: CloudPath("/source"), to: CloudPath("/target" + long))
            case .moveFileToShort:
                try await provider.moveFile(from: CloudPath("/source" + long), to: CloudPath("/target"))
            case .moveFolderToLong:
                try await provider.moveFolder(from: CloudPath("/source"), to: CloudPath("/target" + long))
            case .moveFolderToShort:
                try await provider.moveFolder(from: CloudPath("/source" + long), to: CloudPath("/target"))
            case .deleteTree: try await provider.deleteFolder(at: CloudPath("/source"))
            }
        }
    }

    /// What a person sees: names, kinds, contents.
    private func tree(_ provider: VaultProvider, _ path: String = "/") async throws -> [String: [UInt8]] {
        var tree: [String: [UInt8]] = [:]
        for item in try await provider.fetchItemListExhaustively(forFolderAt: CloudPath(path)).items {
            let child = item.cloudPath.string
            if item.itemType == .folder {
                tree[child + "/"] = []
                tree.merge(try await self.tree(provider, child)) { $1 }
            } else {
                tree[child] = try await provider.content(of: child)
            }
        }
        return tree
    }

    @Test(
        "killed at any request: old or new state, and the repeated call succeeds",
        arguments: TestVaultKind.allCases,
        Operation.allCases
    )
    func kills(_ kind: TestVaultKind, _ operation: Operation) async throws {
        let vault = try TestVault(kind)
        try await operation.prepare(vault.makeProvider())
        let start = vault.cloud.snapshot()
        let old = try await tree(vault.makeProvider())
        try await operation.perform(vault.makeProvider())
        let new = try await tree(vault.makeProvider())

        for moment in KillMoment.allCases {
            var call = 0
            while true {
                call += 1
                vault.cloud.restore(start)
                let dying = DyingProvider(vault.cloud.makeProvider())
                let provider = try vault.makeProvider(over: dying)
                dying.die(at: call, moment)
                try? await operation.perform(provider)
                guard dying.hasDied else { break }
                let fresh = try vault.makeProvider()
                let state = try await tree(fresh)
                #expect(state == old || state == new, "killed \(moment) call \(call)")
                if state != new {
                    try await operation.perform(fresh)
                    #expect(try await tree(fresh) == new, "repeated after a kill \(moment) call \(call)")
                }
            }
            #expect(call > 3)
        }
    }

    @Test(
        "a request that fails, or whose answer is lost: no wrong success, no temporary items, the repeated call succeeds",
        arguments: TestVaultKind.allCases,
        Operation.allCases
    )
    func failures(_ kind: TestVaultKind, _ operation: Operation) async throws {
        let vault = try TestVault(kind)
        try await operation.prepare(vault.makeProvider())
        let start = vault.cloud.snapshot()
        let old = try await tree(vault.makeProvider())
        vault.cloud.faults.reset()
        try await operation.perform(vault.makeProvider())
        let requests = vault.cloud.faults.requests
        let new = try await tree(vault.makeProvider())
        for point in [Fault.Point.before, .after] {
            for number in requests.indices {
                vault.cloud.restore(start)
                vault.cloud.faults.reset()
                let provider = try vault.makeProvider()
                let counter = Locked(number)
                let strike: Fault.Action = .run {
                    let isStruck = counter.withLock { left in
                        defer { left -= 1 }
                        return left == 0
                    }
                    if isStruck { throw InjectedFailure() }
                }
                vault.cloud.faults.arm(Fault(nil, point, strike, times: .max))
                let succeeded: Bool
                do { try await operation.perform(provider); succeeded = true } catch { succeeded = false }
                vault.cloud.faults.reset()
                let state = try await tree(provider)
                #expect(state == new || state == old && !succeeded, "\(requests[number]) failing \(point)")
                if state != new {
                    try await operation.perform(provider)
                    #expect(try await tree(provider) == new, "repeated after \(requests[number]) failing \(point)")
                }
            }
        }
    }

    @Test("an interrupted creation leaves no folder that can't be used", arguments: TestVaultKind.withFolders)
    func leftover(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        vault.cloud.makeFolder(at: try vault.entry("new"))
        let provider = try vault.makeProvider()
        try await provider.createFolder(at: CloudPath("/new"))
        #expect(try await provider.names(in: "/new").isEmpty)
        let name = "/" + Self.long
        vault.cloud.makeFolder(
            at: try vault.contents(of: "").appending(FormatSeven.shortened(vault.fullName(Self.long)))
        )
        try await provider.createFolder(at: CloudPath(name))
        #expect(try await provider.types() == ["new": .folder, Self.long: .folder])
    }

    @Test(
        "somebody else creates the same folder in between: itemAlreadyExists, and our content folder is gone",
        arguments: TestVaultKind.allCases
    )
    func lostRace(_ kind: TestVaultKind) async throws {
        let vault = try TestVault(kind)
        let provider = try vault.makeProvider()
        let node = try vault.body("new", .folder)
        vault.cloud.faults.arm(
            Fault(.writeFile, at: node, .before, .run { try vault.plantFolder("new", id: "winner") })
        )
        await #expect(throws: CloudProviderError.itemAlreadyExists) {
            try await provider.createFolder(at: CloudPath("/new"))
        }
        #expect(try vault.id(of: "new") == "winner")
        let contents = vault.cloud.paths.filter { $0.components.count == 4 && $0.components[1] == "d" }
        #expect(Set(contents) == Set(try [vault.contents(of: ""), vault.contents(of: "winner")]))
        #expect(try await provider.names(in: "/new").isEmpty)
    }
}
