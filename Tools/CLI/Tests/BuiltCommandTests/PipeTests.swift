import TestData
import Foundation
import Testing

@Suite("Standard output and standard error of a process", .timeLimit(.minutes(2)))
struct PipeTests {
    private let playground: Playground

    init() throws {
        playground = try Playground()
        for number in 0..<1000 {
            try playground.write(Data(), to: "many/\(number)-\(String(repeating: "n", count: 200))")
        }
    }

    @Test("a broken pipe ends the command silently", arguments: [["ls", "many"], ["ls", "-R", "--json", "many"]])
    func broken(words: [String]) async throws {
        let list = try RunningProgram(
            BuiltCommand.url.path,
            words,
            environment: playground.environment,
            directory: playground.folder.path
        )
        list.closeOutput()
        #expect(try await list.end() == .signal(SIGPIPE))
        #expect(try await list.errors() == "")
    }

    @Test("a broken pipe undoes what runs")
    func brokenDuringTransfer() async throws {
        try playground.write(Data("new".utf8), to: "src/a")
        try playground.makeFolder("out/src")
        let held = try await HeldFiles([playground.path("out/src/a")], in: playground)
        let copy = try playground.start("cp", "-r", "src", "out/", "--progress")
        try await copy.errors(until: "% a")
        copy.closeErrors()
        #expect(try await copy.end() == .signal(SIGPIPE))
        #expect(try playground.names(in: "out/src").isEmpty)
        try await held.letGo()
    }

    @Test("results that can't be written are an error with its status")
    func fullDisk() async throws {
        let command = BuiltCommand.url.path
        let full = try await ChildProcess.Result.shell("'\(command)' ls many > /dev/full", in: playground)
        #expect(full.status == 7)
        #expect(full.errorText == "cloudaccess: standard output: the local disk is full\n")
        let closed = try await ChildProcess.Result.shell("'\(command)' ls many >&-", in: playground)
        #expect(closed.status == 1)
        #expect(closed.errorText.hasPrefix("cloudaccess: standard output: "))
    }

    @Test("without a standard output no file takes its place")
    func closedOutput() async throws {
        try playground.write(Data("source".utf8), to: "src/a")
        let shell = "'\(BuiltCommand.url.path)' cp -r src/ copy -v >&- 2>&-"
        #expect(try await ChildProcess.Result.shell(shell, in: playground).status == 0)
        #expect(try String(contentsOfFile: playground.path("copy/a"), encoding: .utf8) == "source")
    }

    @Test("results only go to standard output, messages only to standard error")
    func streams() async throws {
        try playground.write(Data("hello".utf8), to: "file")
        let some = try await playground.run("hash", "--type", "crc32", "file", "none")
        #expect(some.status == 10)
        #expect(some.text == "3610a686  file\n")
        #expect(some.errorText.hasPrefix("cloudaccess: none: no such file or folder\n"))
    }

    @Test("progress only where it is asked for")
    func progress() async throws {
        try playground.write(Data("x".utf8), to: "x")
        #expect(try await playground.run("cp", "x", "y").errorText == "")
        #expect(try await playground.run("cp", "x", "z", "--progress").errorText.contains("1 file, 1 B in"))
    }
}
