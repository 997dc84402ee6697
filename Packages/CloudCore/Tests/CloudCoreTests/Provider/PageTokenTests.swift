import CloudCore
import Testing

@Suite("PageToken")
struct PageTokenTests {
    private let folder: CloudPath
    private let text: String

    init() throws {
        folder = try CloudPath("/a")
        text = PageToken(serviceToken: "marker=ü/.", account: "me", folder: folder).text
    }

    @Test(
        "gives the service's token back",
        arguments: ["", "x", "a.b.c", "ü\n\0", String(repeating: "t", count: 5000)]
    )
    func roundTrip(_ serviceToken: String) throws {
        let text = PageToken(serviceToken: serviceToken, account: "me", folder: folder).text
        #expect(try PageToken(text, account: "me", folder: folder).serviceToken == serviceToken)
    }

    @Test("refuses one of another account or folder")
    func foreign() throws {
        #expect(throws: CloudProviderError.pageTokenInvalid) { try PageToken(text, account: "you", folder: folder) }
        #expect(throws: CloudProviderError.pageTokenInvalid) {
            try PageToken(text, account: "me", folder: CloudPath("/b"))
        }
        #expect(throws: CloudProviderError.pageTokenInvalid) { try PageToken(text, account: "me/a", folder: .root) }
    }

    @Test("refuses one that is damaged", arguments: ["", ".", "..", "1..", "garbage", "2.0.", "1.0.AA==", "1.zz.AA=="])
    func damaged(_ text: String) {
        #expect(throws: CloudProviderError.pageTokenInvalid) { try PageToken(text, account: "me", folder: folder) }
    }

    @Test("refuses one that is cut or has more at its end")
    func cut() {
        for end in text.indices.dropLast(0) where end != text.startIndex {
            let part = String(text[..<end])
            // Base64 that is cut at a group of four is a shorter token; the service is asked about that.
            if let token = try? PageToken(part, account: "me", folder: folder) {
                #expect("marker=ü/.".utf8.starts(with: token.serviceToken.utf8))
            }
        }
        #expect(throws: CloudProviderError.pageTokenInvalid) {
            try PageToken(text + "!", account: "me", folder: folder)
        }
        #expect(throws: CloudProviderError.pageTokenInvalid) {
            try PageToken(text + ".", account: "me", folder: folder)
        }
    }
}
