import Foundation

/// `cloudaccess` into and out of a local vault, against `rclone` with a crypt remote over a local folder.
struct CommandBenchmark {
    let command: String
    let rclone: String?
    let pairs: Int

    private struct Place {
        var folder: URL
        var shell: Shell
        func path(_ name: String) -> String { folder.appending(path: name).path }
    }

    func run(_ report: inout Report) throws {
        // Memory-backed, so that the disk doesn't decide.
        let folder = URL(filePath: "/dev/shm").appending(path: "cloudaccess-bench-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let place = try prepare(folder)
        try largeFile(place, &report)
        try smallFiles(place, &report)
        try listing(place, &report)
    }

    private func prepare(_ folder: URL) throws -> Place {
        var shell = Shell()
        shell.environment["CLOUDACCESS_CONFIG_DIR"] = folder.appending(path: "config").path
        shell.environment["BENCH_PASSPHRASE"] = "benchmark"
        let place = Place(folder: folder, shell: shell)
        try Data(count: 0).write(to: folder.appending(path: "rclone.conf"))
        if let rclone {
            let obscured = try shell.run([rclone, "obscure", "benchmark"]).output.trimmingCharacters(
                in: .whitespacesAndNewlines
            )
            let text = "[crypt]\ntype = crypt\nremote = \(place.path("crypt"))\npassword = \(obscured)\n"
            try Data(text.utf8).write(to: folder.appending(path: "rclone.conf"))
        }
        let vault = place.path("vault")
        _ = try shell.run([command, "vault", "create", vault, "--new-passphrase-env", "BENCH_PASSPHRASE"])
        _ = try shell.run(
            [
                command, "remote", "add", "v", "vault", "over=local:\(vault)", "--secret-env",
                "passphrase=BENCH_PASSPHRASE",
            ]
        )
        return place
    }

    private func ours(_ words: String...) -> [String] { [command] + words }

    private func theirs(_ place: Place, _ words: String...) -> [String]? {
        rclone.map { [$0, "--config", place.path("rclone.conf")] + words }
    }

    /// Alternating pairs; before each run what the one before wrote is removed.
    private func compare(
        _ name: String,
        _ place: Place,
        _ ours: [String],
        _ theirs: [String]?,
        goal: String,
        reset: () throws -> Void,
        _ report: inout Report
    ) throws {
        var (own, other): ([Double], [Double]) = ([], [])
        for _ in 0..<pairs {
            try reset()
            own.append(try place.shell.run(ours).seconds)
            guard let theirs else { continue }
            try reset()
            other.append(try place.shell.run(theirs).seconds)
        }
        report.add(
            Row(
                name: name,
                ours: median(own),
                other: other.isEmpty ? nil : median(other),
                against: "rclone crypt",
                unit: "s",
                goal: goal
            )
        )
    }

    private func largeFile(_ place: Place, _ report: inout Report) throws {
        let (size, file) = (1 << 30, place.path("large"))
        _ = try place.shell.run(["sh", "-c", "head -c \(size) /dev/urandom > \(file)"])
        try compare(
            "put 1 GiB",
            place,
            ours("put", file, "v:/large"),
            theirs(place, "copyto", file, "crypt:large"),
            goal: "<= 0.25",
            reset: {
                try remove(place, "crypt"); _ = try? place.shell.run(ours("rm", "v:/large"))
            },
            &report
        )
        _ = try? place.shell.run(ours("put", file, "v:/large"))
        if let copy = theirs(place, "copyto", file, "crypt:large") { _ = try place.shell.run(copy) }
        try compare(
            "get 1 GiB",
            place,
            ours("get", "v:/large", place.path("back")),
            theirs(place, "copyto", "crypt:large", place.path("back")),
            goal: "<= 0.4",
            reset: { try remove(place, "back") },
            &report
        )
        try remove(place, "back")
        for (name, words) in [
            ("peak memory of get", ours("get", "v:/large", place.path("back"))),
            ("peak memory of put", ours("put", file, "v:/large2")),
        ] {
            let peak = try place.shell.peakMemory(of: words)
            report.add(
                Row(name: name, ours: Double(peak) / 1_048_576, other: 64, against: "64 MiB", unit: "MiB", goal: "<= 1")
            )
        }
        for name in ["large", "back", "crypt"] { try remove(place, name) }
        for name in ["v:/large", "v:/large2"] { _ = try place.shell.run(ours("rm", name)) }
    }

    private func smallFiles(_ place: Place, _ report: inout Report) throws {
        let folder = place.path("small")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for number in 0..<2000 {
            let content = Data((0..<16384).map { UInt8(truncatingIfNeeded: $0 &* (number + 1)) })
            try content.write(to: URL(filePath: "\(folder)/file-\(number)"))
        }
        try compare(
            "put 2,000 of 16 KiB",
            place,
            ours("put", "-r", folder, "v:/small"),
            theirs(place, "copy", folder, "crypt:small"),
            goal: "<= 0.8",
            reset: {
                try remove(place, "crypt"); _ = try? place.shell.run(ours("rm", "-r", "v:/small"))
            },
            &report
        )
        _ = try? place.shell.run(ours("put", "-r", folder, "v:/small"))
        if let copy = theirs(place, "copy", folder, "crypt:small") { _ = try place.shell.run(copy) }
        try compare(
            "get 2,000 of 16 KiB",
            place,
            ours("get", "-r", "v:/small", place.path("back")),
            theirs(place, "copy", "crypt:small", place.path("back")),
            goal: "<= 0.8",
            reset: { try remove(place, "back") },
            &report
        )
        _ = try place.shell.run(ours("rm", "-r", "v:/small"))
        for name in ["back", "small", "crypt"] { try remove(place, name) }
    }

    private func listing(_ place: Place, _ report: inout Report) throws {
        let folder = place.path("many")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for number in 0..<10_000 { try Data().write(to: URL(filePath: "\(folder)/entry-\(number)")) }
        _ = try place.shell.run(ours("put", "-r", folder, "v:/many"))
        if let copy = theirs(place, "copy", folder, "crypt:many") { _ = try place.shell.run(copy) }
        try compare(
            "list 10,000",
            place,
            ours("ls", "-l", "v:/many"),
            theirs(place, "lsl", "crypt:many"),
            goal: "<= 0.8",
            reset: {},
            &report
        )
    }

    private func remove(_ place: Place, _ name: String) throws {
        guard FileManager.default.fileExists(atPath: place.path(name)) else { return }
        try FileManager.default.removeItem(atPath: place.path(name))
    }
}
