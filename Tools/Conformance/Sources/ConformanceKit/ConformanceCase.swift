/// One rule that every provider must keep, with the check that finds out.
///
/// A case knows no test framework. It works in a folder of its own below ``Fixture/root`` and deletes it, so that
/// cases run side by side on one fixture; those of the scope ``Scope/faultInjection`` want a fixture for themselves.
public struct ConformanceCase: Sendable {
    /// Where a case can be run.
    public enum Scope: String, Sendable, CaseIterable {
        /// Safe and quick on a user's account.
        case anywhere
        /// Safe on a user's account, but it takes its time: 10,000 entries, 50 uploads at once.
        case expensive
        /// Interferes with the service: for mocks and the in-memory cloud only.
        case faultInjection
    }

    /// Stable and unique, such as `upload.replaceExisting.overFolder`.
    public var name: String
    /// The rule.
    public var sentence: String
    /// What must be there for the rule to make sense.
    public var needs: Set<Need>
    /// Where it can be run.
    public var scope: Scope
    /// Throws ``ConformanceFailure``, or an unexpected error of the provider, if the rule is broken.
    public var check: @concurrent @Sendable (Fixture) async throws -> Void

    /// Makes a case.
    ///
    /// - Parameters:
    ///   - name: stable and unique.
    ///   - sentence: the rule.
    ///   - needs: what must be there.
    ///   - scope: where it can be run.
    ///   - check: throws if the rule is broken.
    public init(
        name: String,
        sentence: String,
        needs: Set<Need> = [],
        scope: Scope = .anywhere,
        check: @escaping @concurrent @Sendable (Fixture) async throws -> Void
    ) {
        self.name = name
        self.sentence = sentence
        self.needs = needs
        self.scope = scope
        self.check = check
    }
}

extension ConformanceCase: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
