internal import CloudCore
internal import Foundation

/// What a path is to the call that failed.
enum PathRole: Sendable {
    /// The path of an item that should be there.
    case existing
    /// The path of an item to be made: if something is missing, it is the parent.
    case new
}

/// A failed call of the C library, before it is put in the terms of the contract.
struct CallFailure: Error {
    var code: Int32
    var role: PathRole

    /// The error that a caller of the provider gets.
    var providerError: any Error {
        switch (code, role) {
        case (ENOENT, .existing), (ENOTDIR, .existing): CloudProviderError.itemNotFound
        case (ENOENT, .new), (ENOTDIR, .new): CloudProviderError.parentFolderDoesNotExist
        case (ENAMETOOLONG, .existing), (EILSEQ, .existing), (EINVAL, .existing): CloudProviderError.itemNotFound
        case (ENAMETOOLONG, .new): LocalFileSystemError.nameNotAllowed(reason: "it is too long for the file system")
        case (EILSEQ, .new), (EINVAL, .new):
            LocalFileSystemError.nameNotAllowed(reason: "the file system can't hold its characters")
        case (EACCES, _), (EPERM, _), (EROFS, _): CloudProviderError.unauthorized
        case (ENOSPC, _), (EDQUOT, _): CloudProviderError.quotaInsufficient
        case (EEXIST, _), (ENOTEMPTY, _): CloudProviderError.itemAlreadyExists
        case (EXDEV, _): LocalFileSystemError.linkLeavesRoot
        default: LocalFileSystemError.failed(errno: code)
        }
    }

    /// Tells the caller who asked for it what the system said.
    func record() {
        ServiceDiagnostics.record(.init(status: Int(code), text: unsafe String(cString: strerror(code))))
    }
}

extension CallFailure {
    /// The failure of a staged file, which stands in the root: to the caller this is the remote side.
    init(_ error: LocalFileError) {
        code =
            switch error {
            case .parentMissing: ENOENT
            case .notPermitted: EACCES
            case .noSpace: ENOSPC
            case .failed(let errno): errno
            }
        role = .new
    }
}

/// Makes a call of the C library that returns -1 on failure.
func call<Result: SignedInteger>(
    _ role: PathRole,
    _ body: () -> Result
) throws(CallFailure) -> Result {
    do {
        return try systemCall(body)
    } catch {
        throw CallFailure(code: error.code, role: role)
    }
}

/// Runs blocking calls on another thread and puts their failures in the terms of the contract.
@concurrent func perform<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    do {
        return try await BlockingWork.run(body)
    } catch let failure as CallFailure {
        failure.record()
        throw failure.providerError
    } catch let error as LocalFileError {
        let failure = CallFailure(error)
        failure.record()
        throw failure.providerError
    }
}
