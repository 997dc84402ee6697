/// Feeds bytes from outside to the code that parses them; anything but a trap is right.
public enum FuzzedParser: String, CaseIterable, Sendable {
    /// `masterkey.cryptomator`.
    case masterkeyFile
    /// `vault.cryptomator`.
    case vaultConfig
    /// Headers and chunks of encrypted files.
    case fileContent
    /// Encrypted names, directory ids, recovery keys and paths.
    case names
    /// Page tokens.
    case pageToken

    /// Parses an input.
    ///
    /// - Parameter input: any bytes.
    public func parse(_ input: [UInt8]) {
        switch self {
        case .masterkeyFile: parseMasterkeyFile(input)
        case .vaultConfig: parseVaultConfig(input)
        case .fileContent: parseFileContent(input)
        case .names: parseNames(input)
        case .pageToken: parsePageToken(input)
        }
    }
}
