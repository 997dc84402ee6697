import Foundation
import Testing

@testable import CloudAccessCommand

/// The table of targets, and the rules below it.
@Suite("put, get, cp, mv, check")
struct TransferCommandTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        try bench.write("1", to: "DIR/one.txt")
        try bench.write("22", to: "DIR/sub/two.txt")
        try bench.makeFolder("DIR/empty")
        try bench.write("file", to: "FILE")
        try bench.makeFolder("r")
        try bench.makeFolder("r/folder")
        try bench.write("old", to: "r/file")
    }

    private func put(_ words: String...) async throws -> Workbench.Outcome {
        if !bench.exists("config/remotes.json") {
            _ = await bench.run("remote", "add", "r", "local", "root=\(bench.path("r"))")
        }
        return await bench.run(["put"] + words.map { $0.hasPrefix("@") ? bench.path(String($0.dropFirst())) : $0 })
    }

    private let contents = ["empty/", "one.txt", "sub/", "sub/two.txt"]

    @Test("a folder into an existing folder lands under its name", arguments: ["r:/folder/", "r:/folder"])
    func intoFolder(target: String) async throws {
        #expect(try await put("-r", "@DIR", target).status == .done)
        #expect(try bench.tree("r/folder") == ["DIR/"] + contents.map { "DIR/" + $0 })
    }

    @Test("a folder into a missing one with / makes it and its parents")
    func intoMissing() async throws {
        #expect(try await put("-r", "@DIR/", "r:/x/y/").status == .done)
        #expect(try bench.tree("r/x/y") == ["DIR/"] + contents.map { "DIR/" + $0 })
    }

    @Test("a folder to a missing name becomes that name")
    func asName() async throws {
        #expect(try await put("-r", "@DIR", "r:/x").status == .done)
        #expect(try bench.tree("r/x") == contents)
        #expect(try await put("-r", "@DIR", "r:/none/x").status == .notFound)
        #expect(!bench.exists("r/none"))
    }

    @Test("a folder to a file is status 8", arguments: ["r:/file", "r:/file/"])
    func ontoFile(target: String) async throws {
        #expect(try await put("-r", "@DIR", target).status == .wrongType)
        #expect(try bench.read("r/file") == "old")
    }

    @Test("a folder without -r is status 8, and the message names -r")
    func withoutRecursive() async throws {
        let outcome = try await put("@DIR", "r:/x")
        #expect(outcome.status == .wrongType)
        #expect(outcome.errors.contains("-r"))
        #expect(!bench.exists("r/x"))
    }

    @Test("a file to a missing name, a folder, a missing folder")
    func file() async throws {
        #expect(try await put("@FILE", "r:/new").status == .done)
        #expect(try await put("@FILE", "r:/folder").status == .done)
        #expect(try await put("@FILE", "r:/a/b/").status == .done)
        #expect(try await put("@FILE", "r:/").status == .done)
        for name in ["r/new", "r/folder/FILE", "r/a/b/FILE", "r/FILE"] { #expect(try bench.read(name) == "file") }
        #expect(try await put("@FILE", "r:/file/").status == .wrongType)
        #expect(try await put("@FILE", "r:/none/new").status == .notFound)
    }

    @Test("a file onto a file goes by --overwrite")
    func overwrite() async throws {
        #expect(try await put("@FILE", "r:/file").status == .alreadyExists)
        #expect(try bench.read("r/file") == "old")
        #expect(try await put("@FILE", "r:/file", "--overwrite", "always").status == .done)
        #expect(try bench.read("r/file") == "file")
        #expect(try await put("@FILE", "r:/folder", "--overwrite=always").status == .done)
    }

    @Test("several sources need a receiving target")
    func several() async throws {
        let outcome = try await put("@FILE", "@DIR/one.txt", "r:/x")
        #expect(outcome.status == .usage)
        #expect(outcome.errors.contains("end the target in /"))
        #expect(!bench.exists("r/x"))
        #expect(try await put("@FILE", "@DIR/one.txt", "r:/x/").status == .done)
        #expect(try bench.tree("r/x") == ["FILE", "one.txt"])
    }

    @Test("two sources of one name are status 2, a missing one among several is status 10")
    func names() async throws {
        try bench.write("", to: "other/FILE")
        #expect(try await put("@FILE", "@other/FILE", "r:/folder/").status == .usage)
        let some = try await put("@FILE", "@none", "r:/folder/")
        #expect(some.status == .someFailed)
        #expect(some.errors.contains(bench.path("none")))
        #expect(bench.exists("r/folder/FILE"))
        #expect(try await put("@none", "r:/folder/").status == .notFound)
    }

    @Test("an existing target in a tree is an error of that item, and the others go on")
    func existingInTree() async throws {
        try bench.write("kept", to: "r/DIR/one.txt")
        let outcome = try await put("-r", "@DIR", "r:/")
        #expect(outcome.status == .someFailed)
        #expect(outcome.errors.contains("r:/DIR/one.txt"))
        #expect(try bench.read("r/DIR/one.txt") == "kept")
        #expect(try bench.read("r/DIR/sub/two.txt") == "22")
    }

    @Test("file against folder at one path is status 8 for that item")
    func kinds() async throws {
        try bench.makeFolder("r/DIR/one.txt")
        try bench.write("", to: "r/DIR/sub")
        let outcome = try await put("-r", "@DIR", "r:/", "--overwrite", "always")
        #expect(outcome.status == .someFailed)
        #expect(outcome.errorLines.count == 2)
        #expect(bench.exists("r/DIR/empty"))
    }

    @Test("changed transfers what is missing, of another size or of another time")
    func changed() async throws {
        let date = Date(timeIntervalSince1970: 1_600_000_000)
        for name in ["same", "size", "older", "newer", "close"] {
            try bench.write("12345", to: "s/\(name)", date: date)
        }
        #expect(try await put("-r", "@s", "r:/s").status == .done)
        try bench.write("123456", to: "s/size", date: date)
        try bench.write("abcde", to: "s/newer", date: date.addingTimeInterval(10))
        try bench.write("abcde", to: "s/older", date: date.addingTimeInterval(-10))
        try bench.write("abcde", to: "s/close", date: date.addingTimeInterval(1))
        try bench.write("new", to: "s/missing")
        let dry = try await put("-r", "@s/", "r:/", "--overwrite", "changed", "--dry-run")
        #expect(
            dry.lines.map { $0.split(separator: " ")[3].split(separator: "/").last } == [
                "missing", "newer", "older", "size",
            ]
        )
        #expect(!bench.exists("r/s/missing"))
        #expect(try await put("-r", "@s", "r:/", "--overwrite", "changed").status == .done)
        #expect(try bench.read("r/s/newer") == "abcde")
        #expect(try bench.read("r/s/older") == "abcde")
        #expect(try bench.read("r/s/close") == "12345")
        #expect(try bench.read("r/s/size") == "123456")
        #expect(try await put("-r", "@s", "r:/", "--overwrite", "changed", "--dry-run").output.isEmpty)
    }

    @Test("modification times are kept")
    func dates() async throws {
        let date = Date(timeIntervalSince1970: 1_234_567_890)
        try bench.write("x", to: "dated", date: date)
        #expect(try await put("@dated", "r:/").status == .done)
        let attributes = try FileManager.default.attributesOfItem(atPath: bench.path("r/dated"))
        #expect(attributes[.modificationDate] as? Date == date)
    }

    @Test("--dry-run prints a line an item and does nothing")
    func dryRun() async throws {
        let outcome = try await put("-r", "@DIR", "r:/x", "--dry-run")
        #expect(outcome.status == .done)
        #expect(outcome.lines.contains("put \(bench.path("DIR"))/sub/two.txt -> r:/x/sub/two.txt (new)"))
        #expect(!bench.exists("r/x"))
    }

    @Test("filters")
    func filters() async throws {
        try bench.write("", to: "DIR/sub/skip.tmp")
        #expect(try await put("-r", "@DIR", "r:/a", "--exclude", "*.tmp", "--exclude", "empty").status == .done)
        #expect(try bench.tree("r/a") == ["one.txt", "sub/", "sub/two.txt"])
        #expect(try await put("-r", "@DIR", "r:/b", "--include", "two.*").status == .done)
        #expect(try bench.tree("r/b") == ["sub/", "sub/two.txt"])
    }

    @Test("links in a tree are named and left out without effect on the status; a link that is the source is read")
    func links() async throws {
        try FileManager.default.createSymbolicLink(atPath: bench.path("DIR/ln"), withDestinationPath: "one.txt")
        try FileManager.default.createSymbolicLink(atPath: bench.path("DIR/out"), withDestinationPath: "../FILE")
        let outcome = try await put("-r", "@DIR", "r:/x")
        #expect(outcome.status == .done)
        #expect(outcome.errors.contains("DIR/ln"))
        #expect(try bench.tree("r/x") == contents)
        #expect(try await put("@DIR/ln", "r:/y").status == .done)
        #expect(try bench.read("r/y") == "1")
        let followed = try await put("-r", "@DIR", "r:/z", "--links", "follow")
        #expect(followed.status == .someFailed)  // `out` ends outside the source
        #expect(try bench.read("r/z/ln") == "1")
        #expect(!bench.exists("r/z/out"))
    }

    @Test("special files are errors of that item")
    func special() async throws {
        #expect(unsafe mkfifo(bench.path("DIR/pipe"), 0o600) == 0)
        let outcome = try await put("-r", "@DIR", "r:/x")
        #expect(outcome.status == .someFailed)
        #expect(outcome.errors.contains("pipe"))
        #expect(try bench.tree("r/x") == contents)
    }

    @Test("get is the same with the sides exchanged")
    func get() async throws {
        #expect(try await put("-r", "@DIR", "r:/").status == .done)
        #expect(await bench.run("get", "-r", "r:/DIR", bench.path("back")).status == .done)
        #expect(try bench.tree("back") == contents)
        #expect(await bench.run("get", "r:/DIR/one.txt", bench.path("back/one.txt")).status == .alreadyExists)
        #expect(await bench.run("get", "-r", "r:/", bench.path("all/")).status == .done)
        #expect(bench.exists("all/DIR/sub/two.txt"))
        #expect(await bench.run("check", "r:/DIR", bench.path("back")).status == .done)
    }

    @Test("put takes local sources only, get a local target only")
    func sides() async throws {
        #expect(try await put("r:/file", "r:/x").status == .usage)
        #expect(await bench.run("get", "r:/file", "r:/x").status == .usage)
    }

    @Test(
        "a folder onto or below itself is status 2",
        arguments: ["r:/folder", "r:/folder/", "r:/folder/below", "r:/"]
    )
    func itself(target: String) async throws {
        _ = try await put("@FILE", "r:/folder/")
        #expect(await bench.run("cp", "-r", "r:/folder", target).status == .usage)
        #expect(try bench.tree("r") == ["file", "folder/", "folder/FILE"])
    }

    @Test("mv within a remote is one move and never overwrites")
    func move() async throws {
        _ = try await put("-r", "@DIR", "r:/")
        #expect(await bench.run("mv", "r:/DIR", "r:/moved").status == .done)
        #expect(try bench.tree("r/moved") == contents)
        #expect(await bench.run("mv", "r:/moved", "r:/folder/").status == .done)
        #expect(bench.exists("r/folder/moved/one.txt"))
        #expect(await bench.run("mv", "r:/folder/moved/one.txt", "r:/file").status == .alreadyExists)
        #expect(await bench.run("mv", "r:/folder", "r:/folder/x").status == .usage)
        #expect(await bench.run("mv", "r:/", "r:/x").status == .usage)
        #expect(await bench.run("mv", "r:/none", "r:/x").status == .notFound)
        #expect(try bench.read("r/file") == "old")
    }

    @Test("mv between remotes copies, compares and deletes")
    func moveBetween() async throws {
        _ = try await put("-r", "@DIR", "r:/")
        #expect(await bench.run("mv", "r:/DIR", bench.path("arrived")).status == .done)
        #expect(try bench.tree("arrived") == contents)
        #expect(!bench.exists("r/DIR"))
    }

    @Test("mv between remotes keeps a source of which something was left out")
    func moveKeeps() async throws {
        try FileManager.default.createSymbolicLink(atPath: bench.path("DIR/ln"), withDestinationPath: "one.txt")
        _ = try await put("@FILE", "r:/x")
        #expect(await bench.run("mv", bench.path("DIR"), "r:/DIR").status == .someFailed)
        #expect(bench.exists("DIR/one.txt"))
        #expect(bench.exists("DIR/ln"))
    }

    @Test("check prints a line a difference and ends with 9")
    func check() async throws {
        _ = try await put("-r", "@DIR", "r:/DIR")
        try bench.write("xx", to: "DIR/sub/two.txt")
        try bench.write("", to: "DIR/more")
        try bench.write("", to: "r/DIR/extra")
        let outcome = await bench.run("check", bench.path("DIR"), "r:/DIR")
        #expect(outcome.status == .differences)
        #expect(outcome.lines == ["missing more", "extra extra"])
        let content = await bench.run("check", "--content", bench.path("DIR"), "r:/DIR")
        #expect(content.lines == ["missing more", "differs sub/two.txt (content)", "extra extra"])
    }
}
