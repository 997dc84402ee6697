public import CloudCore
public import Foundation

/// A provider to check, and the test's means to make things happen around it.
///
/// What an optional member would give is a ``Need``; a fixture without it declares that in ``ProviderTraits/lacking``,
/// else the cases that want it fail. Paths that the members take are those of the provider under test.
public struct Fixture: Sendable {
    /// The provider under test.
    public var provider: any CloudProvider
    /// An existing folder in which the cases work; each makes a folder of its own there and deletes it.
    public var root: CloudPath
    /// What the service can't do.
    public var traits: ProviderTraits
    /// The hand on the service; its requests must all be the fixture's.
    public var faults: (any FaultInjector)?
    /// An existing local folder for the cases' files.
    public var scratch: URL

    /// Makes another provider on the same account, with caches of its own.
    public var secondProvider: (@concurrent @Sendable () async throws -> any CloudProvider)?
    /// Makes a provider on the same account with this page size.
    public var pagedProvider: (@concurrent @Sendable (_ pageSize: Int) async throws -> any CloudProvider)?
    /// Makes a provider on another account; its root is an existing folder too.
    public var otherAccount: (@concurrent @Sendable () async throws -> any CloudProvider)?
    /// Makes a symbolic link at a path; the target is the text that is stored in it.
    public var makeLink: (@concurrent @Sendable (_ path: CloudPath, _ target: String) async throws -> Void)?
    /// Puts an empty folder and a file with these bytes at one path.
    public var makeBothKinds: (@concurrent @Sendable (_ path: CloudPath, _ content: [UInt8]) async throws -> Void)?
    /// Puts something into a folder that can't be an item, and gives its native path as a listing must report it.
    public var makeUnlistable: (@concurrent @Sendable (_ folder: CloudPath) async throws -> String)?
    /// Limits the account to this many bytes more than are used now; `nil` lifts the limit.
    public var limitSpace: (@concurrent @Sendable (_ bytes: Int?) async throws -> Void)?
    /// Kills operations in their midst.
    public var killer: (any Killer)?
    /// A local folder on a file system with at most 1 MiB of space.
    public var smallDisk: URL?

    /// Makes a fixture with the members that every one has.
    ///
    /// - Parameters:
    ///   - provider: the provider under test.
    ///   - root: an existing folder of it.
    ///   - traits: what the service can't do.
    ///   - faults: the hand on the service.
    ///   - scratch: an existing local folder.
    public init(
        provider: any CloudProvider,
        root: CloudPath = .root,
        traits: ProviderTraits,
        faults: (any FaultInjector)? = nil,
        scratch: URL
    ) {
        self.provider = provider
        self.root = root
        self.traits = traits
        self.faults = faults
        self.scratch = scratch
    }

    /// The rules for names that the provider states.
    public var namePolicy: NamePolicy? {
        provider.capability((any NamePolicyProviding).self)?.namePolicy
    }

    /// Why a case is skipped here.
    ///
    /// - Parameter requirement: the case.
    /// - Returns: the reasons of all its needs that aren't met; `nil` if it must be run.
    public func reasonToSkip(_ requirement: ConformanceCase) -> String? {
        let reasons = requirement.needs.sorted().compactMap(reason(toLack:))
        return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
    }

    private func reason(toLack need: Need) -> String? {
        if let declared = traits.lacking[need] { return declared }
        switch need {
        case .unprivilegedUser:
            return geteuid() == 0 ? "root may do everything: runs in a child process with another user" : nil
        case .caseFolding:
            return namePolicy?.caseSensitivity == .insensitive ? nil : "names that differ in case are two items"
        case .normalizationFolding:
            return namePolicy.map(\.normalization) ?? .preserved == .preserved
                ? "names that differ in normalisation are two items" : nil
        case .forbiddenNames:
            return namePolicy?.forbidsNames == true ? nil : "the service takes every name"
        default:
            return nil
        }
    }
}

extension NamePolicy {
    /// Whether a path can hold names that the service doesn't take.
    var forbidsNames: Bool { !forbiddenExamples.isEmpty }
}
