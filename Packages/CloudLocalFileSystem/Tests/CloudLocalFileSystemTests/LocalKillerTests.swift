#if os(Linux)
import CloudCore
import ConformanceKit
import Foundation
import Testing

@Suite("Local killer")
struct LocalKillerTests {
    @Test(
        "an operation dies at the change that was asked for, or lives",
        arguments: [(1, KillMoment.before, true, false), (1, .after, true, true), (2, .before, false, true)]
    )
    func death(_ call: Int, _ moment: KillMoment, _ dies: Bool, _ isMade: Bool) async throws {
        let root = try Root()
        let killer = LocalKiller(root: root.url, locks: root.url.deletingLastPathComponent().appending(path: "locks"))
        #expect(try await killer.run(.createFolder(CloudPath("/new")), dyingAt: call, moment) == dies)
        #expect(root.exists("/new") == isMade)
    }
}
#endif
