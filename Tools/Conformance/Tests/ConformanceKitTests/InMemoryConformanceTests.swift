import ConformanceKit
import ConformanceTesting
import Testing

@Suite("The suite passes on the in-memory cloud")
struct InMemoryConformanceTests {
    @Test("conforms", arguments: ConformanceCase.all, Service.allCases)
    func conforms(_ requirement: ConformanceCase, _ service: Service) async throws {
        try await requirement.run { try service.fixture(in: $0) }
    }

    @Test("conforms as another user", arguments: ConformanceCase.unprivileged)
    func conformsUnprivileged(_ requirement: ConformanceCase) async {
        await #expect(processExitsWith: .success) { [name = requirement.name as String] in
            try await runUnprivileged(name) { try Service.plain.fixture(in: $0) }
        }
    }
}
