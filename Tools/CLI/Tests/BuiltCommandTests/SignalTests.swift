import Foundation
import TestData
import Testing

@Suite("SIGINT and SIGTERM", .enabledOnRequest, .timeLimit(.minutes(2)))
struct SignalTests {
    private let playground: Playground

    init() throws {
        playground = try Playground()
        for name in ["a", "b", "c"] { try playground.write(Data("content of \(name)".utf8), to: "src/\(name)") }
        try playground.makeFolder("out/src")
    }

    /// Starts a copy whose first two files wait to be put in place.
    private func startCopy() async throws -> (RunningProgram, HeldFiles) {
        let held = try await HeldFiles(
            [playground.path("out/src/a"), playground.path("out/src/b")],
            in: playground
        )
        let copy = try playground.start("cp", "-r", "src", "out/", "--transfers", "2", "-vv")
        try await copy.errors(until: "cp src/a -> out/src/a\n")
        try await copy.errors(until: "cp src/b -> out/src/b\n")
        return (copy, held)
    }

    @Test("after the first nothing new starts and what runs is finished", arguments: [SIGINT, SIGTERM])
    func first(signal: Int32) async throws {
        let (copy, held) = try await startCopy()
        copy.send(signal)
        try await copy.errors(until: "cloudaccess: interrupted; finishing 2 running items, press again to cancel\n")
        try await held.letGo()
        #expect(try await copy.end() == .exit(130))
        #expect(try playground.names(in: "out/src") == ["a", "b"])

        let again = try await playground.run("cp", "-r", "src", "out/", "--overwrite", "changed", "-vv")
        #expect(again.status == 0)
        #expect(try playground.names(in: "out/src") == ["a", "b", "c"])
        #expect(again.errorText.contains("cp src/c -> out/src/c\n"))
        #expect(!again.errorText.contains("cp src/a") && !again.errorText.contains("cp src/b"))
    }

    @Test("the second cancels what runs and leaves nothing of it")
    func second() async throws {
        let (copy, held) = try await startCopy()
        copy.send(SIGINT)
        try await copy.errors(until: "press again to cancel\n")
        copy.send(SIGINT)
        #expect(try await copy.end() == .exit(130))
        #expect(try playground.names(in: "out/src").isEmpty)
        try await held.letGo()
    }

    @Test("the second leaves a target that was there as it was")
    func secondWithTarget() async throws {
        try playground.write(Data("old".utf8), to: "out/src/a")
        let held = try await HeldFiles([playground.path("out/src/a")], in: playground)
        let copy = try playground.start("cp", "src/a", "out/src/a", "--overwrite", "always", "-vv")
        try await copy.errors(until: "cp src/a -> out/src/a\n")
        copy.send(SIGINT)
        try await copy.errors(until: "finishing 1 running item, press")
        copy.send(SIGINT)
        #expect(try await copy.end() == .exit(130))
        #expect(try String(contentsOfFile: playground.path("out/src/a"), encoding: .utf8) == "old")
        #expect(try playground.names(in: "out/src") == ["a"])
        try await held.letGo()
    }

    @Test("the third ends the process at once, though nobody reads its messages")
    func third() async throws {
        try playground.write(Data(count: 1 << 20), to: "large")
        let cat = try playground.start("cat", "large", streams: .pipesWithoutRoomForErrors)
        try await cat.output(until: "\0")
        // Signals of one kind that wait are one: more are sent until the process is gone.
        var end: RunningProgram.End?
        while end == nil {
            for signal in [SIGINT, SIGTERM] { cat.send(signal) }
            end = try cat.endIfOver()
            await Task.yield()
        }
        #expect(end == .exit(130))
    }

    @Test("cat writes the rest of its file after the first, and gives a stuck reader up after the second")
    func cat() async throws {
        let content = Data((0..<1 << 20).map { UInt8($0 % 100) })
        try playground.write(content, to: "large")
        for signals in 1...2 {
            let cat = try playground.start("cat", "large")
            try await cat.output(until: "\0")
            cat.send(SIGINT)
            try await cat.errors(until: "finishing 1 running item, press again to cancel\n")
            if signals == 2 {
                cat.send(SIGINT)
                #expect(try await cat.end() == .exit(130))
            } else {
                #expect(try await Data(cat.output().utf8) == content)
                #expect(try await cat.end() == .exit(130))
            }
        }
    }

    @Test("nothing is printed half: an interrupted array is closed")
    func array() async throws {
        for number in 0..<2000 { try playground.makeFolder("tree/\(number)-\(String(repeating: "n", count: 100))") }
        let list = try playground.start("ls", "-R", "--json", "tree")
        try await list.output(until: "[")
        list.send(SIGINT)
        try await list.errors(until: "cloudaccess: interrupted\n")
        let text = try await list.output()
        #expect(try await list.end() == .exit(130))
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
    }
}
