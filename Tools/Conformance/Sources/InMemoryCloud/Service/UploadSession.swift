internal import CloudCore
internal import Foundation

/// An upload in parts that isn't complete: what the service keeps of it.
struct UploadSession: Sendable {
    typealias ID = String

    var id: ID
    var path: CloudPath
    var length: Int
    var content: [UInt8] = []
}

/// What a provider must know to go on with an upload, in another process too.
struct UploadCheckpoint: Codable {
    var session: UploadSession.ID
    var source: SourceIdentity
}

extension InMemoryCloud {
    /// The number of uploads in parts that were neither completed nor given up.
    public var unfinishedUploads: Int { state.withLock(\.sessions.count) }

    func startSession(for path: CloudPath, length: Int) -> UploadSession {
        let session = UploadSession(id: UUID().uuidString, path: path, length: length)
        state.withLock { $0.sessions[session.id] = session }
        return session
    }

    func session(_ id: UploadSession.ID) -> UploadSession? {
        state.withLock { $0.sessions[id] }
    }

    func append(_ bytes: Bytes, to session: UploadSession.ID) {
        state.withLock { $0.sessions[session]?.content += bytes }
    }

    func discardSession(_ id: UploadSession.ID) {
        state.withLock { $0.sessions[id] = nil }
    }
}
