/// Keeps secrets by service and account: a keychain, or what stands in for one.
///
/// Implementations are safe to use from several tasks and processes.
public protocol SecretStore: Sendable {
    /// Loads a secret.
    ///
    /// - Parameters:
    ///   - service: names the user of the secret, such as `cloudaccess.remote`.
    ///   - account: names the secret.
    /// - Returns: `nil` only if there is certainly none; a store that is locked or unreachable throws.
    /// - Throws: an error of the store.
    @concurrent func load(service: String, account: String) async throws -> SecretBytes?
    /// Saves a secret, replacing the one that is there; durable when it returns.
    ///
    /// - Parameters:
    ///   - secret: the new value.
    ///   - service: as for ``load(service:account:)``.
    ///   - account: as for ``load(service:account:)``.
    /// - Throws: an error of the store; the old value stays then.
    @concurrent func save(_ secret: SecretBytes, service: String, account: String) async throws
    /// Deletes a secret; there may be none.
    ///
    /// - Parameters:
    ///   - service: as for ``load(service:account:)``.
    ///   - account: as for ``load(service:account:)``.
    /// - Throws: an error of the store.
    @concurrent func delete(service: String, account: String) async throws
    /// The accounts of a service.
    ///
    /// - Parameter service: as for ``load(service:account:)``.
    /// - Returns: in no order.
    /// - Throws: an error of the store.
    @concurrent func accounts(of service: String) async throws -> [String]
}
