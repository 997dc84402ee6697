public import CloudCore

/// One thing that a check of a vault found.
public struct HealthFinding: Hashable, Sendable, CustomStringConvertible {
    /// What can be, or was, done about it.
    public enum Repair: Hashable, Sendable {
        /// Nothing, or nothing need be done.
        case none
        /// A check with repairs would repair it.
        case available
        /// It was repaired.
        case done
        /// The repair was tried and not possible; the value says why. Nothing is lost by it.
        case failed(String)
    }

    /// What was found.
    public let result: HealthResult
    /// Where it is, among the ciphertext.
    public let ciphertextPath: CloudPath
    /// The item's path inside the vault; `nil` where it is not known.
    public let path: CloudPath?
    /// The other place that takes part: of a collision, that of the other folder's id.
    public let otherCiphertextPath: CloudPath?
    /// The chunk that doesn't authenticate, counted from 0.
    public let chunk: Int?
    /// What can be, or was, done about it.
    public internal(set) var repair: Repair

    init(
        _ result: HealthResult,
        at ciphertextPath: CloudPath,
        path: CloudPath?,
        other: CloudPath? = nil,
        chunk: Int? = nil
    ) {
        self.result = result
        self.ciphertextPath = ciphertextPath
        self.path = path
        self.chunk = chunk
        otherCiphertextPath = other
        repair = .none
    }

    /// How bad it is.
    public var severity: HealthSeverity { result.severity }

    /// One line for a person; it holds the cleartext path.
    public var description: String {
        var text = "\(severity.rawValue) \(result.rawValue) \(ciphertextPath)"
        if let chunk { text += " chunk \(chunk)" }
        if let otherCiphertextPath { text += " and \(otherCiphertextPath)" }
        if let path { text += " (\(path))" }
        switch repair {
        case .none: return text
        case .available: return text + ": can be repaired"
        case .done: return text + ": repaired"
        case .failed(let reason): return text + ": not repaired: \(reason)"
        }
    }
}

/// How many findings of each severity a check reported.
public struct HealthSummary: Hashable, Sendable {
    /// Those that were repaired.
    public internal(set) var repaired: [HealthSeverity: Int] = [:]
    /// Those that remain.
    public internal(set) var remaining: [HealthSeverity: Int] = [:]

    /// The worst of what remains.
    public var worstRemaining: HealthSeverity { remaining.keys.max() ?? .good }
}

/// A finding, and how it is repaired.
struct Diagnosis: Sendable {
    var finding: HealthFinding
    /// Does nothing that loses data; `nil` if there is no repair.
    var repair: (@Sendable () async throws -> Void)?

    init(_ finding: HealthFinding, repair: (@Sendable () async throws -> Void)? = nil) {
        self.finding = finding
        self.repair = repair
        if repair != nil { self.finding.repair = .available }
    }
}

/// Why a repair was not possible; everything stays where it is.
struct RepairObstacle: CategorizedError, Hashable {
    var reason: String
    var category: ErrorCategory { .other }
}
