internal import CloudCore
internal import CryptoPrimitives
internal import Foundation

/// Where a secret comes from: a file, an environment variable, or the terminal.
///
/// No option takes a secret itself: other users could see it. One trailing newline is dropped.
struct SecretInput: Sendable {
    let environment: [String: String]
    let prompt: Prompt

    /// The secret that `--NAME-file` or `--NAME-env` gives; `nil` if neither was typed.
    @concurrent func given(_ name: String, in arguments: Arguments) async throws -> SecretBytes? {
        switch (arguments.value("--\(name)-file"), arguments.value("--\(name)-env")) {
        case (.some, .some): throw UsageError("only one of --\(name)-file and --\(name)-env can be given")
        case (.some(let path), nil): return try await file(path, holding: name)
        case (nil, .some(let variable)): return try variableValue(variable)
        case (nil, nil): return nil
        }
    }

    /// Asks on the terminal, twice for a new secret; without one, the options that give the secret are named.
    @concurrent func ask(for what: String, isNew: Bool, options: String) async throws -> SecretBytes {
        guard prompt.isAvailable() else { throw UsageError("the \(what) is missing: give it with \(options)") }
        return try await BlockingWork.run { [prompt] isCancelled in
            guard isNew else {
                return try prompt.secret("\(what.prefix(1).uppercased() + what.dropFirst()): ", isCancelled)
            }
            let secret = try prompt.secret("New \(what): ", isCancelled)
            let again = try prompt.secret("The same again: ", isCancelled)
            guard ConstantTime.equal(secret, again) else { throw UsageError("the two differ; nothing was changed") }
            return secret
        }
    }

    /// Reads a secret from a file, `-` being standard input; if that is a terminal, the secret isn't shown.
    @concurrent func file(_ path: String, holding what: String) async throws -> SecretBytes {
        guard path == "-" else {
            return try await BlockingWork.run { isCancelled in
                let file = try OpenFile.named(path, O_RDONLY)
                return try withExtendedLifetime(file) {
                    try Self.read(Descriptor(number: file.descriptor), path, unless: isCancelled)
                }
            }
        }
        if prompt.isAvailable() { return try await ask(for: what, isNew: false, options: "") }
        return try await BlockingWork.run { isCancelled in
            try Self.read(.standardInput, "standard input", unless: isCancelled)
        }
    }

    func variableValue(_ name: String) throws -> SecretBytes {
        guard let value = environment[name] else { throw UsageError("the environment variable \(name) is not set") }
        return SecretBytes(utf8: value)
    }

    private static let maximumSize = 1 << 20  // bytes

    private static func read(
        _ descriptor: Descriptor,
        _ name: String,
        unless isCancelled: () -> Bool
    ) throws -> SecretBytes {
        var bytes = [UInt8](repeating: 0, count: maximumSize + 1)
        var count = 0
        while count < bytes.count {
            let got = try unsafe bytes.withUnsafeMutableBytes { buffer in
                let free = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                return unsafe try descriptor.read(into: free, unless: isCancelled)
            }
            if got == 0 { break }
            count += got
        }
        guard count <= maximumSize else { throw UsageError("\(name) is larger than a secret may be (1 MiB)") }
        if count > 0, bytes[count - 1] == UInt8(ascii: "\n") { count -= 1 }
        return SecretBytes(taking: &bytes)[0..<count]
    }
}
