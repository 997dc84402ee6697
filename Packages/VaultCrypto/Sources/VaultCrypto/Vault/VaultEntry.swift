/// What stands in the folder of a vault (vault format, section 1).
enum VaultEntry: Sendable {
    static let config = "vault.cryptomator"
    static let masterkey = "masterkey.cryptomator"
    /// Holds the content folders.
    static let data = "d"
    /// Holds the long names of format 6.
    static let longNames = "m"
}
