import CloudCore
import Foundation
import Testing

@Suite("ServiceDiagnostics and errors")
struct DiagnosticsTests {
    @Test("the newest answer is in the box of the call, and in no other")
    func box() async {
        let (outer, inner) = (ServiceDiagnostics(), ServiceDiagnostics())
        ServiceDiagnostics.record(.init(status: 500))
        await ServiceDiagnostics.$current.withValue(outer) {
            await withTaskGroup { group in
                group.addTask { ServiceDiagnostics.record(.init(status: 404, code: "gone", text: "no such key")) }
            }
            ServiceDiagnostics.$current.withValue(inner) { ServiceDiagnostics.record(.init(code: "other")) }
        }
        #expect(outer.lastAnswer?.description == "404 gone no such key")
        #expect(inner.lastAnswer == .init(code: "other"))
    }

    @Test(
        "errno of the local side",
        arguments: [
            (EACCES, .notPermitted), (EPERM, .notPermitted), (EROFS, .notPermitted), (ENOSPC, .noSpace),
            (EDQUOT, .noSpace), (EIO, .failed(errno: EIO)),
        ] as [(Int32, LocalFileError)]
    )
    func localErrors(_ code: Int32, _ error: LocalFileError) {
        #expect(LocalFileError(errno: code) == error)
    }

    @Test("texts for people are there and say something", arguments: CloudProviderError.allCases)
    func texts(_ error: CloudProviderError) {
        #expect(error.description.count > 10 && error.description != error.rawValue)
    }
}
