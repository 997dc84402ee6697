/// What a service answered, for a caller who wants to tell it to a person.
///
/// Bind a box before a call and read it after the call threw:
/// ```swift
/// let diagnostics = ServiceDiagnostics()
/// try await ServiceDiagnostics.$current.withValue(diagnostics) { try await provider.createFolder(at: path) }
/// ```
public final class ServiceDiagnostics: Sendable {
    /// One answer of a service.
    public struct Answer: Hashable, Sendable, CustomStringConvertible {
        /// The status, such as an HTTP status code.
        public var status: Int?
        /// The service's error code.
        public var code: String?
        /// The service's text, or what the caller can do.
        public var text: String?

        /// Makes an answer.
        ///
        /// - Parameters:
        ///   - status: such as an HTTP status code.
        ///   - code: the service's error code.
        ///   - text: what the service said, without secrets.
        public init(status: Int? = nil, code: String? = nil, text: String? = nil) {
            self.status = status
            self.code = code
            self.text = text
        }

        /// Status, code and text on one line.
        public var description: String {
            [status.map(String.init), code, text].compactMap(\.self).joined(separator: " ")
        }
    }

    /// The box of the calling task, if its caller bound one.
    @TaskLocal public static var current: ServiceDiagnostics?

    private let state = Locked<Answer?>(nil)

    /// Makes an empty box.
    public init() {}

    /// The last answer that was recorded.
    public var lastAnswer: Answer? { state.withLock { $0 } }

    /// Keeps an answer in the calling task's box; the newest wins.
    ///
    /// - Parameter answer: must not hold secrets or cleartext names.
    public static func record(_ answer: Answer) {
        current?.state.withLock { $0 = answer }
    }
}
