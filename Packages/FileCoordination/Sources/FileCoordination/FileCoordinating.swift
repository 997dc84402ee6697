public import Foundation

/// Keeps programs that work on the same files out of each other's way.
///
/// An access runs a closure with the URL to use. Reads of one item run together; a write runs alone. Whoever doesn't
/// coordinate isn't held back. Nothing blocks a thread while it waits, and a waiter whose task is cancelled throws
/// `CancellationError` without having run its closure. Inside a closure, don't ask for another access to the same item:
/// it would wait for itself.
public protocol FileCoordinating: Sendable {
    /// Reads an item.
    ///
    /// - Parameters:
    ///   - url: a file URL.
    ///   - options: what kind of read it is.
    ///   - body: reads; gets the URL at which the item is now.
    /// - Returns: what `body` returns.
    /// - Throws: `CancellationError` if cancelled while waiting; errors of the coordinator; what `body` throws.
    @concurrent func read<Result: Sendable>(
        _ url: URL,
        options: FileReadingOptions,
        _ body: @concurrent @Sendable (URL) async throws -> Result
    ) async throws -> Result

    /// Writes, creates or deletes an item.
    ///
    /// - Parameters:
    ///   - url: a file URL.
    ///   - options: what kind of write it is.
    ///   - body: writes; gets the URL at which the item is now.
    /// - Returns: what `body` returns.
    /// - Throws: as ``read(_:options:_:)``.
    @concurrent func write<Result: Sendable>(
        _ url: URL,
        options: FileWritingOptions,
        _ body: @concurrent @Sendable (URL) async throws -> Result
    ) async throws -> Result

    /// Moves an item: a write for moving at the source and one for replacing at the target, granted together.
    ///
    /// - Parameters:
    ///   - source: a file URL.
    ///   - target: the item's new file URL.
    ///   - body: moves; gets the URLs to use.
    /// - Returns: what `body` returns.
    /// - Throws: as ``read(_:options:_:)``.
    @concurrent func move<Result: Sendable>(
        from source: URL,
        to target: URL,
        _ body: @concurrent @Sendable (_ source: URL, _ target: URL) async throws -> Result
    ) async throws -> Result
}
