import Foundation
import Testing

@testable import CloudAccessCommand

@Suite("Help, manual, completions")
struct HelpTests {
    @Test("every command has a page", arguments: CloudAccessCommand.commands.map(\.words))
    func page(words: [String]) async throws {
        let outcome = try await Workbench().run(words + ["--help"])
        #expect(outcome.status == .done)
        #expect(outcome.output.contains("usage: cloudaccess \(words.joined(separator: " "))"))
    }

    @Test("help names every command")
    func overview() async throws {
        let output = try await Workbench().run("help").output
        for command in CloudAccessCommand.commands { #expect(output.contains("  \(command.name)")) }
    }

    @Test("--version")
    func version() async throws {
        #expect(try await Workbench().run("--version").output == "cloudaccess \(CloudAccessCommand.version)\n")
    }

    @Test("completions are accepted by bash")
    func bash() async throws {
        let script = try await Workbench().run("completions", "bash").output
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-n", "-c", script]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test("the manual has a line a command and no stray request", arguments: ["help --man"])
    func manual(line: String) async throws {
        let page = try await Workbench().run("help", "--man").output
        for command in CloudAccessCommand.commands {
            #expect(page.contains(".SS \(command.name.replacing("-", with: "\\-"))"))
        }
        let requests: Set = [".TH", ".nh", ".SH", ".SS", ".TP", ".PP", ".B", ".I"]
        for line in page.split(separator: "\n") where line.hasPrefix(".") {
            #expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
        }
    }
}
