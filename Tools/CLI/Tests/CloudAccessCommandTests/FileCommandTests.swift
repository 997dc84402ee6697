import Foundation
import Testing

@testable import CloudAccessCommand

@Suite("ls, tree, stat, cat, du, hash, mkdir, rm")
struct FileCommandTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        try bench.write("hello", to: "t/b.txt", date: Date(timeIntervalSince1970: 1_700_000_000))
        try bench.write("", to: "t/a/empty")
        try bench.write("x", to: "t/a/deep/ä.txt")
        try bench.write("Z", to: "t/Z")
        try FileManager.default.createSymbolicLink(atPath: bench.path("t/link"), withDestinationPath: "b.txt")
    }

    @Test("ls sorts by Unicode scalars and marks folders")
    func list() async {
        #expect(await bench.run("ls", bench.path("t")).output == "Z\na/\nb.txt\nlink\n")
        #expect(await bench.run("ls", "local:\(bench.path("t"))").output == "Z\na/\nb.txt\nlink\n")
    }

    @Test("ls -R prints paths relative to the address, a folder before what is in it, and enters no link")
    func recursive() async {
        let output = await bench.run("ls", "-R", bench.path("t")).output
        #expect(output == "Z\na/\na/deep/\na/deep/ä.txt\na/empty\nb.txt\nlink\n")
    }

    @Test("ls of a file lists the file")
    func file() async {
        #expect(await bench.run("ls", bench.path("t/b.txt")).output == "b.txt\n")
    }

    @Test("ls -l adds type, size and time")
    func long() async {
        let lines = await bench.run("ls", "-l", bench.path("t")).lines
        #expect(lines.contains { $0.split(separator: " ") == ["file", "5", "2023-11-14T22:13:20Z", "b.txt"] })
        #expect(lines.contains { $0.hasPrefix("folder") && $0.hasSuffix(" a/") })
        #expect(lines.contains { $0.hasPrefix("symlink") })
    }

    @Test("names with line breaks, quotes and emoji come out whole")
    func hardNames() async throws {
        let names = ["new\nline", #"quo"te"#, "🎼", "tab\tbed"]
        for name in names { try bench.write("", to: "hard/\(name)") }
        let null = await bench.run("ls", "--null", bench.path("hard")).output
        #expect(Set(null.split(separator: "\0").map(String.init)) == Set(names))
        let json = await bench.run("ls", "--json", bench.path("hard")).output
        let array = try JSONDecoder().decode([JSONValue].self, from: Data(json.utf8))
        #expect(Set(array.compactMap { $0["name"]?.string }) == Set(names))
        #expect(array.allSatisfy { $0["path"]?.string == "\(bench.path("hard"))/\($0["name"]?.string ?? "")" })
    }

    @Test("ls --json of an empty folder is an empty array")
    func emptyJSON() async throws {
        try bench.makeFolder("nothing")
        #expect(await bench.run("ls", "--json", bench.path("nothing")).output == "[]\n")
    }

    @Test("stat prints one object")
    func stat() async throws {
        let output = await bench.run("stat", "--json", bench.path("t/b.txt")).output
        let item = try JSONDecoder().decode(JSONValue.self, from: Data(output.utf8))
        #expect(item["name"] == .string("b.txt"))
        #expect(item["type"] == .string("file"))
        #expect(item["size"] == .integer(5))
        #expect(item["modified"] == .string("2023-11-14T22:13:20Z"))
        #expect(await bench.run("stat", bench.path("t")).output.contains("type: folder\n"))
    }

    @Test(
        "cat prints ranges",
        arguments: [
            ([], "hello"), (["--range", "1-2"], "el"), (["--range", "3-"], "lo"), (["--range", "-2"], "lo"),
            (["--range", "9-"], ""), (["--range=0-99"], "hello"),
        ]
    )
    func cat(options: [String], expected: String) async {
        let outcome = await bench.run(["cat", bench.path("t/b.txt")] + options)
        #expect(outcome.status == .done)
        #expect(outcome.output == expected)
    }

    @Test("du counts bytes, files and folders")
    func usage() async {
        #expect(await bench.run("du", bench.path("t/a")).output == "bytes: 1\nfiles: 2\nfolders: 1\n")
        #expect(
            await bench.run("du", "--json", bench.path("t/a")).output == #"{"bytes":1,"files":2,"folders":1}"# + "\n"
        )
    }

    /// Values from md5sum, sha1sum, sha256sum, sha512sum and cksum -a crc32b of `hello`; Dropbox: two rounds of sha256sum.
    @Test(
        "hash",
        arguments: [
            ("md5", "5d41402abc4b2a76b9719d911017c592"), ("sha1", "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d"),
            ("sha256", "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"), ("crc32", "3610a686"),
            ("dropbox", "9595c9df90075148eb06860365df33584b75bff782a510c6cd4883a419833d50"),
        ]
    )
    func hash(type: String, expected: String) async {
        let path = bench.path("t/b.txt")
        #expect(await bench.run("hash", "--type", type, path).output == "\(expected)  \(path)\n")
    }

    @Test("tree draws")
    func tree() async {
        let output = await bench.run("tree", bench.path("t/a")).output
        #expect(output == "\(bench.path("t/a"))\n├── deep/\n│   └── ä.txt\n└── empty\n")
    }

    @Test("mkdir, mkdir -p")
    func makeFolder() async throws {
        #expect(await bench.run("mkdir", bench.path("n")).status == .done)
        #expect(await bench.run("mkdir", bench.path("n")).status == .alreadyExists)
        #expect(await bench.run("mkdir", bench.path("x/y")).status == .notFound)
        #expect(await bench.run("mkdir", "-p", bench.path("x/y")).status == .done)
        #expect(await bench.run("mkdir", "-p", bench.path("x/y")).status == .done)
        #expect(await bench.run("mkdir", "-p", bench.path("t/b.txt")).status == .wrongType)
        #expect(bench.exists("x/y"))
    }

    @Test("rm needs -r for folders, removes links themselves, and never a root")
    func remove() async throws {
        #expect(await bench.run("rm", bench.path("t/a")).status == .wrongType)
        #expect(await bench.run("rm", bench.path("t/link")).status == .done)
        #expect(bench.exists("t/b.txt"))
        #expect(await bench.run("rm", "-r", bench.path("t/a")).status == .done)
        #expect(!bench.exists("t/a"))
        #expect(await bench.run("rm", "-r", "local:/").status == .usage)
        let some = await bench.run("rm", bench.path("t/b.txt"), bench.path("t/none"))
        #expect(some.status == .someFailed)
        #expect(!bench.exists("t/b.txt"))
    }

    @Test(
        "errors are one line and have their status",
        arguments: [
            (["ls", "none"], CommandStatus.notFound), (["cat", "t"], .wrongType), (["cat", "none"], .notFound),
            (["cat", "t/b.txt", "--range", "5-1"], .usage), (["stat", "t/b.txt/x"], .notFound), (["frob"], .usage),
            (["ls"], .usage), (["hash", "--type", "sha3", "t/b.txt"], .usage), (["mkdir", "none/x"], .notFound),
        ]
    )
    func errors(words: [String], status: CommandStatus) async {
        let placed = words.enumerated().map {
            $0.offset == 1 && !$0.element.hasPrefix("-") ? bench.path($0.element) : $0.element
        }
        let outcome = await bench.run(placed)
        #expect(outcome.status == status)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorLines.first?.hasPrefix("cloudaccess: ") == true)
    }

    @Test("with --json an error is one object")
    func jsonError() async throws {
        let path = bench.path("none")
        let outcome = await bench.run("ls", "--json", path)
        let error = try JSONDecoder().decode(JSONValue.self, from: Data(outcome.errors.utf8))["error"]
        #expect(error?["code"] == .string("itemNotFound"))
        #expect(error?["path"] == .string(path))
        #expect(outcome.status == .notFound)
    }

    @Test("what a listing leaves out is named, with the reason")
    func skipped() async throws {
        try bench.makeFolder("odd")
        #expect(unsafe mkfifo(bench.path("odd/pipe"), 0o600) == 0)
        let outcome = await bench.run("ls", bench.path("odd"))
        #expect(outcome.status == .done)
        #expect(outcome.errors.contains("pipe"))
    }
}
