// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "TestData",
    products: [
        .library(name: "TestData", targets: ["TestData"]),
        .library(name: "TestDataTesting", targets: ["TestDataTesting"]),
    ],
    targets: [
        .target(name: "TestData"),
        .target(name: "TestDataTesting", dependencies: ["TestData"]),
        .testTarget(name: "TestDataTests", dependencies: ["TestData", "TestDataTesting"]),
    ],
    swiftLanguageModes: [.v6]
)

// Shared settings, identical in every manifest and in the root's (compared by Scripts/check-manifests).
for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    let features = [
        "ExistentialAny", "ImmutableWeakCaptures", "InferIsolatedConformances", "InternalImportsByDefault",
        "MemberImportVisibility", "NonisolatedNonsendingByDefault",
    ]
    var settings = features.map { SwiftSetting.enableUpcomingFeature($0) }
    settings += [.strictMemorySafety(), .treatAllWarnings(as: .error), .treatWarning("ExplicitSendable", as: .error)]
    settings.append(.treatWarning("DeprecatedDeclaration", as: .warning))
    target.swiftSettings = settings
}
