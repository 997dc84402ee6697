public import CloudCore
public import ConformanceKit
public import Foundation

/// A provider that dies at one of its calls, as if the process had been killed there.
///
/// From then on no call comes back as a success, and none reaches the wrapped provider; what was on its way may still
/// arrive. What is decorated with it sees what it would see before its own death: nothing more. Opening a file, each
/// read of a `FileReader` and each method of `CloudProvider` is a call; a download is two, its opening and its read.
public final class DyingProvider: StreamingCloudProvider {
    /// What calls throw that die, and all later ones.
    public struct Death: Error, Hashable, Sendable {}

    struct Life: Sendable {
        /// Calls left until death; `nil` while no death was set.
        var callsLeft: Int?
        var moment = KillMoment.before
        var isOver = false
    }

    let wrapped: any StreamingCloudProvider
    private let life = Locked(Life())

    /// Makes a provider that lives until ``die(at:_:)`` is called.
    ///
    /// - Parameter wrapped: carries the calls out.
    public init(_ wrapped: any StreamingCloudProvider) {
        self.wrapped = wrapped
    }

    /// Sets the death.
    ///
    /// - Parameters:
    ///   - call: the call to die at, counted from now on; the next one is 1.
    ///   - moment: whether that call is still carried out.
    public func die(at call: Int, _ moment: KillMoment) {
        precondition(call >= 1, "calls are counted from 1")
        life.withLock { life in
            life.callsLeft = call
            life.moment = moment
        }
    }

    /// Whether the death has come.
    public var hasDied: Bool { life.withLock(\.isOver) }

    func call<Reply>(_ body: () async throws -> Reply) async throws -> Reply {
        let isLast = try life.withLock { life in
            guard !life.isOver else { throw Death() }
            guard let left = life.callsLeft else { return false }
            life.callsLeft = left - 1
            life.isOver = left == 1 && life.moment == .before
            guard !life.isOver else { throw Death() }
            return left == 1
        }
        let result: Result<Reply, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        let isOver = life.withLock { life in
            if isLast { life.isOver = true }
            return life.isOver
        }
        guard !isOver else { throw Death() }
        return try result.get()
    }

    /// What the wrapped provider can do, as far as it changes nothing.
    ///
    /// - Parameter type: the capability.
    /// - Returns: `nil` for capabilities that could change something behind this provider's back.
    public func capability<Capability>(_ type: Capability.Type) -> Capability? {
        if let own = self as? Capability { return own }
        let harmless: [Any.Type] = [
            (any NamePolicyProviding).self, (any QuotaReporting).self, (any CheapListing).self,
        ]
        return harmless.contains { $0 == type } ? wrapped.capability(type) : nil
    }
}

extension DyingProvider {
    /// Passes the call on, or dies.
    ///
    /// - Parameter cloudPath: the item.
    /// - Returns: the reply of the wrapped provider.
    /// - Throws: its errors; ``Death``.
    @concurrent public func fetchItemMetadata(at cloudPath: CloudPath) async throws -> CloudItemMetadata {
        try await call { try await wrapped.fetchItemMetadata(at: cloudPath) }
    }

    /// Passes the call on, or dies.
    ///
    /// - Parameters:
    ///   - cloudPath: the folder.
    ///   - pageToken: of the page.
    /// - Returns: the reply of the wrapped provider.
    /// - Throws: its errors; ``Death``.
    @concurrent public func fetchItemList(
        forFolderAt cloudPath: CloudPath,
        withPageToken pageToken: String?
    ) async throws -> CloudItemList {
        try await call { try await wrapped.fetchItemList(forFolderAt: cloudPath, withPageToken: pageToken) }
    }

    /// Passes the call on, or dies; each read of the reader is a call too.
    ///
    /// - Parameter cloudPath: the file.
    /// - Returns: a reader that can die.
    /// - Throws: errors of the wrapped provider; ``Death``.
    @concurrent public func openFile(at cloudPath: CloudPath) async throws -> any FileReader {
        DyingReader(provider: self, wrapped: try await call { try await wrapped.openFile(at: cloudPath) })
    }

    /// Passes the call on, or dies.
    ///
    /// - Parameters:
    ///   - source: the content.
    ///   - cloudPath: the item.
    ///   - condition: what must hold.
    ///   - checkpoint: where to go on.
    ///   - observer: watches.
    /// - Returns: the reply of the wrapped provider.
    /// - Throws: its errors; ``Death``.
    @concurrent public func writeFile(
        from source: any ByteSource,
        to cloudPath: CloudPath,
        condition: WriteCondition,
        resuming checkpoint: Data?,
        observer: TransferObserver
    ) async throws -> CloudItemMetadata {
        try await call {
            try await wrapped.writeFile(
                from: source,
                to: cloudPath,
                condition: condition,
                resuming: checkpoint,
                observer: observer
            )
        }
    }

    /// Passes the call on, or dies.
    ///
    /// - Parameter cloudPath: the new folder.
    /// - Throws: errors of the wrapped provider; ``Death``.
    @concurrent public func createFolder(at cloudPath: CloudPath) async throws {
        try await call { try await wrapped.createFolder(at: cloudPath) }
    }

    /// Passes the call on, or dies.
    ///
    /// - Parameter cloudPath: the file.
    /// - Throws: errors of the wrapped provider; ``Death``.
    @concurrent public func deleteFile(at cloudPath: CloudPath) async throws {
        try await call { try await wrapped.deleteFile(at: cloudPath) }
    }

    /// Passes the call on, or dies.
    ///
    /// - Parameter cloudPath: the folder.
    /// - Throws: errors of the wrapped provider; ``Death``.
    @concurrent public func deleteFolder(at cloudPath: CloudPath) async throws {
        try await call { try await wrapped.deleteFolder(at: cloudPath) }
    }

    /// Passes the call on, or dies.
    ///
    /// - Parameters:
    ///   - sourceCloudPath: the file.
    ///   - targetCloudPath: its new path.
    /// - Throws: errors of the wrapped provider; ``Death``.
    @concurrent public func moveFile(from sourceCloudPath: CloudPath, to targetCloudPath: CloudPath) async throws {
        try await call { try await wrapped.moveFile(from: sourceCloudPath, to: targetCloudPath) }
    }

    /// Passes the call on, or dies.
    ///
    /// - Parameters:
    ///   - sourceCloudPath: the folder.
    ///   - targetCloudPath: its new path.
    /// - Throws: errors of the wrapped provider; ``Death``.
    @concurrent public func moveFolder(from sourceCloudPath: CloudPath, to targetCloudPath: CloudPath) async throws {
        try await call { try await wrapped.moveFolder(from: sourceCloudPath, to: targetCloudPath) }
    }
}

private struct DyingReader: FileReader {
    let provider: DyingProvider
    let wrapped: any FileReader

    var metadata: CloudItemMetadata { wrapped.metadata }

    @concurrent func read(_ range: Range<Int>, into sink: any ByteSink, observer: TransferObserver) async throws {
        try await provider.call { try await wrapped.read(range, into: sink, observer: observer) }
    }
}
