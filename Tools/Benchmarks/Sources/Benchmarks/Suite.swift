import Foundation
import VaultCrypto

/// All benchmarks, one after the other.
struct Suite {
    private let shell = Shell()
    private let command: String
    private let rclone: String?
    private let pairs: Int
    private let json: URL?

    /// Reads `--command FILE`, `--rclone FILE`, `--pairs N` and `--json FILE`.
    init(_ arguments: [String]) throws {
        var values: [String: String] = [:]
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard option.hasPrefix("--"), let value = rest.popFirst() else {
                throw Shell.Failure(
                    description: "usage: Benchmarks --command FILE [--rclone FILE] [--pairs N] [--json FILE]"
                )
            }
            values[option] = value
        }
        guard let command = values["--command"] else {
            throw Shell.Failure(description: "--command FILE is missing: the built cloudaccess")
        }
        self.command = command
        rclone = values["--rclone"]
        pairs = values["--pairs"].flatMap { Int($0) } ?? 5
        json = values["--json"].map { URL(filePath: $0) }
    }

    func run() async throws {
        var report = Report()
        print(Report.header)
        try startUp(&report)
        for scheme in [CryptorScheme.sivGcm, .sivCtrMac] { try memory(scheme, &report) }
        try CommandBenchmark(command: command, rclone: rclone, pairs: pairs).run(&report)
        if let json { try report.writeJSON(to: json) }
    }

    private func startUp(_ report: inout Report) throws {
        _ = try shell.run([command, "--version"])
        let times = try (0..<20).map { _ in try shell.run([command, "--version"]).seconds }
        report.add(
            Row(name: "start-up", ours: median(times) * 1000, other: 15, against: "15 ms", unit: "ms", goal: "<= 1")
        )
    }

    private func memory(_ scheme: CryptorScheme, _ report: inout Report) throws {
        let (openssl, size) = (OpenSSLSpeed(), 1 << 30)
        let name = scheme == .sivGcm ? "siv-gcm" : "siv-ctrmac"
        func limit(processes: Int) throws -> Double {
            guard scheme == .sivCtrMac else { return try openssl.cipher("aes-256-gcm", processes: processes) }
            let (ctr, hmac) = (
                try openssl.cipher("aes-256-ctr", processes: processes), try openssl.hmacSHA256(processes: processes)
            )
            return 1 / (1 / ctr + 1 / hmac)
        }
        for direction in [MemoryWorker.Direction.encrypt, .decrypt] {
            let worker = [CommandLine.arguments[0]] + MemoryWorker.arguments(direction, scheme, size: size)
            var (one, limits, two, limitsOfTwo): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
            for _ in 0..<pairs {
                limits.append(try limit(processes: 1))
                one.append(try value(["taskset", "-c", "0"] + worker))
                limitsOfTwo.append(try limit(processes: 2))
                two.append(try value(worker))
            }
            let mega = 1e6
            report.add(
                Row(
                    name: "\(name) \(direction), 1 thread",
                    ours: median(one) / mega,
                    other: median(limits) / mega,
                    against: "openssl speed",
                    unit: "MB/s",
                    goal: ">= 0.85"
                )
            )
            report.add(
                Row(
                    name: "\(name) \(direction), gain of 2",
                    ours: median(two) / median(one),
                    other: median(limitsOfTwo) / median(limits),
                    against: "openssl speed -multi 2",
                    unit: "x",
                    goal: ">= 0.85"
                )
            )
        }
    }

    private func value(_ words: [String]) throws -> Double {
        let output = try shell.run(words).output.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let value = Double(output) else { throw Shell.Failure(description: "a worker printed \(output)") }
        return value
    }
}
