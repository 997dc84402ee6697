public import CloudCore
public import Foundation

extension Fixture {
    /// A fixture on a user's account, where nothing but the provider itself may be used.
    ///
    /// What can't be brought about there, and what a provider doesn't state of its service, is declared as lacking: a
    /// case that fails shows a mistake.
    ///
    /// - Parameters:
    ///   - provider: of the account.
    ///   - root: an existing folder.
    ///   - scratch: an existing local folder.
    ///   - secondProvider: makes another provider on the account, where that is possible.
    /// - Returns: the fixture.
    public static func account(
        provider: any CloudProvider,
        root: CloudPath,
        scratch: URL,
        secondProvider: (@concurrent @Sendable () async throws -> any CloudProvider)? = nil
    ) -> Fixture {
        var lacking: [Need: String] = [:]
        for need in [
            Need.links, .bothKinds, .unlistableEntries, .pageSize, .otherAccount, .faults, .quota, .kills, .smallDisk,
        ] {
            lacking[need] = "can't be brought about on a user's account"
        }
        for need in [
            Need.cheapListing, .opaqueLinks, .modificationDates, .conditionalWrites, .atomicCreate, .atomicReplace,
            .ranges, .checkpoints, .transferTasks,
        ] {
            lacking[need] = "the provider doesn't state whether its service can do that"
        }
        if provider.capability((any StreamingCloudProvider).self) == nil {
            lacking[.streaming] = "the provider moves whole files only"
        }
        if provider.capability((any NamePolicyProviding).self) == nil {
            lacking[.namePolicy] = "the provider doesn't state its rules for names"
        }
        if secondProvider == nil { lacking[.secondProvider] = "there is one provider only" }
        var fixture = Fixture(
            provider: provider,
            root: root,
            traits: ProviderTraits(lacking: lacking),
            scratch: scratch
        )
        fixture.secondProvider = secondProvider
        return fixture
    }
}
