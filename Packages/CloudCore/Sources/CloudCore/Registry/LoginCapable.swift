public import Foundation

/// Shows a login to a person and brings back what the service redirected to.
public protocol LoginPresenter: Sendable {
    /// Presents the address of a login.
    ///
    /// - Parameters:
    ///   - authorizationURL: to be opened in a browser.
    ///   - redirectURL: what the service redirects to, before its query.
    /// - Returns: the whole address of the redirect.
    /// - Throws: `CancellationError` if the person gives up; errors of the presenter.
    @concurrent func present(_ authorizationURL: URL, redirectURL: URL) async throws -> URL
    /// Shows the code of a device login (RFC 8628); nil if the presenter can't.
    ///
    /// - Parameters:
    ///   - userCode: what the person types.
    ///   - verificationURL: where.
    /// - Throws: errors of the presenter.
    @concurrent func show(userCode: String, verificationURL: URL) async throws
}

/// A plugin whose remotes have a login that is kept and can be ended.
public protocol LoginCapable: CloudProviderPlugin {
    /// Logs in and keeps the login.
    ///
    /// - Parameters:
    ///   - configuration: the remote's configuration.
    ///   - presenter: shows the login.
    ///   - context: the remote's context.
    /// - Returns: the configuration to keep, with the account in it.
    /// - Throws: `CancellationError`; errors of the service.
    @concurrent static func login(
        _ configuration: Configuration,
        presenter: any LoginPresenter,
        in context: ProviderContext
    ) async throws -> Configuration
    /// Deletes the kept login and ends it at the service where it can.
    ///
    /// - Parameters:
    ///   - configuration: the remote's configuration.
    ///   - context: the remote's context.
    /// - Throws: errors of the store.
    @concurrent static func logout(_ configuration: Configuration, in context: ProviderContext) async throws
}
