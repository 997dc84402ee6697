import Testing

@testable import CloudAccessCommand

@Suite("Command lines")
struct ArgumentParserTests {
    private let parser = ArgumentParser(commands: [
        CommandSpec(
            words: ["copy"],
            operands: "A B",
            operandCount: 2...2,
            options: [.flag("-r", ""), .value("--filter", "GLOB", ""), .value("--passphrase-file", "FILE", "")],
            summary: "",
            run: { _, _ in .done }
        ),
        CommandSpec(
            words: ["vault", "info"],
            operands: "ADDR",
            operandCount: 1...1,
            summary: "",
            run: { _, _ in .done }
        ),
    ])

    private func parse(_ line: String) throws -> ArgumentParser.Invocation {
        try parser.parse(line.split(separator: " ").map(String.init))
    }

    @Test("options stand anywhere", arguments: ["copy -r a b", "copy a -r b", "copy a b -r", "-v copy a b -r"])
    func anywhere(line: String) throws {
        let invocation = try parse(line)
        #expect(invocation.command?.name == "copy")
        #expect(invocation.arguments.operands == ["a", "b"])
        #expect(invocation.arguments.has("-r"))
    }

    @Test("-- ends the options")
    func end() throws {
        #expect(try parse("copy -- -r --filter").arguments.operands == ["-r", "--filter"])
    }

    @Test("values follow or are joined by =, and may begin with a dash")
    func values() throws {
        #expect(try parse("copy a b --filter -x").arguments.values("--filter") == ["-x"])
        #expect(try parse("copy a b --filter=a=b --filter=").arguments.values("--filter") == ["a=b", ""])
    }

    @Test("-vv is -v twice, and flags may stand together")
    func together() throws {
        #expect(try parse("copy -vvr a b").arguments.count("--verbose") == 2)
        #expect(try parse("copy -vvr a b").arguments.has("-r"))
    }

    @Test("commands of two words")
    func twoWords() throws {
        #expect(try parse("vault info a").command?.name == "vault info")
    }

    @Test(
        "what is wrong is named",
        arguments: [
            ("copy a", "missing B"), ("copy a b c", "'c'"), ("copy --foo a b", "--foo"), ("copy -x a b", "-x"),
            ("copy -r=1 a b", "-r"), ("copy a b --filter", "GLOB"), ("frobnicate", "frobnicate"), ("vault", "info"),
            ("vault frob", "vault frob"), ("copy a b --help=1", "--help"),
            ("copy a b --passphrase-file - --passphrase-file -", "standard input"),
        ]
    )
    func wrong(line: String, named: String) {
        let error = #expect(throws: UsageError.self) { try parse(line) }
        #expect(error?.description.contains(named) == true)
    }
}
