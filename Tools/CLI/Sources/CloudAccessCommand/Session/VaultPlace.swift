internal import CloudCore
internal import Foundation
internal import VaultCrypto

/// The folder of a vault, and the passphrase that comes with its address.
///
/// The root of a vault remote stands for the vault that it lies over.
struct VaultPlace: Sendable {
    let location: Location
    /// The vault remote that was named; `nil` if the folder itself was.
    let remote: String?
    private let session: Session

    /// Finds the folder of a vault.
    @concurrent init(_ text: String, _ session: Session, _ remotes: OpenRemotes) async throws {
        self.session = session
        let address = try Address(text)
        guard let name = address.remote, try address.cloudPath().isRoot,
            let remote = try await session.remotesFile.remote(named: name), remote.type == VaultPlugin.identifier
        else {
            self.remote = nil
            location = try await Locations.location(of: address, in: remotes)
            return
        }
        self.remote = name
        let over = try JSONDecoder().decode(VaultPlugin.Configuration.self, from: remote.configuration.encoded())
        location = try await remotes.location(of: address, at: over.path, on: over.remote)
    }

    /// The passphrase of an option, else the stored one of the vault remote, else what a person types.
    func passphrase(_ arguments: Arguments) async throws -> SecretBytes {
        if let given = try await session.secretInput.given("passphrase", in: arguments) { return given }
        if let stored = try await storedPassphrase() { return stored }
        return try await session.secretInput.ask(
            for: "passphrase of \(location.address.text)",
            isNew: false,
            options: "--passphrase-file or --passphrase-env"
        )
    }

    /// The new passphrase of an option, else what a person types twice.
    ///
    /// Where it is accepted, `--passphrase-…` gives it too, and then the stored one of the vault remote.
    func newPassphrase(
        _ arguments: Arguments,
        acceptsOld: Bool,
        acceptsStored: Bool = false
    ) async throws -> SecretBytes {
        if let given = try await session.secretInput.given("new-passphrase", in: arguments) { return given }
        if acceptsOld, let given = try await session.secretInput.given("passphrase", in: arguments) { return given }
        if acceptsStored, let stored = try await storedPassphrase() { return stored }
        return try await session.secretInput.ask(
            for: "passphrase of \(location.address.text)",
            isNew: true,
            options: "--new-passphrase-file or --new-passphrase-env"
        )
    }

    /// Replaces the stored passphrase of the vault remote that was named.
    func store(_ passphrase: SecretBytes) async throws {
        guard let remote else { return }
        try await session.remoteSecrets.save(passphrase, "passphrase", of: remote)
    }

    private func storedPassphrase() async throws -> SecretBytes? {
        guard let remote else { return nil }
        return try await session.remoteSecrets.load("passphrase", of: remote)
    }
}
