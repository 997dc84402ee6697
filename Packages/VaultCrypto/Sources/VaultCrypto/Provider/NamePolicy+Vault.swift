internal import CloudCore

extension NamePolicy {
    /// The rules of a vault: every name, as long as its ciphertext can be stored.
    ///
    /// - Parameters:
    ///   - format: of the vault.
    ///   - contents: a content folder; all have paths of one length.
    ///   - delegate: where the ciphertext is.
    init(ofVaultWith format: any VaultFormat, in contents: CloudPath, on delegate: any CloudProvider) {
        var longest = min(
            format.longestName(withEncryptedLength: CiphertextStore.maximumLongName),
            CloudPath.maximumLength - 1
        )
        if let policy = delegate.capability((any NamePolicyProviding).self)?.namePolicy {
            // A node, and the longest name of a file in it.
            let room =
                policy.maximumPathLength - contents.string.utf8.count - "//".utf8.count
                - TypeFile.contents.utf8.count
            let encrypted = min(policy.maximumNameLength, room)
            if encrypted < format.shorteningThreshold {
                longest = min(longest, max(1, format.longestName(withEncryptedLength: encrypted)))
            }
        }
        self.init(caseSensitivity: .sensitive, normalization: .composed, maximumNameLength: longest)
    }
}
