internal import CloudCore
internal import VaultCrypto

/// Resolves the addresses of one command.
///
/// With `--vault V` an address without `REMOTE:` is inside that vault, except on the local side of `put` and `get`.
struct Locations: Sendable {
    /// The options with which every command of *Files* can work inside a vault that is no configured remote.
    static let vaultOptions: [OptionSpec] = [
        .value("--vault", "ADDR", "Works inside the vault at ADDR: addresses without REMOTE: are inside it."),
        .value("--passphrase-file", "FILE", "Reads the vault's passphrase from FILE (- is standard input)."),
        .value("--passphrase-env", "VAR", "Takes the vault's passphrase from the variable VAR."),
    ]

    private let remotes: OpenRemotes
    private let vault: (any CloudProvider)?

    /// Opens the vault of `--vault`, if it was given.
    @concurrent init(_ session: Session, _ arguments: Arguments) async throws {
        remotes = OpenRemotes(session)
        guard let text = arguments.value("--vault") else {
            guard !arguments.has("--passphrase-file"), !arguments.has("--passphrase-env") else {
                throw UsageError("a passphrase option needs --vault: a configured vault remote has its passphrase")
            }
            vault = nil
            return
        }
        let remotes = remotes
        vault = try await session.at(text) {
            let place = try await VaultPlace(text, session, remotes)
            let locked = try await Vault.inspect(
                at: place.location.path,
                in: place.location.provider,
                logger: session.logger
            )
            return try await locked.unlock(passphrase: place.passphrase(arguments)).makeProvider()
        }
    }

    /// The location of an address; the local side of `put` and `get` stays local.
    @concurrent func location(_ text: String, isLocalSide: Bool = false) async throws -> Location {
        let address = try Address(text)
        if address.remote == nil, !isLocalSide, let vault {
            let path = try CloudPath(address.rawPath.hasPrefix("/") ? address.rawPath : "/" + address.rawPath)
            return Location(address: address, provider: vault, path: path, remoteKey: "--vault")
        }
        return try await Self.location(of: address, in: remotes)
    }

    /// The location of an address that is not inside a vault of `--vault`.
    static func location(of address: Address, in remotes: OpenRemotes) async throws -> Location {
        let name = address.remote ?? OpenRemotes.localName
        let provider = try await remotes.provider(of: name)
        return Location(address: address, provider: provider, path: try address.cloudPath(), remoteKey: name)
    }
}
