internal import CloudCore

/// An error of the command itself, with the status that it ends with.
struct Failure: Error, Sendable, CustomStringConvertible {
    /// The status.
    var status: CommandStatus
    /// The machine-readable code of `--json`.
    var code: String
    /// What is wrong, in one line.
    var description: String
    /// What can be done, for the second line.
    var advice: String?

    init(_ status: CommandStatus, _ code: String, _ description: String, advice: String? = nil) {
        self.status = status
        self.code = code
        self.description = description
        self.advice = advice
    }
}

extension Failure {
    /// A file is where a folder was meant, or the reverse.
    static func wrongType(_ description: String) -> Failure {
        Failure(.wrongType, CloudProviderError.itemTypeMismatch.rawValue, description)
    }
}

/// What is told of a failed item: the place as it was typed, the error and what can be done.
struct ErrorReport: Sendable {
    /// The address as it was typed, with the path below it in a tree; empty where there is none.
    var place: String
    /// One line.
    var message: String
    /// What the service said and what can be done.
    var advice: String?
    /// The case's name, with its type where it isn't a `CloudProviderError`.
    var code: String
    /// The status that the error alone would end with.
    var status: CommandStatus

    init(_ error: any Error, at place: String, diagnostics: ServiceDiagnostics? = nil) {
        self.place = place
        status = CommandStatus(error)
        message = Self.message(of: error)
        code = Self.code(of: error)
        let advices = [diagnostics?.lastAnswer?.description, (error as? Failure)?.advice].compactMap(\.self)
        advice = advices.isEmpty ? nil : advices.joined(separator: "; ")
    }

    /// The object that `--json` prints.
    var json: JSONValue {
        .object(["error": .object(["code": .string(code), "message": .string(message), "path": .string(place)])])
    }

    private static func message(of error: any Error) -> String {
        switch error {
        case let error as any CategorizedError: error.reason
        case is CancellationError: "interrupted"
        default: "\(error)"
        }
    }

    private static func code(of error: any Error) -> String {
        switch error {
        case let failure as Failure: failure.code
        case is UsageError: "usage"
        case let error as CloudProviderError: error.rawValue
        case let error as any CategorizedError: "\(type(of: error)).\(error.code)"
        default: "\(type(of: error))"
        }
    }
}
