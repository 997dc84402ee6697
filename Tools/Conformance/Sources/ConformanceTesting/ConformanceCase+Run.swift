internal import CloudCore
public import ConformanceKit
public import Foundation
public import Testing

extension ConformanceCase: CustomTestStringConvertible {
    /// The name, by which each case shows in the results.
    public var testDescription: String { name }
}

extension ConformanceCase {
    /// The cases about local permissions, which no one can check as root.
    ///
    /// ``run(_:)`` skips them for root, so every suite also has the test that ``runUnprivileged(_:_:)`` shows.
    public static let unprivileged = all.filter { $0.needs.contains(.unprivilegedUser) }

    /// Runs the case under Swift Testing, in a test whose arguments are `ConformanceCase.all`.
    ///
    /// Where the fixture's traits name a need that isn't met the test is cancelled with the reason. A case about full
    /// disks gets a small one, where this machine lets the process mount it.
    ///
    /// - Parameter makeFixture: makes a fixture of the case's own; gets a new local folder, which is removed
    ///   afterwards, for `Fixture.scratch` and whatever else it needs.
    /// - Throws: `ConformanceFailure` and other errors of the case; the cancellation of the test.
    @concurrent public func run(_ makeFixture: @concurrent @Sendable (_ folder: URL) async throws -> Fixture)
        async throws
    {
        if let selection = Selection.current, !selection.contains(self) {
            try Test.cancel("not among \(Selection.variable)")
        }
        try await withTemporaryFolder { folder in
            var fixture = try await makeFixture(folder)
            fixture.traits.raceRounds = max(fixture.traits.raceRounds, raceRounds)
            if let reason = fixture.reasonToSkip(self) { try skip(reason) }
            guard needs.contains(.smallDisk), fixture.smallDisk == nil else { return try await check(fixture) }
            let disk = folder.appendingPathComponent("small-disk", isDirectory: true)
            do {
                try await SmallDisk.mount(at: disk)
            } catch {
                try skip("\(error)")
            }
            fixture.smallDisk = disk
            let result: Result<Void, any Error>
            do { result = .success(try await check(fixture)) } catch { result = .failure(error) }
            try await SmallDisk.unmount(at: disk)
            try result.get()
        }
    }

    /// Enough for what goes wrong now and then to show in most runs of the tests.
    private var raceRounds: Int { 50 }

    /// Cancels the test case, and prints why, which Swift Testing's console doesn't for one of many arguments.
    private func skip(_ reason: String) throws -> Never {
        print("\u{2298} \(name) skipped: \(reason)")
        try Test.cancel("\(reason)")
    }
}

/// Runs a case as a user without privileges; for the body of an exit test, since the process never gets them back.
///
/// ```swift
/// @Test(arguments: ConformanceCase.unprivileged)
/// func conformsUnprivileged(_ requirement: ConformanceCase) async {
///     await #expect(processExitsWith: .success) { [name = requirement.name as String] in
///         try await runUnprivileged(name) { try await fixture(in: $0) }
///     }
/// }
/// ```
///
/// - Parameters:
///   - name: the case's name, which is all that the child process gets.
///   - makeFixture: as for `ConformanceCase.run(_:)`; called when the privileges are gone.
/// - Throws: ``PrivilegeError`` if root's privileges can't be dropped: the case fails then, it isn't skipped.
@concurrent public func runUnprivileged(
    _ name: String,
    _ makeFixture: @concurrent @Sendable (_ folder: URL) async throws -> Fixture
) async throws {
    guard let requirement = ConformanceCase.named(name) else { throw PrivilegeError.unknownCase(name) }
    try dropPrivileges()
    try await withTemporaryFolder { folder in
        try await requirement.check(makeFixture(folder))
    }
}

private func withTemporaryFolder(_ body: @concurrent @Sendable (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("conformance-\(UUID().uuidString)", isDirectory: true)
    try await BlockingWork.run {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }
    let result: Result<Void, any Error>
    do { result = .success(try await body(folder)) } catch { result = .failure(error) }
    try await BlockingWork.run { try FileManager.default.removeItem(at: folder) }
    try result.get()
}
