import Foundation
import TestData
import Testing

@Suite("Child processes", .timeLimit(.minutes(1)))
struct ChildProcessTests {
    @Test("status, output and errors come apart")
    func collects() async throws {
        let result = try await ChildProcess.run("sh", ["-c", "printf out; printf err >&2; exit 7"])
        #expect(result.status == 7)
        #expect(result.text == "out")
        #expect(result.errorText == "err")
    }

    @Test("input and output larger than a pipe's buffer")
    func largeOutput() async throws {
        let input = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) })
        let result = try await ChildProcess.run("/bin/sh", ["-c", "tee /dev/stderr"], input: input)
        #expect(result.output == input)
        #expect(result.errorOutput == input)
    }

    @Test("environment and directory")
    func environment() async throws {
        let result = try await ChildProcess.run(
            "sh",
            ["-c", "echo $GREETING; pwd"],
            environment: ["GREETING": "hello"],
            directory: URL(fileURLWithPath: "/usr")
        )
        #expect(result.text == "hello\n/usr\n")
    }

    @Test("a program that ignores its input")
    func ignoredInput() async throws {
        let result = try await ChildProcess.run("true", [], input: Data(count: 1_000_000))
        #expect(result.status == 0)
    }

    @Test("a program that is not there")
    func missingProgram() async throws {
        await #expect(throws: (any Error).self) { try await ChildProcess.run("/no/such/program", []) }
        #expect(try await ChildProcess.run("no-such-program-at-all", []).status == 127)
    }

    @Test("a cancelled task ends its program")
    func cancellation() async throws {
        let task = Task { try await ChildProcess.run("sleep", ["600"]) }
        task.cancel()
        #expect(try await task.value.status == 128 + SIGTERM)
    }
}
