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

    /// What ``Location/remoteKey`` is inside the vault of `--vault`; no remote's name.
    private static let vaultKey = "--vault"

    private let session: Session
    private let remotes: OpenRemotes
    private let vault: OpenVault?

    private struct OpenVault {
        var unlocked: UnlockedVault
        var provider: any CloudProvider
    }

    /// Opens the vault of `--vault`, if it was given.
    @concurrent init(_ session: Session, _ arguments: Arguments) async throws {
        self.session = session
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
            let unlocked = try await locked.unlock(passphrase: place.passphrase(arguments))
            return OpenVault(unlocked: unlocked, provider: try unlocked.makeProvider())
        }
    }

    /// The location of an address; the local side of `put` and `get` stays local.
    @concurrent func location(_ text: String, isLocalSide: Bool = false) async throws -> Location {
        let address = try Address(text)
        if address.remote == nil, !isLocalSide, let vault {
            let path = try CloudPath(address.rawPath.hasPrefix("/") ? address.rawPath : "/" + address.rawPath)
            return Location(
                address: address,
                provider: vault.provider,
                path: path,
                remoteKey: Self.vaultKey,
                localRoot: nil
            )
        }
        return try await Self.location(of: address, in: remotes)
    }

    /// The locations of all addresses of a command, before its first item.
    @concurrent func all(_ texts: some Sequence<String> & Sendable, areLocalSide: Bool = false) async throws
        -> [Location]
    {
        var locations: [Location] = []
        for text in texts {
            locations.append(try await session.at(text) { try await location(text, isLocalSide: areLocalSide) })
        }
        return locations
    }

    /// Another provider for the remote of a location, with caches of its own.
    @concurrent func anotherProvider(for location: Location) async throws -> any CloudProvider {
        if location.remoteKey == Self.vaultKey, let vault { return try vault.unlocked.makeProvider() }
        return try await OpenRemotes(session).provider(of: location.remoteKey)
    }

    /// The location of an address that is not inside a vault of `--vault`.
    static func location(of address: Address, in remotes: OpenRemotes) async throws -> Location {
        try await remotes.location(
            of: address,
            at: address.cloudPath(),
            on: address.remote ?? RemotesFile.Remote.local.name
        )
    }
}
