/// What the machine's OpenSSL reaches at blocks of 32 KiB, by its own measurement.
struct OpenSSLSpeed {
    let shell = Shell()

    /// Bytes a second of a cipher, such as `aes-256-gcm`.
    func cipher(_ name: String, processes: Int = 1) throws -> Double {
        try speed(["-evp", name], processes)
    }

    /// Bytes a second of HMAC-SHA-256.
    func hmacSHA256(processes: Int = 1) throws -> Double {
        try speed(["-hmac", "sha256"], processes)
    }

    private func speed(_ options: [String], _ processes: Int) throws -> Double {
        let several = processes > 1 ? ["-multi", String(processes)] : []
        let pinned = processes > 1 ? [] : ["taskset", "-c", "0"]
        let output = try shell.run(
            pinned + ["openssl", "speed", "-mr", "-bytes", "32768", "-seconds", "1"] + several + options
        )
        // The machine-readable result: +F:NUMBER:NAME:BYTES-PER-SECOND, for HMAC +F:NUMBER:NAME:…
        guard let line = output.output.split(separator: "\n").last(where: { $0.hasPrefix("+F:") }),
            let value = line.split(separator: ":").last.flatMap({ Double($0) })
        else { throw Shell.Failure(description: "openssl speed printed no result: \(output.output)") }
        return value
    }
}
