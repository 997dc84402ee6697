internal import CloudCore
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
        case (.some(let path), nil): return try await file(path)
        case (nil, .some(let variable)): return try variableValue(variable)
        case (nil, nil): return nil
        }
    }

    /// The secret of an option, such as `passphrase` for `--passphrase-file`, else what a person types.
    @concurrent func secret(
        _ name: String,
        for what: String,
        isNew: Bool = false,
        in arguments: Arguments
    ) async throws -> SecretBytes {
        if let given = try await given(name, in: arguments) { return given }
        return try await ask(for: what, isNew: isNew, options: "--\(name)-file or --\(name)-env")
    }

    /// Asks on the terminal; without one, the options that give the secret are named.
    @concurrent func ask(for what: String, isNew: Bool, options: String) async throws -> SecretBytes {
        try await BlockingWork.run { [prompt] in
            guard prompt.isAvailable() else { throw UsageError("the \(what) is missing: give it with \(options)") }
            let secret = try prompt.secret(
                isNew ? "New \(what): " : "\(what.prefix(1).uppercased() + what.dropFirst()): "
            )
            guard isNew else { return secret }
            let again = try prompt.secret("The same again: ")
            guard secret.isEqual(to: again) else { throw UsageError("the two differ; nothing was changed") }
            return secret
        }
    }

    /// Reads a secret from a file, `-` being standard input.
    @concurrent func file(_ path: String) async throws -> SecretBytes {
        try await BlockingWork.run {
            let descriptor = path == "-" ? STDIN_FILENO : unsafe Foundation.open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw Failure(
                    errno == ENOENT ? .notFound : .unauthorized,
                    "secretFile",
                    "can't read \(path): \(unsafe String(cString: strerror(errno)))"
                )
            }
            defer { if path != "-" { close(descriptor) } }
            return try Self.read(descriptor, path)
        }
    }

    func variableValue(_ name: String) throws -> SecretBytes {
        guard let value = environment[name] else { throw UsageError("the environment variable \(name) is not set") }
        return SecretBytes(utf8: value)
    }

    private static let maximumSize = 1 << 20  // bytes

    private static func read(_ descriptor: Int32, _ path: String) throws -> SecretBytes {
        var bytes = [UInt8](repeating: 0, count: maximumSize + 1)
        var count = 0
        while count < bytes.count {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Foundation.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            }
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else {
                throw Failure(.failed, "secretFile", "can't read \(path): \(unsafe String(cString: strerror(errno)))")
            }
            if got == 0 { break }
            count += got
        }
        guard count <= maximumSize else { throw UsageError("\(path) is larger than a secret may be (1 MiB)") }
        if count > 0, bytes[count - 1] == UInt8(ascii: "\n") { count -= 1 }
        let whole = SecretBytes(taking: &bytes)
        return whole[0..<count]
    }
}

extension SecretBytes {
    /// Whether two secrets hold the same bytes, compared in constant time.
    func isEqual(to other: SecretBytes) -> Bool {
        guard count == other.count else { return false }
        return unsafe withUnsafeBytes { first in
            unsafe other.withUnsafeBytes { second in
                var difference: UInt8 = 0
                for index in first.indices { unsafe difference |= first[index] ^ second[index] }
                return difference == 0
            }
        }
    }
}
