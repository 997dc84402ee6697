internal import Foundation

/// What names a service takes, and which of them it takes for one.
public struct NamePolicy: Hashable, Sendable {
    /// Whether names that differ in case are two items.
    public enum Case: Hashable, Sendable {
        /// They are two.
        case sensitive
        /// They are one; the first spelling is kept.
        case insensitive
    }

    /// What the service does with Unicode normalisation.
    public enum Normalization: Hashable, Sendable {
        /// Bytes are kept; NFC and NFD are two items.
        case preserved
        /// Names are stored in NFC; both forms find the item.
        case composed
        /// Bytes are kept; both forms find the item.
        case insensitive
    }

    /// The unit in which ``maximumNameLength`` counts.
    public enum LengthUnit: Hashable, Sendable {
        /// Bytes of UTF-8.
        case utf8
        /// Units of UTF-16.
        case utf16
    }

    /// The form of names that a service keeps for itself: those that begin with one text and end with another.
    public struct Pattern: Hashable, Sendable {
        /// What such names begin with.
        public var prefix: String
        /// What they end with.
        public var suffix: String

        /// Makes a pattern.
        ///
        /// - Parameters:
        ///   - prefix: what the names begin with.
        ///   - suffix: what they end with.
        public init(prefix: String, suffix: String) {
            self.prefix = prefix
            self.suffix = suffix
        }

        /// Whether a name has this form.
        ///
        /// - Parameter name: one name.
        /// - Returns: compared byte by byte; prefix and suffix don't overlap.
        public func matches(_ name: String) -> Bool {
            name.utf8.count >= prefix.utf8.count + suffix.utf8.count && name.utf8.starts(with: prefix.utf8)
                && name.utf8.reversed().starts(with: suffix.utf8.reversed())
        }
    }

    /// Whether names that differ in case are two items.
    public var caseSensitivity: Case
    /// What the service does with Unicode normalisation.
    public var normalization: Normalization
    /// Characters that a name may not hold, `/` and NUL aside, which none may.
    public var forbiddenCharacters: Set<Unicode.Scalar>
    /// Whole names that are not taken, compared without case.
    public var forbiddenNames: Set<String>
    /// Texts with which a name may not begin.
    public var forbiddenPrefixes: [String]
    /// Texts with which a name may not end.
    public var forbiddenSuffixes: [String]
    /// Forms of names that the service keeps for itself.
    public var forbiddenPatterns: [Pattern] = []
    /// The longest name.
    public var maximumNameLength: Int
    /// The unit of ``maximumNameLength``.
    public var lengthUnit: LengthUnit
    /// The longest path in bytes of UTF-8.
    public var maximumPathLength: Int

    /// Makes a policy; the defaults are those of a Linux file system.
    ///
    /// - Parameters:
    ///   - caseSensitivity: whether names that differ in case are two items.
    ///   - normalization: what the service does with Unicode normalisation.
    ///   - forbiddenCharacters: characters that a name may not hold.
    ///   - forbiddenNames: whole names that are not taken.
    ///   - forbiddenPrefixes: texts with which a name may not begin.
    ///   - forbiddenSuffixes: texts with which a name may not end.
    ///   - maximumNameLength: in units of `lengthUnit`.
    ///   - lengthUnit: how names are measured.
    ///   - maximumPathLength: in bytes of UTF-8.
    public init(
        caseSensitivity: Case = .sensitive,
        normalization: Normalization = .preserved,
        forbiddenCharacters: Set<Unicode.Scalar> = [],
        forbiddenNames: Set<String> = [],
        forbiddenPrefixes: [String] = [],
        forbiddenSuffixes: [String] = [],
        maximumNameLength: Int = 255,
        lengthUnit: LengthUnit = .utf8,
        maximumPathLength: Int = CloudPath.maximumLength
    ) {
        self.caseSensitivity = caseSensitivity
        self.normalization = normalization
        self.forbiddenCharacters = forbiddenCharacters
        self.forbiddenNames = forbiddenNames
        self.forbiddenPrefixes = forbiddenPrefixes
        self.forbiddenSuffixes = forbiddenSuffixes
        self.maximumNameLength = maximumNameLength
        self.lengthUnit = lengthUnit
        self.maximumPathLength = maximumPathLength
    }

    /// Why a name is not taken.
    ///
    /// - Parameter name: one name.
    /// - Returns: the reason, for a person and without the name; `nil` if the name is taken.
    public func violation(of name: String) -> String? {
        if let scalar = name.unicodeScalars.first(where: forbiddenCharacters.contains) {
            return "the service does not take names with \(scalar.escaped(asASCII: true).debugDescription)"
        }
        if forbiddenNames.contains(where: { $0.lowercased() == name.lowercased() }) {
            return "the service reserves this name"
        }
        if let prefix = forbiddenPrefixes.first(where: { name.utf8.starts(with: $0.utf8) }) {
            return "the service does not take names that begin with \(prefix.debugDescription)"
        }
        if let suffix = forbiddenSuffixes.first(where: { name.utf8.reversed().starts(with: $0.utf8.reversed()) }) {
            return "the service does not take names that end with \(suffix.debugDescription)"
        }
        if let pattern = forbiddenPatterns.first(where: { $0.matches(name) }) {
            return "the service reserves names like \(pattern.prefix)…\(pattern.suffix)"
        }
        let length = lengthUnit == .utf8 ? name.utf8.count : name.utf16.count
        if length > maximumNameLength {
            return "the name is longer than \(maximumNameLength) \(lengthUnit == .utf8 ? "bytes" : "UTF-16 units")"
        }
        return nil
    }

    /// A text that is equal, byte by byte, for names which the service takes for one item.
    ///
    /// - Parameter name: one name.
    /// - Returns: the name folded by case and normalisation as the policy says.
    public func key(of name: String) -> String {
        let normalized = normalization == .preserved ? name : name.precomposedStringWithCanonicalMapping
        return caseSensitivity == .sensitive ? normalized : normalized.lowercased()
    }

    /// The form in which the service stores a name.
    ///
    /// - Parameter name: one name.
    /// - Returns: the name in NFC where the service composes, else unchanged.
    public func stored(_ name: String) -> String {
        normalization == .composed ? name.precomposedStringWithCanonicalMapping : name
    }
}

/// Tells what names the service takes.
public protocol NamePolicyProviding: Sendable {
    /// The service's rules.
    var namePolicy: NamePolicy { get }
}
